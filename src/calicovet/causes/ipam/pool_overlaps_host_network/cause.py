"""The pods' addresses come from the network that the hosts live in."""

from collections.abc import Iterator
from ipaddress import ip_address, ip_network

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates
from calicovet.model.facts import Address, DefaultRoute, Fact, InternalAddress, PoolSeen
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId


def examine(case: Case) -> Iterator[Sign]:
    pools = case.node.all(PoolSeen, lambda found: not found.disabled)
    if not pools:
        return
    hosts = tuple(_hosts(case))
    for pool in pools:
        for fact, address in hosts:
            if _is_in(address, pool.cidr):
                yield indicates(pool, fact, pool=pool.cidr, address=address)
                return
    if hosts:
        yield denies(pools[0], hosts[0][0])


def _hosts(case: Case) -> Iterator[tuple[Fact, Address]]:
    """The node's own address and gateway, and the addresses of its peers."""
    for view in (case.node, *case.peers):
        for own in view.all(InternalAddress):
            yield own, own.address
    for route in case.node.all(DefaultRoute):
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


def plan(case: Case) -> Plan:
    return Plan(
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
    )


CAUSE = Cause(
    name="pool-overlaps-host-network",
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
    examine=examine,
    plan=plan,
    may_lie_dormant=True,
    prior=0.6,
)
