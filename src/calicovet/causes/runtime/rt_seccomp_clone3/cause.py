"""The runtime's seccomp profile is too old for the image, and forbids it to make threads."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import told
from calicovet.signals.messages import proves_unless_others

_NAME = "rt-seccomp-clone3"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, Said, _NAME)
    if said is not None:
        yield proves_unless_others(said)


CAUSE = Cause(
    name=_NAME,
    code="RUN009",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(Said,),
    failures=(
        fails(How.NOT_PERMITTED, How.PERMISSION_DENIED, thing=ThingClass.PROCESSES),
        fails(
            How.FAILED,
            How.NOT_PERMITTED,
            How.DENIED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            thing=ThingClass.LSM,
            value="seccomp",
        ),
        fails(How.TOO_OLD, thing=ThingClass.RUNTIME),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-versions",
                commands=("docker version", "containerd --version", "runc --version"),
                risk=Risk.NONE,
            ),
            DrainNode(),
            AskHuman("update-the-runtime", risk=Risk.MOVES_WORKLOADS),
        ),
        reaches=StageId.CONTAINER_STARTED,
        within=A_REBOOT,
        instead=Plan(steps=(AskHuman("take-the-profile-off", risk=Risk.ROLLS_ALL_NODES),)),
    ),
    prior=0.3,
    unforeseen=Unforeseen.HOST_RULES,
)
