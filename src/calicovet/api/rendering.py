"""A diagnosis as JSON, Markdown or text."""

from typing import Any

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.errors import BadUsage
from calicovet.model.finding import Finding
from calicovet.model.language import Language


def to_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Returns what `calicovet diagnose -o json` prints, as plain dicts, lists, strings and numbers.

    Sentences and plans are in both languages (`{"en": …, "zh": …}`). `json_schema` describes the object; its
    `schema` field is the version of that contract.
    """
    from json import loads

    from calicovet.report.machine.diagnosis_json import render_json

    found: dict[str, Any] = loads(render_json(diagnosis))
    return found


def json_schema() -> dict[str, Any]:
    """Returns the JSON Schema of what `to_json` returns."""
    from json import loads

    from calicovet.report.machine.diagnosis_json import json_schema as schema_text

    found: dict[str, Any] = loads(schema_text())
    return found


def to_markdown(diagnosis: Diagnosis, *, lang: str = "en") -> str:
    """Returns the diagnosis as Markdown for a ticket or a chat.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.machine.markdown import render_markdown
    from calicovet.report.page.from_diagnosis import make_page

    return render_markdown(make_page(diagnosis, _language(lang)))


def to_text(diagnosis: Diagnosis, *, lang: str = "en", width: int = 100) -> str:
    """Returns the diagnosis as the command line prints it, without colours.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.page.from_diagnosis import make_page
    from calicovet.report.terminal.render import render_terminal

    return render_terminal(make_page(diagnosis, _language(lang)), width=width)


def to_sentence(finding: Finding, *, lang: str = "en") -> str:
    """Returns one sentence that says what a finding is, with its particulars.

    Raises:
        BadUsage: `lang` is neither `en` nor `zh`.
    """
    from calicovet.report.cause_sentences import sentence

    return sentence(finding, _language(lang))


def _language(lang: str) -> Language:
    try:
        return Language(lang)
    except ValueError:
        raise BadUsage(f"no language {lang!r}; known: {', '.join(Language)}") from None
