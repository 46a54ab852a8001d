"""Something between the nodes drops IPIP packets (IP protocol 4)."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    InternalAddress,
    KernelSaid,
    LinkCounters,
    NodeProvider,
    PoolSeen,
)
from calicovet.model.plan import AskHuman, Plan, Risk, RunOnNode, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.data_path import (
    is_misaddressed,
    no_traffic,
    nothing_arrives,
    pools_in_use,
    watched,
)

_NAME = "dp-ipip-blocked"
_LINK = "tunl0"
_DROPS_IT = "azure"
"""Its network carries TCP, UDP and ICMP, and nothing else."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    rule = node.one(KernelSaid, lambda found: found.key == f"{_NAME}:rule")
    if rule is not None:
        yield proves(rule, how=f"{rule.detail('chain')} {rule.detail('fate')}")
        return
    if is_misaddressed(node):
        # Nobody can answer to an address that is not this node's.
        return
    packets = watched(node, f"{_NAME}:packet")
    if packets.arrived:
        yield denies(*packets.arrived[:1])
        return
    silent = nothing_arrives(node, _LINK)
    # A single one may be all that somebody cut out.
    if sum(one.count for one in packets.left) > 1:
        yield indicates(*packets.left[:3], *((silent,) if silent else ()), how="tcpdump")
    elif silent is not None:
        # Those who send may be the only ones who want anything.
        dead = no_traffic(node)
        yield (indicates if dead else hints)(silent, *dead, how=f"{_LINK}: TX {silent.sent}, RX 0")
    elif (cloud := node.one(NodeProvider, lambda found: found.name == _DROPS_IT)) is not None:
        always = next((pool for pool in pools_in_use(node) if pool.ipip == "Always"), None)
        if always is not None:
            yield indicates(cloud, always, how=_DROPS_IT)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "watch-both-ends",
                commands=(
                    "timeout 20 tcpdump -nni any -c 20 ip proto 4",
                    "iptables-save | grep -E -- '-p (4|ipencap|ipip)'",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("let-it-through-or-change", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.DATAPLANE_READY,
    shows_as=frozenset({Shape.READY_BUT_BROKEN, Shape.READY_BUT_FLAPPING}),
    reads=(CalicoAddress, InternalAddress, KernelSaid, LinkCounters, NodeProvider, PoolSeen),
    decided_by=(LinkCounters,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.6,
)
