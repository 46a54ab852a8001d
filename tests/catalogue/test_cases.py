"""Every case of every cause, through the whole core."""

import pytest

from calicovet.model.finding import NAMED
from calicovet.remedy.offers import offer
from tests.catalogue.judged import EXITS, all_cases, asked_for, diagnosed, finding_of, node_of
from tests.support.casefile import CaseFile

every_case = pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)


def stating(*keys: str) -> pytest.MarkDecorator:
    """Collects the cases whose head holds one of the keys; for others there is nothing to check."""
    cases = [case for case in all_cases() if not case.stated.isdisjoint(keys)]
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.id)


@every_case
def test_a_head_says_what_is_found_where_the_start_stands_and_the_exit_code(case: CaseFile) -> None:
    assert {"finds", "stage", "exit"} - case.stated == set()


@every_case
def test_a_case_is_judged_as_its_head_says(case: CaseFile) -> None:
    judged = {found.name: found.verdict for found in node_of(case).findings}
    named = {name: verdict for name, verdict in judged.items() if verdict in NAMED}
    assert named | {name: judged.get(name) for name in case.finds} == dict(case.finds)


@every_case
def test_the_summary_names_only_what_the_head_names(case: CaseFile) -> None:
    named = {cause.name for cause in diagnosed(case).summary.causes}
    assert named <= case.finds.keys()


@stating("not")
def test_what_the_head_denies_is_not_named(case: CaseFile) -> None:
    judged = {found.name: found.verdict for found in node_of(case).findings}
    assert [name for name in case.not_found if judged.get(name) in NAMED] == []


@stating("shape")
def test_the_start_has_the_shape_of_the_head(case: CaseFile) -> None:
    assert node_of(case).stages.shape is case.shape


@every_case
def test_the_start_stands_at_the_stage_of_the_head(case: CaseFile) -> None:
    assert node_of(case).stages.frontier == case.stages


@every_case
def test_the_program_would_exit_as_the_head_says(case: CaseFile) -> None:
    assert EXITS[diagnosed(case).summary.verdict] == case.exit


@stating("next")
def test_the_next_question_is_the_one_of_the_head(case: CaseFile) -> None:
    assert asked_for(node_of(case).next) == case.next


@stating("plan")
def test_the_offer_holds_the_lines_of_the_head(case: CaseFile) -> None:
    named = next(name for name, verdict in case.finds.items() if verdict in NAMED)
    offered = offer(finding_of(case, named), node_of(case), diagnosed(case))
    assert offered is not None
    lines = "\n".join(line for step in offered.steps for line in step.commands)
    assert [words for words in case.plan if words not in lines] == []
