"""Every drawing in both languages, as it was last looked at; UPDATE_GOLDEN=1 rewrites the files."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.language import Language
from calicovet.report.machine.diagnosis_json import render_json
from calicovet.report.machine.markdown import render_markdown
from calicovet.report.page.brief import make_brief
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.terminal.render import render_brief, render_terminal
from tests.unit.report.sample import EXPLAINED, NOTHING, UNEXPLAINED

HERE = Path(__file__).parent


def _piped(diagnosis: Diagnosis, language: Language) -> str:
    return render_terminal(make_page(diagnosis, language))


def _screen(diagnosis: Diagnosis, language: Language) -> str:
    return render_terminal(make_page(diagnosis, language), width=80, colour=True)


def _brief(diagnosis: Diagnosis, language: Language) -> str:
    return render_brief(make_brief(diagnosis, language))


def _brief_screen(diagnosis: Diagnosis, language: Language) -> str:
    return render_brief(make_brief(diagnosis, language), width=80, colour=True, height=10)


def _markdown(diagnosis: Diagnosis, language: Language) -> str:
    return render_markdown(make_page(diagnosis, language))


DIAGNOSES = {"explained": EXPLAINED, "unexplained": UNEXPLAINED, "nothing": NOTHING}
DRAWINGS: dict[str, Callable[[Diagnosis, Language], str]] = {
    "piped.txt": _piped,
    "screen.ansi": _screen,
    "brief.txt": _brief,
    "brief.ansi": _brief_screen,
    "markdown.md": _markdown,
}


@pytest.mark.parametrize("drawing", DRAWINGS)
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("diagnosis", DIAGNOSES)
def test_drawn_as_before(diagnosis: str, language: Language, drawing: str) -> None:
    _compare(f"{diagnosis}.{language}.{drawing}", DRAWINGS[drawing](DIAGNOSES[diagnosis], language))


@pytest.mark.parametrize("diagnosis", DIAGNOSES)
def test_json_as_before(diagnosis: str) -> None:
    _compare(f"{diagnosis}.json", render_json(DIAGNOSES[diagnosis]))


def _compare(name: str, drawn: str) -> None:
    file = HERE / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")
