"""A second BIRD runs on the host and has the socket that this one wants."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import BgpSaid, Fact, FelixSaid, MilestoneReached
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_AT_TIMES
from calicovet.signals.messages import message

_KEY = "bgp-another-bird-instance"
_SAME_ROOT = "felix-port-9099-in-use"
_REPEATS = 3
"""The predecessor of a restarted container is met once or twice while it dies."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, BgpSaid, _KEY)
    if said is None:
        return
    other = message(node, FelixSaid, _SAME_ROOT)
    if other is not None:
        # Felix of the other calico-node has its port, as BIRD of the other one has the socket.
        yield proves(said, other)
    elif said.count >= _REPEATS or _is_all_that_is_shown(node):
        yield indicates(said)
    else:
        yield hints(said)


def _is_all_that_is_shown(node: NodeView) -> bool:
    """Whether that line was pasted alone: a log around it would show more."""
    others: tuple[Fact, ...] = (*node.all(MilestoneReached), *node.all(FelixSaid))
    return not others


CAUSE = Cause(
    name="bgp-another-bird-instance",
    code="BGP006",
    stage=StageId.BIRD_RUNNING,
    shows_as=READY_AT_TIMES,
    reads=(BgpSaid, FelixSaid, MilestoneReached),
    decided_by=(BgpSaid,),
    failures=(
        fails(
            How.ALREADY_EXISTS, How.CONFLICT, How.ADDRESS_IN_USE, How.BUSY, thing=ThingClass.BIRD
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "find-the-other",
                commands=(
                    "pgrep -af 'bird|calico-node|runsvdir'",
                    "crictl ps -a --name calico-node; docker ps -a --filter name=calico-node",
                    "systemctl status calico-node --no-pager",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("remove-the-other", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        reaches=StageId.BIRD_RUNNING,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    explains=("felix-port-9099-in-use",),
    prior=0.2,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
