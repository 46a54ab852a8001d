"""Calls to the API server's service leave with the address of another card, and the answers get lost."""

from collections.abc import Iterator
from ipaddress import ip_address

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    ApiCallFailed,
    CallError,
    HostLink,
    HostRoutes,
    InternalAddress,
    RouteTaken,
    ServiceAddress,
)
from calicovet.model.facts.addresses import Address
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import SERVICE, api_fails
from calicovet.model.record import record
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.startup.autodetection.route_source import known_source

_LOST = frozenset({CallError.TIMEOUT, CallError.SLOW})


@record(kw_only=True)
class _Source:
    """From which address the host calls the service, and what shows it."""

    address: Address
    told: RouteTaken | HostRoutes


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    internal = node.one(InternalAddress, lambda found: found.address.version == 4)
    service = _service(node)
    if internal is None or not service:
        return
    source = _source(node, service)
    if source is None:
        return
    if source.address == internal.address:
        yield denies(source.told, internal)
        return
    if any(_is_so_over_there(peer.unread(), service) for peer in case.fair):
        # There it does no harm: kube-proxy puts the address right.
        return
    words = {"service": service, "source": source.address, "expected": internal.address}
    lost = node.one(
        ApiCallFailed,
        lambda found: found.error in _LOST and found.target.partition(":")[0] == service,
    )
    if lost is not None:
        yield indicates(source.told, internal, lost, **words)
    else:
        yield hints(source.told, internal, **words)


def _service(node: NodeView) -> str:
    """The address of the API server's service, by its object or by a failed call to it."""
    told = node.one(ServiceAddress)
    if told is not None:
        return told.address
    call = node.one(ApiCallFailed, lambda found: found.target.endswith(".1:443"))
    return call.target.partition(":")[0] if call is not None else ""


def _source(node: NodeView, service: str) -> _Source | None:
    target = ip_address(service)
    taken = node.one(RouteTaken, lambda found: found.destination == target)
    if taken is not None:
        return _Source(address=taken.source, told=taken)
    table = node.one(HostRoutes)
    source = known_source(service, node, node.all(HostLink))
    address = source(service) if source is not None else None
    return None if table is None or address is None else _Source(address=address, told=table)


def _is_so_over_there(peer: NodeView, service: str) -> bool:
    internal = peer.one(InternalAddress, lambda found: found.address.version == 4)
    source = _source(peer, service)
    return internal is not None and source is not None and source.address != internal.address


def plan(case: Case) -> Plan:
    service = _service(case.node) or part("<service address>")
    return Plan(
        steps=(
            RunOnNode(
                "see-the-way",
                commands=(
                    command("ip route get {service}", service=service),
                    "ip route show default",
                    "ip rule",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("one-way-for-both", risk=Risk.TOUCHES_HOST),
        ),
    )


CAUSE = Cause(
    name="host-second-gateway-asymmetry",
    code="HST021",
    stage=StageId.POD_BOUND,
    shows_as=DATASTORE_FAILS,
    reads=(RouteTaken, HostRoutes, HostLink, InternalAddress, ServiceAddress, ApiCallFailed),
    decided_by=(RouteTaken,),
    failures=(api_fails(How.TIMED_OUT, at=SERVICE),),
    examine=examine,
    plan=plan,
    explains=(
        "api-kube-proxy-down",
        "felix-datastore-unreachable",
        "ipamup-node-or-api-unreachable",
    ),
    prior=0.3,
)
