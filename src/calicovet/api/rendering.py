"""A diagnosis as JSON, Markdown or text."""

from typing import Any

from calicovet.api.languages import language_of
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import Finding


def to_json(diagnosis: Diagnosis, *, all_findings: bool = False) -> dict[str, Any]:
    """Returns what `calicovet diagnose -o json` prints, as plain dicts, lists, strings and numbers.

    Sentences and plans are in both languages (`{"en": …, "zh": …}`). `json_schema` describes the object; its
    `schema` field is the version of that contract. With `all_findings` nodes also list the causes that are untested or
    ruled out.
    """
    from json import loads

    from calicovet.report.machine.diagnosis_json import render_json

    found: dict[str, Any] = loads(render_json(diagnosis, all_findings=all_findings))
    return found


def json_schema() -> dict[str, Any]:
    """Returns the JSON Schema of what `to_json` returns."""
    from json import loads

    from calicovet.report.machine.diagnosis_json import json_schema as schema_text

    found: dict[str, Any] = loads(schema_text())
    return found


def to_markdown(diagnosis: Diagnosis, *, lang: str | None = None) -> str:
    """Returns the diagnosis as Markdown for a ticket or a chat, by default in the language of the diagnosis.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.machine.markdown import render_markdown
    from calicovet.report.page.from_diagnosis import make_page

    return render_markdown(make_page(diagnosis, language_of(lang or diagnosis.language)))


def to_html(diagnosis: Diagnosis, *, lang: str | None = None) -> str:
    """Returns the diagnosis as one HTML file with both languages in it; it opens in that of the diagnosis by default.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.html.html_page import render_html

    return render_html(diagnosis, language_of(lang or diagnosis.language), "calicovet")


def to_text(
    diagnosis: Diagnosis, *, lang: str | None = None, width: int = 100, details: bool = False
) -> str:
    """Returns the diagnosis as the command line prints it, without colours, by default in its language.

    `details` shows all that is known, as `--details` does.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.page.brief import make_brief
    from calicovet.report.page.from_diagnosis import make_page
    from calicovet.report.terminal.render import render_brief, render_terminal

    language = language_of(lang or diagnosis.language)
    if details:
        return render_terminal(make_page(diagnosis, language), width=width)
    return render_brief(make_brief(diagnosis, language), width=width)


def to_sentence(finding: Finding, *, lang: str = "en") -> str:
    """Returns one sentence that says what a finding is, with its particulars.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.cause_sentences import sentence

    return sentence(finding, language_of(lang))
