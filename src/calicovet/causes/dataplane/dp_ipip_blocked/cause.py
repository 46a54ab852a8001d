"""Something between the nodes drops IPIP packets (IP protocol 4)."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, indicates
from calicovet.model.facts import (
    LinkCounters,
    NodeProvider,
    PoolSeen,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.tunnel_traffic import BLOCKED_READS, blocked, is_misaddressed, pools_in_use

_NAME = "dp-ipip-blocked"
_LINK = "tunl0"
_DROPS_IT = "azure"
"""Its network carries TCP, UDP and ICMP, and nothing else."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    signs = tuple(blocked(node, _NAME, _LINK))
    yield from signs
    if signs or is_misaddressed(node):
        return
    cloud = node.one(NodeProvider, lambda found: found.name == _DROPS_IT)
    always = next((pool for pool in pools_in_use(node) if pool.ipip == "Always"), None)
    if cloud is not None and always is not None:
        yield indicates(cloud, always, how=_DROPS_IT)


CAUSE = Cause(
    name=_NAME,
    code="DPL005",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(*BLOCKED_READS, NodeProvider, PoolSeen),
    decided_by=(LinkCounters,),
    failures=(
        fails(How.DENIED, How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value="ipip"),
        fails(How.NO_ROUTE, thing=ThingClass.PROTOCOL, value="ipip"),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    scope=Scope.CLUSTER,
    prior=0.6,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
