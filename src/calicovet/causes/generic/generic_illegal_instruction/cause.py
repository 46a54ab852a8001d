"""A program of Calico uses an instruction that the processor does not have."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ANY_PROGRAM_FAILS
from calicovet.signals.crashes import RELEASE_READS, is_surely_calicos, release_of, told_of_a_death

_NAME = "generic-illegal-instruction"


def examine(case: Case) -> Iterator[Sign]:
    said = told_of_a_death(case.node, _NAME)
    if said is not None:
        sign = indicates if is_surely_calicos(said) else hints
        yield sign(said, release=release_of(case.node) or "?")


CAUSE = Cause(
    name=_NAME,
    code="GEN003",
    stage=StageId.IMAGES_PRESENT,
    shows_as=ANY_PROGRAM_FAILS,
    reads=(Said, *RELEASE_READS),
    decided_by=(Said,),
    failures=(
        fails(How.ILLEGAL_INSTRUCTION),
        fails(How.EXIT, thing=ThingClass.CONTAINER, saying="132"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-processor",
                commands=(
                    "grep -m1 -i -E 'model name|^Model|CPU part' /proc/cpuinfo",
                    "grep -m1 -i -E '^flags|^Features' /proc/cpuinfo",
                    "dmesg | grep -i -E 'invalid opcode|undefined instruction' | tail -3",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("which-side-gives-way", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    generic=True,
    prior=0.02,
    unforeseen=Unforeseen.CRASH,
)
