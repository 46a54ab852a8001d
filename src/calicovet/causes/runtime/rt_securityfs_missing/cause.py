"""The pod mounts /sys/kernel/security, and the kernel has no such file system."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen
from calicovet.model.facts import RuntimeSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_FAIL_TO_START
from calicovet.signals.message_owner import told
from calicovet.signals.messages import proves_unless_others

_NAME = "rt-securityfs-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is not None:
        yield proves_unless_others(said)


CAUSE = Cause(
    name=_NAME,
    code="RUN014",
    stage=StageId.SANDBOX_READY,
    shows_as=CONTAINERS_FAIL_TO_START,
    reads=(RuntimeSaid,),
    failures=(
        fails(
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.MISSING,
            How.READ_ONLY,
            How.FAILED,
            thing=ThingClass.PATH,
            value="securityfs",
        ),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    prior=0.2,
    unforeseen=Unforeseen.HOST_RULES,
)
