"""The pods' addresses come from the network that the hosts live in."""

from collections.abc import Iterable, Iterator
from ipaddress import ip_address, ip_network
from itertools import islice

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, indicates
from calicovet.model.facts import Address, DefaultRoute, Fact, InternalAddress, PoolSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import POOL_OVERLAPS
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId


def examine(case: Case) -> Iterator[Sign]:
    pools = case.node.all(PoolSeen, lambda found: not found.disabled)
    if not pools:
        return
    own = [(fact, fact.address) for fact in case.node.all(InternalAddress)]
    gateways = list(_gateways(case.node))
    first = next(
        (
            found
            for peer in case.peers.showing(InternalAddress)
            for found in peer.all(InternalAddress)
        ),
        None,
    )
    for pool in pools:
        inside = [found for found in own if _is_in(found[1], pool.cidr)]
        for fact, address in (*inside[:1], *_of_others(case, pool.cidr), *gateways):
            if _is_in(address, pool.cidr):
                yield indicates(pool, fact, pool=pool.cidr, address=address)
                return
    hosts: tuple[Fact | None, ...] = (
        *(fact for fact, _ in own),
        first,
        *(fact for fact, _ in gateways),
    )
    if seen := next(filter(None, hosts), None):
        yield denies(pools[0], seen)


def _of_others(case: Case, cidr: str) -> tuple[tuple[InternalAddress, Address], ...]:
    """The first address in the network that any node has; asked where the node's own is outside."""

    def first(views: Iterable[NodeView]) -> tuple[tuple[InternalAddress, Address], ...]:
        found = (own for view in views for own in view.unread().all(InternalAddress))
        inside = (own for own in found if _is_in(own.address, cidr))
        return tuple((own, own.address) for own in islice(inside, 1))

    return case.peers.everyone.once((_of_others, cidr), first)


def _gateways(node: NodeView) -> Iterator[tuple[Fact, Address]]:
    for route in node.all(DefaultRoute):
        try:
            gateway = ip_address(route.via)
        except ValueError:
            continue
        if not gateway.is_unspecified and not gateway.is_link_local:
            yield route, gateway


def _is_in(address: Address, cidr: str) -> bool:
    try:
        return address in ip_network(cidr, strict=False)
    except ValueError:
        return False


CAUSE = Cause(
    name="pool-overlaps-host-network",
    code="IPM005",
    stage=StageId.POOLS_READY,
    shows_as=frozenset(
        {
            Shape.STUCK_AT_STARTUP,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(PoolSeen, InternalAddress, DefaultRoute),
    decided_by=(PoolSeen, InternalAddress),
    failures=(
        POOL_OVERLAPS,
        fails(How.CONFLICT, How.OVERLAP, thing=ThingClass.POOL, by=Speaker.PERSON),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=(
                    "kubectl get ippools.crd.projectcalico.org -o custom-columns=NAME:.metadata.name,CIDR:.spec.cidr",
                    "kubectl get nodes -o wide",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("another-pool", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.RESTART_KUBELET,
        ),
    ),
    scope=Scope.SHARED,
    may_lie_dormant=True,
    prior=0.6,
)
