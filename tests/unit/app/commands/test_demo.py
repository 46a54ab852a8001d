"""The incidents that ship."""

import json
from importlib.resources import files

import pytest

from calicovet.app.commands.demo import Expectation, expectations
from calicovet.app.main import main
from calicovet.model.diagnosis import Diagnosis, NamedCause, Summary, SummaryVerdict
from calicovet.model.finding import Verdict
from calicovet.model.language import Language
from calicovet.report.words import words

Capture = pytest.CaptureFixture[str]
NAMES = tuple(expectations())


def test_every_text_has_an_expectation_and_the_other_way_round() -> None:
    texts = {
        path.name.removesuffix(".md")
        for path in files("calicovet.app").joinpath("demos").iterdir()
        if path.name.endswith(".md")
    }
    assert texts == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_demo_leads_where_it_should(name: str, capsys: Capture) -> None:
    expected = expectations()[name]
    assert main(["demo", name, "--lang", "en"]) == (1 if expected.cause else 3)
    assert words(Language.EN).say("demo.as-expected") in capsys.readouterr().out.splitlines()[0]


def test_without_a_name_all_are_shown(capsys: Capture) -> None:
    assert main(["demo", "-o", "jsonl"]) == 3
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["input"] for one in told] == list(NAMES)


def test_without_a_name_a_single_document_is_refused(capsys: Capture) -> None:
    assert main(["demo", "-o", "json"]) == 2
    assert capsys.readouterr().out == ""


def test_a_demo_that_does_not_exist_names_those_that_do(capsys: Capture) -> None:
    assert main(["demo", "no-such-demo", "--lang", "en"]) == 2
    assert "two-nodes-crash" in capsys.readouterr().err


def test_an_expectation_is_held_by_name_and_verdict() -> None:
    text = dict.fromkeys(Language, "x")
    cause = NamedCause("a-b", "HST001", Verdict.LIKELY, ())
    named = Diagnosis(summary=Summary(SummaryVerdict.EXPLAINED, (cause,)))
    none = Diagnosis(summary=Summary(SummaryVerdict.UNEXPLAINED))
    assert Expectation(cause="a-b", verdict="likely", text=text).held(named)
    assert not Expectation(cause="a-b", verdict="proven", text=text).held(named)
    assert not Expectation(cause="", verdict="", text=text).held(named)
    assert Expectation(cause="", verdict="", text=text).held(none)
