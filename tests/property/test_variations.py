"""The answer depends on what was seen, not on how it was pasted."""

from functools import cache

import pytest

from calicovet.app.commands.demo import expectations
from calicovet.model.finding import Verdict
from tests.support.answers import Answer, answer_to
from tests.support.demos import DEMOS, Demo
from tests.support.variations import (
    KEEP_ALL_EVIDENCE,
    LOSE_ATTRIBUTION,
    Vary,
    renamed,
    without_lines,
)

_STRENGTH = {verdict.value: place for place, verdict in enumerate(Verdict)}

every_demo = pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)


@cache
def _answer_as_shipped(demo: Demo) -> Answer:
    return answer_to(demo.text())


@every_demo
def test_a_demo_as_shipped_gets_its_right_answer(demo: Demo) -> None:
    expected = expectations()[demo.name]
    right = ((expected.cause, expected.verdict),) if expected.cause else ()
    assert _answer_as_shipped(demo).causes[:1] == right


def test_every_demo_that_ships_is_varied() -> None:
    assert {demo.name for demo in DEMOS} == set(expectations())


@every_demo
@pytest.mark.parametrize("vary", KEEP_ALL_EVIDENCE, ids=lambda vary: vary.__name__)
def test_the_same_evidence_in_another_form_gets_the_same_answer(demo: Demo, vary: Vary) -> None:
    assert answer_to(vary(demo.text())) == _answer_as_shipped(demo)


@every_demo
def test_other_names_get_the_same_answer_under_those_names(demo: Demo) -> None:
    names = dict(demo.renamed)
    shipped, other = _answer_as_shipped(demo), answer_to(renamed(demo.text(), names))
    assert other.causes == shipped.causes
    assert other.red_herrings == shipped.red_herrings
    assert other.contradictions == shipped.contradictions
    assert set(other.next_commands) == {renamed(line, names) for line in shipped.next_commands}


@every_demo
@pytest.mark.parametrize("vary", LOSE_ATTRIBUTION, ids=lambda vary: vary.__name__)
def test_less_attribution_may_weaken_the_answer_and_never_changes_it(
    demo: Demo, vary: Vary
) -> None:
    before = dict(_answer_as_shipped(demo).causes)
    for name, verdict in answer_to(vary(demo.text())).causes:
        assert name in before
        assert _STRENGTH[verdict] >= _STRENGTH[before[name]]


@pytest.mark.parametrize(
    "demo", [demo for demo in DEMOS if demo.decisive], ids=lambda demo: demo.name
)
def test_nothing_is_proven_without_the_decisive_lines(demo: Demo) -> None:
    causes = answer_to(without_lines(demo.text(), demo.decisive)).causes
    assert Verdict.PROVEN.value not in dict(causes).values()
