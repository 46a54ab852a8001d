"""No enabled pool is meant for this node."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import CniPluginSaid, ControllersSaid, PoolSeen, Said, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId

_NAME = "pool-none-for-node"
_OPERATOR = f"{_NAME}:operator"
_EVERY_NODE = "all()"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _said(node)
    pools = node.all(PoolSeen, lambda pool: bool(pool.cidr))
    fitting = next((pool for pool in pools if _is_for_all(pool)), None)
    words = {"who": _who(node, said), "pools": _named(pools)}
    if said is not None:
        # A pool that fits by now may have been made since, or be kept for another use.
        sign = proves if fitting is None and said.key != _OPERATOR else indicates
        yield sign(said, **words)
    elif fitting is not None:
        yield denies(fitting)
    elif pools and all(pool.disabled for pool in pools):
        yield indicates(*pools, **words)


def _said(node: NodeView) -> Said | None:
    def is_ours(found: Said) -> bool:
        return found.key.partition(":")[0] == _NAME

    return (
        node.one(StartupSaid, is_ours)
        or node.one(CniPluginSaid, is_ours)
        or node.one(ControllersSaid, is_ours)
    )


def _who(node: NodeView, said: Said | None) -> str:
    return (said.detail("node") if said else "") or node.name or "?"


def _is_for_all(pool: PoolSeen) -> bool:
    return not pool.disabled and pool.node_selector.replace(" ", "") == _EVERY_NODE


def _named(pools: tuple[PoolSeen, ...]) -> str:
    return ", ".join(dict.fromkeys(pool.name or pool.cidr for pool in pools)) or "?"


def plan(case: Case) -> Plan:
    name = _who(case.node, _said(case.node))
    return Plan(
        steps=(
            RunKubectl(
                "compare-pools-and-labels",
                commands=(
                    "kubectl get ippools.crd.projectcalico.org -o custom-columns="
                    "NAME:.metadata.name,CIDR:.spec.cidr,DISABLED:.spec.disabled,"
                    "NODES:.spec.nodeSelector,USES:.spec.allowedUses",
                    command(
                        "kubectl get node {node} --show-labels",
                        node=name,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("let-a-pool-fit", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="IPM003",
    stage=StageId.TUNNEL_ADDRESSES_ALLOCATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(StartupSaid, CniPluginSaid, ControllersSaid, PoolSeen),
    decided_by=(StartupSaid,),
    failures=(
        fails(How.NOT_FOUND, How.MISSING, How.DISABLED, thing=ThingClass.POOL),
        fails(How.NOT_FOUND, thing=ThingClass.RESOURCE, value="ippools"),
    ),
    examine=examine,
    plan=plan,
    # A node that has its addresses already goes on with a pool that was switched off.
    scope=Scope.CLUSTER,
    prior=0.3,
)
