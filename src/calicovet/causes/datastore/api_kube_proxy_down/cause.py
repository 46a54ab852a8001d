"""Nothing on the node turns the service's address into an API server: kube-proxy does not do its work."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    Claimed,
    CurlAnswered,
    Fact,
    InternalAddress,
    KubeProxyRules,
    KubeProxySaid,
    KubeProxyState,
    RouteTaken,
    ServiceAddress,
    Topic,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import DATASTORE_NOT_CONNECTED, SERVICE, api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    Ineffective,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.api_route import Way, tried, unanswered, was_tried

_ON_THE_WAY = re.compile(r"i/o timeout|connection refused|no route to host|unreachable")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    trouble, calls = _trouble(node), unanswered(node, Way.SERVICE)
    if not calls and not was_tried(node):
        return
    service, endpoint = tried(node, Way.SERVICE), tried(node, Way.ENDPOINT)
    if service is not None and service.ok:
        yield denies(service)
        return
    if service is not None and service.error == CallError.UNREACHABLE:
        # The kernel has no way there, and kube-proxy's rules never see the packet.
        yield denies(service)
        return
    if endpoint is not None and not endpoint.ok:
        # What fails without kube-proxy does not fail because of it.
        yield denies(endpoint)
        return
    dead: tuple[Fact, ...] = (service,) if service is not None else calls[:1]
    rules = node.one(KubeProxyRules)
    bare = (rules,) if rules is not None and rules.count == 0 else ()
    if not dead:
        return
    words = _words(service, calls)
    servers = _servers(node, endpoint)
    if rules is not None and rules.endpoints and servers.issuperset(rules.endpoints):
        # kube-proxy has done its part: what is lost is lost elsewhere.
        yield denies(rules)
        return
    astray = (rules,) if rules is not None and _leads_astray(rules, servers) else ()
    if service is not None and endpoint is not None:
        pair = (service, endpoint, *calls[:1], *bare, *astray)
        elsewhere = _leaves_from_elsewhere(node, service)
        yield (hints if elsewhere and not bare and not astray else proves)(*pair, **words)
    elif astray:
        yield proves(*dead, *astray, **words)
    elif bare and _peer_has_rules(case):
        yield proves(*dead, *bare, **words)
    elif bare or trouble:
        yield indicates(*dead, *bare, *trouble, **words)
    else:
        # Silence alone, though it meets only this node, may as well be a filter or a route.
        yield hints(*dead, **words)


def _leaves_from_elsewhere(node: NodeView, service: CurlAnswered) -> bool:
    """Whether packets to the service begin with another card's address: their answers get lost, rules or no rules."""
    host = service.target.rpartition(":")[0].strip("[]")
    # Reported where it is known, not asked for.
    known = node.unread()
    internal = known.one(InternalAddress, lambda found: found.address.version == 4)
    taken = known.one(RouteTaken, lambda found: str(found.destination) == host)
    return (
        internal is not None
        and taken is not None
        and taken.source is not None
        and taken.source != internal.address
    )


def _trouble(node: NodeView) -> tuple[Fact, ...]:
    """What speaks of a kube-proxy that does not work: the list of pods, its log, a person."""
    facts: tuple[Fact | None, ...] = (
        node.one(KubeProxyState, lambda found: not found.ready),
        node.one(KubeProxySaid, _is_its_own_trouble),
        node.one(Claimed, lambda found: found.topic is Topic.KUBE_PROXY_DOWN),
    )
    return tuple(fact for fact in facts if fact is not None)


def _is_its_own_trouble(said: KubeProxySaid) -> bool:
    # kube-proxy calls an endpoint itself; if that fails on the way, the way is to blame.
    return not _ON_THE_WAY.search(said.detail("error"))


def _servers(node: NodeView, endpoint: CurlAnswered | None) -> frozenset[str]:
    """Where API servers are known to be."""
    answers = {endpoint.target} if endpoint is not None else set()
    return frozenset({*answers, *(found.address for found in node.all(ApiEndpoint))})


def _leads_astray(rules: KubeProxyRules, servers: frozenset[str]) -> bool:
    """Whether the rules lead only to places where no API server is: kube-proxy wrote them long ago."""
    return bool(rules.endpoints and servers) and servers.isdisjoint(rules.endpoints)


def _peer_has_rules(case: Case) -> bool:
    # With IPVS no node has such chains; a peer that has them shows which mode is in use.
    return any(rules.count > 0 for peer in case.fair for rules in peer.unread().all(KubeProxyRules))


def _words(service: CurlAnswered | None, calls: tuple[ApiCallFailed, ...]) -> dict[str, object]:
    if service is not None:
        return {"service": service.target, "error": service.error or "?"}
    return {"service": calls[0].target, "error": calls[0].error.value}


def plan(case: Case) -> Plan:
    node = case.node.name
    here = part("-l k8s-app=kube-proxy --field-selector spec.nodeName={node}", node=node)
    # `logs` takes no field selector, and by label it would show those of all nodes.
    state = case.node.one(KubeProxyState, lambda found: bool(found.about.pod))
    pod = state.about.pod if state else part("<kube-proxy pod of {node}>", node=node)
    endpoint = case.node.one(ApiEndpoint)
    bypass = SetSetting(Setting.API_ENDPOINT, endpoint.address if endpoint else "<API server>:6443")
    return Plan(
        steps=(
            RunKubectl(
                "look-at-kube-proxy",
                commands=(
                    command("kubectl -n kube-system get pods -o wide {here}", here=here),
                    command("kubectl -n kube-system logs {pod:kube-proxy pod} --tail=30", pod=pod),
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "restart-kube-proxy",
                commands=(command("kubectl -n kube-system delete pod {here}", here=here),),
                risk=Risk.RESTARTS_ONE_POD,
                no_undo=NoUndo.RECREATED,
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(bypass,)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name="api-kube-proxy-down",
    code="DAT010",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS,
    reads=(
        CurlAnswered,
        ApiCallFailed,
        ServiceAddress,
        ApiEndpoint,
        KubeProxyRules,
        KubeProxyState,
        KubeProxySaid,
    ),
    decided_by=(CurlAnswered,),
    failures=(
        DATASTORE_NOT_CONNECTED,
        api_fails(How.REFUSED, How.TIMED_OUT, at=SERVICE),
        fails(
            How.EXIT,
            How.KILLED,
            How.NOT_READY,
            How.RESTARTING,
            How.FAILED,
            thing=ThingClass.CONTAINER,
            value="kube-proxy",
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.API_ENDPOINT),),
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
    prior=2.0,
)
