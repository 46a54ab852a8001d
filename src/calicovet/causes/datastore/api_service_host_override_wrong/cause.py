"""Calico is configured with another address for the API server, which does not answer."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    CurlAnswered,
    LookupFailed,
    ServiceAddress,
    SettingSeen,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ENDPOINT, api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.messages import only_known

_NAME = "KUBERNETES_SERVICE_HOST"
_DEAD = frozenset(
    {
        CallError.TIMEOUT,
        CallError.REFUSED,
        CallError.NO_ROUTE,
        CallError.UNREACHABLE,
        CallError.TLS_WRONG_NAME,
    }
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    override = _override(node)
    if override is None:
        return
    host = override.value
    answered = node.one(CurlAnswered, lambda found: found.ok and _host(found.target) == host)
    if answered is not None:
        yield denies(answered)
        return
    unknown = node.one(LookupFailed, lambda found: found.name == host)
    if unknown is not None:
        yield proves(override, unknown, address=host)
        return
    failed = node.one(
        ApiCallFailed, lambda found: found.error in _DEAD and _host(found.target) == host
    )
    if failed is None:
        return
    endpoint = node.one(ApiEndpoint, lambda found: _host(found.address) == host)
    # At a true endpoint the way is broken, not the setting.
    if endpoint is None:
        known = node.one(ApiEndpoint)
        sign = proves if known is not None else indicates
        yield sign(override, failed, *only_known(known), address=failed.target)


def _override(node: NodeView) -> SettingSeen | None:
    """The address that a person set; Kubernetes itself sets that of the service."""
    services = {found.address for found in node.all(ServiceAddress)}
    return node.one(
        SettingSeen,
        lambda found: (
            found.name == _NAME
            and bool(found.value)
            and found.value not in services
            and (found.where == "configmap" or bool(services))
        ),
    )


def _host(target: str) -> str:
    return target.rpartition(":")[0].strip("[]")


def plan(case: Case) -> Plan:
    right = case.node.unread().one(ApiEndpoint)
    return Plan(
        steps=(
            RunKubectl(
                "look-at-it",
                commands=(
                    "kubectl get configmap -A --field-selector=metadata.name=kubernetes-services-endpoint -o yaml",
                    "kubectl -n default get endpointslices kubernetes -o wide",
                ),
                risk=Risk.NONE,
            ),
            SetSetting(Setting.API_ENDPOINT, right.address if right else "<API server>:6443"),
        ),
        instead=Plan(steps=(AskHuman("without-it", risk=Risk.ROLLS_ALL_NODES),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name="api-service-host-override-wrong",
    code="DAT021",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS,
    reads=(
        SettingSeen,
        ApiCallFailed,
        ApiEndpoint,
        ServiceAddress,
        CurlAnswered,
        LookupFailed,
    ),
    decided_by=(SettingSeen,),
    failures=(
        fails(
            How.REFUSED,
            How.TIMED_OUT,
            How.NO_ROUTE,
            How.UNREACHABLE,
            How.NOT_FOUND,
            How.FOREIGN_ANSWER,
            How.NOT_TLS,
            thing=ThingClass.CONFIG,
            value="kubernetes_service_host",
        ),
        api_fails(How.REFUSED, How.TIMED_OUT, How.FOREIGN_ANSWER, How.NOT_TLS, at=ENDPOINT),
        fails(How.MISMATCH, thing=ThingClass.CONFIG, value="kubernetes_service_host"),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.API_ENDPOINT),),
    scope=Scope.CLUSTER,
    explains=(
        "api-endpoint-unreachable",
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "ds-kubeadm-config-timeout",
        "x509-san-mismatch",
        "host-dns-broken",
    ),
    prior=0.3,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
