"""The runtime's seccomp profile is too old for the image, and forbids it to make threads."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import Said
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import Whose, told, whose

_NAME = "rt-seccomp-clone3"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, Said, _NAME)
    if said is not None:
        yield hints(said) if whose(said) is Whose.OTHERS else proves(said)


def plan(case: Case) -> Plan:
    return Plan(
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_NAME,
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
    examine=examine,
    plan=plan,
    prior=0.3,
)
