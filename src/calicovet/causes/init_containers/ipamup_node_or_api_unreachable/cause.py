"""upgrade-ipam has something to migrate and gets no usable answer from the API server."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import ApiCallFailed, ApiEndpoint, ServiceAddress
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import api_fails
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.ipam_upgrade import (
    CONTAINER,
    HOST_LOCAL,
    READS,
    complaint,
    ended_after,
    nothing_to_migrate,
)
from calicovet.signals.messages import only_known

_NAME = "ipamup-node-or-api-unreachable"
_SERVICE = "default/kubernetes"
"""What it calls where no line says an address."""


def examine(case: Case) -> Iterator[Sign]:
    said = complaint(case.node, _NAME, f"{_NAME}:later")
    if said is None:
        if instead := nothing_to_migrate(case.node):
            yield denies(instead)
        return
    if ended := ended_after(case.node, said):
        yield denies(ended)
        return
    call = _call(case.node)
    calls = only_known(call)
    yield proves(said, *calls, target=_target(case.node, call), error=said.detail("error"))


def _call(node: NodeView) -> ApiCallFailed | None:
    return node.one(
        ApiCallFailed,
        lambda call: call.process == CONTAINER or call.about.container == CONTAINER,
    )


def _target(node: NodeView, call: ApiCallFailed | None) -> str:
    if call is not None and call.target:
        return call.target
    service = node.one(ServiceAddress)
    return f"{service.address}:443" if service else _SERVICE


def plan(case: Case) -> Plan:
    target = _target(case.node, _call(case.node))
    service = target if ":" in target else part("<service address>:443")
    endpoint = case.node.one(ApiEndpoint)
    straight = endpoint.address if endpoint else part("<endpoint>:6443")
    return Plan(
        steps=(
            RunOnNode(
                "ask-the-api",
                commands=(
                    command("curl -km3 https://{service}/version", service=service),
                    command("curl -km3 https://{straight}/version", straight=straight),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("repair-the-way", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.IPAM_UPGRADED,
        instead=Plan(
            steps=(
                RunOnNode(
                    "move-the-directory",
                    moves=(HOST_LOCAL,),
                ),
                RestartPod(),
            )
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_NAME,
    code="INI003",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset({Shape.INIT_STUCK}),
    reads=(*READS, ApiCallFailed, ApiEndpoint, ServiceAddress),
    failures=(api_fails(How.REFUSED, How.TIMED_OUT, by=Speaker.UPGRADE_IPAM),),
    examine=examine,
    plan=plan,
    # A migration that is cut off may leave the datastore locked for everybody.
    explains=("ipamup-datastore-locked",),
    caused_by=(
        "api-kube-proxy-down",
        "api-endpoint-unreachable",
        "host-dns-broken",
        "host-time-skew",
        "name-node-object-missing",
        "rbac-forbidden",
        "rbac-wrong-identity",
        "cni-token-unauthorized",
        "x509-unknown-ca",
        "x509-expired",
        "x509-san-mismatch",
    ),
    unforeseen=Unforeseen.EFFECT,
)
