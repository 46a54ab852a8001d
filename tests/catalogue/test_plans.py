"""Every cause has a plan that an expert would sign: words, choices, a way back, a promise that can be kept."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import document
from calicovet.model.cause import Cause
from calicovet.model.finding import NAMED
from calicovet.model.language import Language
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    OfferedStep,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    Step,
)
from calicovet.model.stage import StageId
from calicovet.remedy.offers import OfferBuilder, offer
from calicovet.report.cause_sentences import choices
from calicovet.report.cause_sentences import step as step_told
from tests.catalogue.judged import diagnosed, finding_of, node_of
from tests.support.casefile import CaseFile, cases_of

every_cause = pytest.mark.parametrize("cause", load_catalogue(), ids=lambda cause: cause.name)

_STAGES = tuple(StageId)
_CHANGES = re.compile(
    r"\b(kubectl|calicoctl|oc)\b(?!.* auth can-i ).*?\s"
    r"(apply|patch|delete|label|annotate|create|edit|scale|replace|drain|taint|add-scc-to-user"
    r"|rollout (restart|undo)|ipam release)\s"
)
_EDITORS = re.compile(r"\b(kubectl|systemctl|oc)( -n \S+)? edit\b|\b(vi|vim|nano)\b")


def _found(cause: Cause) -> tuple[CaseFile, ...]:
    return tuple(case for case in cases_of(cause.name) if case.finds.get(cause.name) in NAMED)


@cache
def _plans(name: str) -> tuple[tuple[CaseFile, Plan], ...]:
    """The plans on the cases where the cause is found, and beside each the one with less reach."""
    cause = next(cause for cause in load_catalogue() if cause.name == name)
    made: list[tuple[CaseFile, Plan]] = []
    for case in _found(cause):
        plan = finding_of(case, name).plan
        assert plan is not None, case.id
        made.append((case, plan))
        if plan.instead is not None:
            made.append((case, plan.instead))
    return tuple(made)


def _offered(cause: Cause) -> Iterator[tuple[Step, OfferedStep]]:
    for case, plan in _plans(cause.name):
        builder = OfferBuilder(finding_of(case, cause.name), node_of(case), diagnosed(case))
        yield from ((step, builder.offered(step)) for step in plan.steps)


@every_cause
def test_a_cause_that_is_found_is_given_a_plan(cause: Cause) -> None:
    for case in _found(cause):
        offered = offer(finding_of(case, cause.name), node_of(case), diagnosed(case))
        assert offered is not None and offered.steps, case.id


@every_cause
@pytest.mark.parametrize("language", Language)
def test_every_step_is_told_in_words(cause: Cause, language: Language) -> None:
    for _, offered in _offered(cause):
        told = step_told(cause.name, offered, language)
        assert len(told) > 4 and told != offered.key.removeprefix("step.")


@every_cause
@pytest.mark.parametrize("language", Language)
def test_who_has_to_choose_is_told_what_speaks_for_each_choice(
    cause: Cause, language: Language
) -> None:
    steps = document(cause.name, language).steps
    asked = {
        step.key
        for _, plan in _plans(cause.name)
        for step in plan.steps
        if isinstance(step, AskHuman)
    }
    for key in asked:
        _, listed = choices(steps[key])
        assert 2 <= len(listed) <= 4, key
        assert min(map(len, listed)) > 8, key


@every_cause
def test_choices_are_the_same_number_in_both_languages(cause: Cause) -> None:
    english, chinese = (document(cause.name, language).steps for language in Language)
    numbers = [
        {key: text.count("\n- ") for key, text in steps.items()} for steps in (english, chinese)
    ]
    assert numbers[0] == numbers[1]


@every_cause
def test_what_changes_something_can_be_taken_back_or_says_why_not(cause: Cause) -> None:
    for step, offered in _offered(cause):
        if isinstance(step, RestartPod | RestartUnit) or not offered.commands:
            continue
        changes = step.risk is not Risk.NONE or any(map(_CHANGES.search, offered.commands))
        assert offered.undo or offered.no_undo or not changes, offered.key


@every_cause
def test_a_way_back_and_a_reason_for_none_exclude_each_other(cause: Cause) -> None:
    for _, offered in _offered(cause):
        assert not (offered.undo and offered.no_undo), offered.key


@every_cause
def test_no_command_opens_an_editor(cause: Cause) -> None:
    for _, offered in _offered(cause):
        lines = (*offered.commands, *offered.undo)
        assert [line for line in lines if _EDITORS.search(line)] == []


@every_cause
def test_a_plan_promises_no_less_than_the_stage_where_the_fault_enters(cause: Cause) -> None:
    for _, plan in _plans(cause.name):
        assert _STAGES.index(plan.reaches) >= _STAGES.index(cause.stage)


@every_cause
def test_a_plan_that_moves_workloads_has_time_for_it(cause: Cause) -> None:
    for _, plan in _plans(cause.name):
        if any(step.risk is Risk.MOVES_WORKLOADS for step in plan.steps):
            assert plan.within >= A_REBOOT
