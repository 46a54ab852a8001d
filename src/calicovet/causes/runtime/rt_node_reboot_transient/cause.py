"""The host was rebooted or lost its power, and everything is well again."""

from collections.abc import Iterator
from datetime import UTC, datetime

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates
from calicovet.model.facts import Claimed, ContainerExit, ContainerState, PodListed, Topic
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.message_owner import names_calico_node
from calicovet.signals.messages import only_known

_NAME = "rt-node-reboot-transient"
_LOST = 255
_FEW = 3


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    ended = node.one(ContainerExit, lambda found: found.about.container in ("", "calico-node"))
    if ended is None or ended.exit_code != _LOST or ended.reason not in ("Unknown", "Error"):
        return
    now = node.one(ContainerState, lambda found: found.about.container == "calico-node")
    listed = node.one(PodListed, lambda found: names_calico_node(found.about.pod))
    restarts = (listed.restarts if listed else None) or (now.restarts if now else None) or 0
    if now is None or not now.ready:
        return
    if restarts > _FEW:
        yield denies(now)
        return
    said = node.one(Claimed, lambda found: found.topic is Topic.REBOOTED)
    facts = (ended, now, *only_known(said))
    yield indicates(*facts, finished=_clock(ended.finished) if ended.finished else "?")


def _clock(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


CAUSE = Cause(
    name=_NAME,
    code="RUN016",
    stage=StageId.SANDBOX_READY,
    shows_as=READY_BUT_FAILS,
    reads=(ContainerExit, ContainerState, PodListed),
    decided_by=(ContainerExit,),
    failures=(fails(How.EXIT, thing=ThingClass.CONTAINER, saying="255"),),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("look-at-the-reboot"),),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    # It is over, and a node that is ready again is healthy.
    bystander=True,
    prior=0.3,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
