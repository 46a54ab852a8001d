"""The host has no route to the API server's address."""

from collections.abc import Iterator
from ipaddress import ip_address

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    CurlAnswered,
    DefaultRoute,
    Fact,
    HostRoutes,
    Route,
    ServiceAddress,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.api_route import Way, is_calicos_own, tried, unanswered, was_tried

_NO_ROUTE = frozenset({CallError.UNREACHABLE})
_TURNED_AWAY = frozenset({CallError.UNREACHABLE, CallError.NO_ROUTE})
"""What a call ends in where a route of type unreachable is in its way; the other types end in other words."""
_VAIN = (Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.REINSTALL_CALICO)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if (closed := _closed(node)) is not None:
        call, table, _ = closed
        yield proves(call, table, target=call.target)
        return
    calls, by_hand = _calls(node), _by_hand(node)
    failed: tuple[Fact, ...] = (*by_hand, *calls[:1])
    if not failed:
        return
    target = by_hand[0].target if by_hand else calls[0].target
    routes = node.all(DefaultRoute, lambda found: _is_of_family(found, target))
    if there := next((route for route in routes if route.via), None):
        yield denies(there)
        return
    sure = bool(by_hand or routes) or is_calicos_own(calls[0])
    sign = proves if sure else indicates
    yield sign(*failed, *routes[:1], target=target)


def _closed(node: NodeView) -> tuple[ApiCallFailed, HostRoutes, Route] | None:
    """A call that was turned away, and the route of the host that forbids its way."""
    table = node.one(HostRoutes)
    if table is None:
        return None
    for way in (Way.SERVICE, Way.ENDPOINT):
        for call in unanswered(node, way, _TURNED_AWAY):
            route = _route_to(call.target, table)
            # A default route over several links names none either; only what is narrower forbids.
            if route is not None and route.network.prefixlen and not (route.link or route.via):
                return call, table, route
    return None


def _route_to(target: str, table: HostRoutes) -> Route | None:
    """The narrowest route to host:port; None for a name."""
    try:
        address = ip_address(target.rpartition(":")[0].strip("[]"))
    except ValueError:
        return None
    fitting = [route for route in table.routes if address in route.network]
    return max(fitting, key=lambda route: route.network.prefixlen, default=None)


def _calls(node: NodeView) -> tuple[ApiCallFailed, ...]:
    """By the service, or straight to an endpoint: the kernel refuses both before a packet leaves."""
    straight = unanswered(node, Way.ENDPOINT, _NO_ROUTE)
    # An air-gapped host reaches no web site either; what counts is the server that Calico calls.
    return (
        *unanswered(node, Way.SERVICE, _NO_ROUTE),
        *(call for call in straight if is_calicos_own(call)),
    )


def _by_hand(node: NodeView) -> tuple[CurlAnswered, ...]:
    if not was_tried(node):
        return ()
    tries = (tried(node, Way.SERVICE), tried(node, Way.ENDPOINT))
    return tuple(one for one in tries if one is not None and one.error == CallError.UNREACHABLE)


def _is_of_family(route: DefaultRoute, target: str) -> bool:
    # A table without any default route names no gateway that would tell its family.
    return not route.via or (":" in route.via) == (target.count(":") > 1)


def plan(case: Case) -> Plan:
    closed = _closed(case.node)
    calls = (closed[0],) if closed else _calls(case.node)
    host = calls[0].target.rpartition(":")[0].strip("[]") if calls else part("<service address>")
    look = RunOnNode(
        "look-at-the-routes",
        commands=(command("ip route get {host}", host=host), "ip route show"),
        risk=Risk.NONE,
    )
    if closed is not None:
        network = str(closed[2].network)
        open_it = RunOnNode(
            "open-the-way",
            commands=(command("ip route del {network}", network=network),),
            undo=(command("ip route add unreachable {network}", network=network),),
            saw=command(
                "ip route show {network} | grep -qE '^(unreachable|prohibit|blackhole) '",
                network=network,
            ),
        )
        return Plan(steps=(look, open_it, RestartPod()), does_not_help=_VAIN)
    add = "ip route add default via <gateway> dev <link>"
    return Plan(
        steps=(
            look,
            RunOnNode("add-the-route", commands=(add,), undo=(add.replace("add", "del"),)),
            RestartPod(),
        ),
        instead=Plan(
            steps=(
                RunOnNode(
                    "route-the-services",
                    commands=("ip route add <service CIDR> dev <link>",),
                    undo=("ip route del <service CIDR> dev <link>",),
                ),
            )
        ),
        does_not_help=_VAIN,
    )


CAUSE = Cause(
    name="host-no-default-route",
    code="HST006",
    stage=StageId.POD_BOUND,
    shows_as=DATASTORE_FAILS,
    reads=(ApiCallFailed, CurlAnswered, DefaultRoute, HostRoutes, ServiceAddress, ApiEndpoint),
    decided_by=(DefaultRoute,),
    failures=(
        api_fails(How.UNREACHABLE),
        fails(
            How.MISSING, How.NOT_FOUND, How.OBJECT_MISSING, thing=ThingClass.ROUTE, value="default"
        ),
        fails(How.UNREACHABLE, thing=ThingClass.ROUTE, value="default"),
    ),
    examine=examine,
    plan=plan,
    explains=(
        "api-endpoint-unreachable",
        "api-kube-proxy-down",
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "ip-can-reach-failed",
    ),
    prior=0.5,
)
