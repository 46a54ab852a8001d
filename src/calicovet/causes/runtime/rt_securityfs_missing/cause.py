"""The pod mounts /sys/kernel/security, and the kernel has no such file system."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import RuntimeSaid
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import Whose, told, whose

_NAME = "rt-securityfs-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is not None:
        yield hints(said) if whose(said) is Whose.OTHERS else proves(said)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "see-the-kernel",
                commands=("ls -ld /sys/kernel/security", "zgrep SECURITYFS /proc/config.gz"),
                risk=Risk.NONE,
            ),
            AskHuman("another-release", risk=Risk.ROLLS_ALL_NODES),
        ),
        reaches=StageId.CONTAINER_STARTED,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
        }
    ),
    reads=(RuntimeSaid,),
    examine=examine,
    plan=plan,
    prior=0.2,
)
