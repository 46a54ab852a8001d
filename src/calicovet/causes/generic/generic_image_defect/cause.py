"""A program of Calico's image lacks a library, or was built for another one."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ANY_PROGRAM_FAILS
from calicovet.signals.crashes import RELEASE_READS, is_surely_calicos, release_of, told_of_a_death

_NAME = "generic-image-defect"


def examine(case: Case) -> Iterator[Sign]:
    said = told_of_a_death(case.node, _NAME)
    if said is None:
        return
    missing = said.detail("missing") or said.detail("version")
    sign = indicates if is_surely_calicos(said) else hints
    yield sign(
        said,
        program=said.detail("program"),
        missing=missing,
        release=release_of(case.node) or "?",
    )


CAUSE = Cause(
    name=_NAME,
    code="GEN002",
    stage=StageId.IMAGES_PRESENT,
    shows_as=ANY_PROGRAM_FAILS,
    reads=(Said, *RELEASE_READS),
    decided_by=(Said,),
    failures=(
        fails(How.MISSING_LIBRARY),
        fails(How.MISSING_LIBRARY, thing=ThingClass.LIBRARY),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "compare-the-image",
                commands=("crictl images --digests | grep -i calico", "uname -m"),
                risk=Risk.NONE,
            ),
            AskHuman("another-image", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    ),
    generic=True,
    prior=0.02,
    unforeseen=Unforeseen.CRASH,
)
