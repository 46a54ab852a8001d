"""The form of every cause: its folder, its code, its promise, its documents, its cases."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from calicovet.causes.catalogue import (
    PREFIXES,
    area_of,
    folder_of,
    load_catalogue,
    names,
    retired,
)
from calicovet.causes.document import HEADINGS, document, holes
from calicovet.diagnosis.engine import diagnose
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign
from calicovet.model.facts import Claimed, Fact
from calicovet.model.finding import NAMED, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.plan import AskHuman, Edit, Plan, Risk, RunKubectl, RunOnNode
from calicovet.report.cause_sentences import sentence
from tests.catalogue.judged import finding_of
from tests.support.casefile import CaseFile, cases_of

every_cause = pytest.mark.parametrize("cause", load_catalogue(), ids=lambda cause: cause.name)


def _found(cause: Cause) -> tuple[CaseFile, ...]:
    return tuple(case for case in cases_of(cause.name) if case.finds.get(cause.name) in NAMED)


@cache
def _watched(name: str) -> tuple[frozenset[type[Fact]], tuple[Plan, ...]]:
    """What a cause asks for on all of its cases, and the plans it makes of them."""
    asked: set[type[Fact]] = set()
    plans: list[Plan] = []
    cause = next(cause for cause in load_catalogue() if cause.name == name)

    def examine(case: Case) -> Iterator[Sign]:
        yield from cause.examine(case)
        asked.update(case.node.asked)
        plans.append(cause.plan_for(case))

    for case in cases_of(name):
        diagnose(case.snapshot, (replace(cause, examine=examine),), strict=True)
    return frozenset(asked), tuple(plans)


@every_cause
def test_a_folder_is_a_package_with_two_documents(cause: Cause) -> None:
    names = {path.name for path in folder_of(cause.name).iterdir()}
    assert {"__init__.py", "cause.py", "doc.en.md", "doc.zh.md", "cases"} <= names


@every_cause
def test_a_cause_has_a_code_of_its_area(cause: Cause) -> None:
    assert re.fullmatch(rf"{PREFIXES[area_of(cause.name)]}\d{{3}}", cause.code)


def test_no_code_is_given_twice() -> None:
    given = [*(cause.code for cause in load_catalogue()), *retired().values()]
    assert [code for code, times in Counter(given).items() if times > 1] == []


def test_no_retired_name_is_given_again() -> None:
    assert retired().keys().isdisjoint(names())


@every_cause
def test_a_cause_asks_for_nothing_but_what_it_promised_to_read(cause: Cause) -> None:
    asked, _ = _watched(cause.name)
    assert asked - {Claimed} <= set(cause.reads)


@every_cause
def test_a_cause_has_a_shape(cause: Cause) -> None:
    assert cause.shows_as


@every_cause
def test_a_cause_names_only_causes_that_exist(cause: Cause) -> None:
    assert {*cause.explains, *cause.caused_by} <= {*names()}


@every_cause
def test_both_documents_have_the_same_holes(cause: Cause) -> None:
    english, chinese = (document(cause.name, language) for language in Language)
    assert holes(english.summary) == holes(chinese.summary)
    assert holes(english.because) == holes(chinese.because)
    assert {key: holes(step) for key, step in english.steps.items()} == {
        key: holes(step) for key, step in chinese.steps.items()
    }


@every_cause
@pytest.mark.parametrize("language", Language)
def test_a_document_has_its_sections_filled(cause: Cause, language: Language) -> None:
    written = document(cause.name, language)
    assert tuple(section.heading for section in written.sections) == HEADINGS[language]
    assert [section.heading for section in written.sections if len(section.text) < 8] == []


@every_cause
def test_the_holes_of_a_summary_are_filled_where_the_cause_is_found(cause: Cause) -> None:
    wanted = holes(document(cause.name, Language.EN).summary)
    for case in _found(cause):
        finding = finding_of(case, cause.name)
        if not wanted <= finding.details.keys():
            # Only a failure speaks for it: the clauses with holes are left out.
            assert (finding.details, finding.verdict) == ({}, Verdict.LIKELY), case.id
            assert not re.search(r"[{}?]", sentence(finding, Language.EN)), case.id


@every_cause
def test_a_cause_has_a_case_where_it_is_found_and_a_near_miss(cause: Cause) -> None:
    assert 0 < len(_found(cause)) < len(cases_of(cause.name))


@every_cause
def test_a_plan_has_steps_that_both_documents_know(cause: Cause) -> None:
    _, plans = _watched(cause.name)
    assert plans
    for plan in plans:
        assert plan.steps
        for step in (*plan.steps, *(plan.instead.steps if plan.instead else ())):
            assert isinstance(step.risk, Risk)
            if isinstance(step, RunOnNode | RunKubectl | AskHuman | Edit):
                for language in Language:
                    assert step.key in document(cause.name, language).steps
