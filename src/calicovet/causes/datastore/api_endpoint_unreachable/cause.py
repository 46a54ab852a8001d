"""The API server itself cannot be reached from the node, by any program."""

from collections.abc import Iterator
from ipaddress import ip_address

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    Claimed,
    CurlAnswered,
    Fact,
    KubeProxyRules,
    KubeProxyState,
    ServiceAddress,
    Topic,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import DATASTORE_NOT_CONNECTED, ENDPOINT, api_fails
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.api_route import (
    NO_ANSWER,
    Way,
    tried,
    unanswered,
    was_tried,
    way_from,
    works_on_another_worker,
)
from calicovet.signals.messages import only_known

_NAT_OF_VIRTUALBOX = "10.0.2.15"
"""What every VirtualBox guest has on its first card, and no other guest can reach."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    kube_proxy_is_ill = _kube_proxy_is_ill(node)
    by_service, straight = unanswered(node, Way.SERVICE), unanswered(node, Way.ENDPOINT)
    if not by_service and not straight and not was_tried(node):
        return
    service, endpoint = tried(node, Way.SERVICE), tried(node, Way.ENDPOINT)
    if endpoint is not None and endpoint.ok:
        yield denies(endpoint)
        return
    if service is not None and service.ok:
        yield denies(service)
        return
    if endpoint is not None:
        failed = (*only_known(service), *by_service[:1], *straight[:1])
        yield proves(endpoint, *failed, endpoint=endpoint.target, error=endpoint.error or "?")
        return
    dead: tuple[Fact, ...] = (service,) if service is not None else by_service[:1]
    useless = node.one(ApiEndpoint, lambda found: _leads_nowhere(found.address))
    if useless is not None and dead:
        yield proves(useless, *dead, endpoint=useless.address, error="?")
    elif real := [call for call in straight if not call.target.endswith(":443")]:
        yield indicates(*real[:1], *dead, endpoint=real[0].target, error=real[0].error.value)
    elif dead and (heard := _kubelet_too(node)):
        yield indicates(*dead, heard, endpoint=heard.target, error=heard.error.value)
    elif straight:
        yield hints(*straight[:1], endpoint=straight[0].target, error=straight[0].error.value)
    elif dead and not kube_proxy_is_ill and not works_on_another_worker(case):
        known = node.one(ApiEndpoint)
        yield hints(*dead, endpoint=known.address if known else "?", error="?")


def _leads_nowhere(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return host == _NAT_OF_VIRTUALBOX or ip_address(host).is_loopback
    except ValueError:
        return False


def _kubelet_too(node: NodeView) -> ApiCallFailed | None:
    """The kubelet, which needs no kube-proxy, gets no answer either."""
    return node.one(
        ApiCallFailed,
        lambda call: (
            call.process == "kubelet"
            and call.error in NO_ANSWER | {CallError.UNREACHABLE}
            and call.count > 1
            and way_from(node, call.target) is Way.ENDPOINT
        ),
    )


def _kube_proxy_is_ill(node: NodeView) -> bool:
    return (
        node.one(KubeProxyRules, lambda found: found.count == 0) is not None
        or node.one(KubeProxyState, lambda found: not found.ready) is not None
        or node.one(Claimed, lambda found: found.topic is Topic.KUBE_PROXY_DOWN) is not None
    )


def plan(case: Case) -> Plan:
    known = case.node.one(ApiEndpoint)
    asked = next(iter(unanswered(case.node, Way.ENDPOINT)), None) or tried(case.node, Way.ENDPOINT)
    endpoint = known.address if known else asked.target if asked else ""
    host, _, port = endpoint.rpartition(":")
    host = host.strip("[]")
    return Plan(
        steps=(
            RunKubectl(
                "which-endpoint",
                commands=("kubectl -n default get endpointslices kubernetes -o wide",),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "try-the-way",
                commands=(
                    command("ip route get {host:endpoint}", host=host),
                    command(
                        "timeout 3 bash -c {knock}; echo $?",
                        knock=command(
                            "</dev/tcp/{host:endpoint}/{port}", host=host, port=port or "6443"
                        ),
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("open-the-way", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name="api-endpoint-unreachable",
    code="DAT011",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS,
    reads=(
        CurlAnswered,
        ApiCallFailed,
        ServiceAddress,
        ApiEndpoint,
        KubeProxyRules,
        KubeProxyState,
    ),
    decided_by=(CurlAnswered,),
    failures=(
        DATASTORE_NOT_CONNECTED,
        api_fails(How.REFUSED, How.TIMED_OUT, How.NO_ROUTE, How.RESET, How.EOF, How.NO_SERVER),
        api_fails(
            How.REFUSED,
            How.TIMED_OUT,
            How.NO_ROUTE,
            at=ENDPOINT,
            by=(Speaker.KUBELET, Speaker.KUBE_PROXY),
        ),
    ),
    examine=examine,
    plan=plan,
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
    prior=1.5,
)
