"""No free address is left for the node: the pools, or the blocks it may have, are used up."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import CniPluginSaid, PoolSeen, Said, StartupSaid
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

_NAME = "pool-exhausted"
_SPEAKS = {
    f"{_NAME}:pools": "No IPs available in pools",
    f"{_NAME}:host-limit": "cannot allocate new block due to per host block limit",
    f"{_NAME}:blocks": "No more free affine blocks",
    f"{_NAME}:none-of": "Assigned 0",
    _NAME: "pools are likely exhausted",
}
"""What names it by itself, the most telling first, in IPAM's own words."""
_FITS = f"{_NAME}:only-none"
_HEAD = f"{_NAME}:autoassign"
"""The head of every error of the allocator; only its tail would tell which."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = {found.key: found for found in reversed(_all_said(node))}
    telling = next((key for key in _SPEAKS if key in said), None)
    if telling is not None:
        words = said[telling].detail("error") or _SPEAKS[telling]
        yield proves(said[telling], pools=_pools(node), words=words.strip(" \"'"))
    elif _FITS in said:
        yield indicates(said[_FITS], pools=_pools(node), words="IPAM allocated only 0")
    elif _HEAD in said and not said[_HEAD].detail("error"):
        yield hints(said[_HEAD], pools=_pools(node), words="Unable to autoassign an address")


def _all_said(node: NodeView) -> tuple[Said, ...]:
    def is_ours(found: Said) -> bool:
        return found.key.partition(":")[0] == _NAME

    return (*node.all(StartupSaid, is_ours), *node.all(CniPluginSaid, is_ours))


def _pools(node: NodeView) -> str:
    """The pools that are used up, as far as anything names them."""
    for found in _all_said(node):
        if named := found.detail("pools").strip():
            return named
    enabled = node.all(PoolSeen, lambda pool: not pool.disabled and bool(pool.cidr))
    return ", ".join(dict.fromkeys(pool.cidr for pool in enabled)) or "?"


CAUSE = Cause(
    name=_NAME,
    code="IPM002",
    stage=StageId.TUNNEL_ADDRESSES_ALLOCATED,
    shows_as=frozenset(
        {
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(StartupSaid, CniPluginSaid, PoolSeen),
    decided_by=(StartupSaid,),
    failures=(fails(How.FULL, How.INSUFFICIENT, thing=ThingClass.POOL),),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "see-what-is-used",
                commands=(
                    "calicoctl ipam show --show-blocks",
                    "calicoctl ipam check -o report.json",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-room", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    ),
    # All nodes share the pools; a node that still has a free block is not affected.
    scope=Scope.CLUSTER,
    prior=0.5,
    unforeseen=Unforeseen.CAPACITY,
)
