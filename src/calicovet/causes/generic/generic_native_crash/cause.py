"""A program of Calico is ended by the kernel, outside its Go code."""

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

_NAME = "generic-native-crash"


def examine(case: Case) -> Iterator[Sign]:
    said = told_of_a_death(case.node, _NAME)
    if said is not None:
        signal = said.detail("signal") or said.detail("shell")
        sign = indicates if is_surely_calicos(said) else hints
        yield sign(said, signal=signal, release=release_of(case.node) or "?")


CAUSE = Cause(
    name=_NAME,
    code="GEN004",
    stage=StageId.IMAGES_PRESENT,
    shows_as=ANY_PROGRAM_FAILS,
    reads=(Said, *RELEASE_READS),
    decided_by=(Said,),
    failures=(
        fails(How.SEGFAULT),
        fails(How.KILLED, saying="aborted"),
        fails(How.EXIT, thing=ThingClass.CONTAINER, saying=("139", "135", "134")),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-what-died",
                commands=(
                    "dmesg -T | grep -E 'segfault|general protection|trap ' | tail -5",
                    "uname -r -m; getconf PAGESIZE",
                    "grep -m1 -i -E 'model name|^Model|CPU part' /proc/cpuinfo",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("image-or-machine", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    generic=True,
    prior=0.02,
    unforeseen=Unforeseen.CRASH,
)
