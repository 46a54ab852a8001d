"""A diagnosis as JUnit XML: a test case per node, for CI servers."""

from collections.abc import Iterator, Sequence

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.display.visible_text import visible, visible_line
from calicovet.model.language import Language
from calicovet.report.machine.node_results import (
    NodeResult,
    Outcome,
    node_results,
    reasons_not_to_know,
)
from calicovet.report.own_marks import BEGIN, END
from calicovet.report.words import words

_SUITE = "calico-node"


def render_junit(diagnosis: Diagnosis, language: Language) -> str:
    """One document: healthy nodes pass, unhealthy ones fail, others are skipped or an error."""
    summary = diagnosis.summary
    results = tuple(node_results(diagnosis, language))
    unknown = reasons_not_to_know(diagnosis, language)
    healthy = words(language).say("page.healthy", nodes=words(language).count(summary.healthy))
    all_well = not results and not unknown
    counts = {
        "tests": len(results) + bool(unknown) + all_well,
        "failures": sum(each.outcome is Outcome.SICK for each in results),
        "errors": int(bool(unknown)),
        "skipped": sum(each.outcome in (Outcome.VICTIM, Outcome.UNCLEAR) for each in results),
    }
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            BEGIN.format(what="report"),
            _tag("testsuites", name="calicovet", **counts),
            _tag("testsuite", name=_SUITE, **counts),
            *(line for each in results for line in _case(each)),
            *_not_known(unknown),
            *([f"{_tag('testcase', classname=_SUITE, name=healthy)[:-1]}/>"] if all_well else []),
            "</testsuite>",
            "</testsuites>",
            END,
            "",
        )
    )


def _case(result: NodeResult) -> Iterator[str]:
    begin = _tag("testcase", classname=_SUITE, name=result.name)
    match result.outcome:
        case Outcome.HEALTHY:
            yield f"{begin[:-1]}/>"
        case Outcome.SICK:
            kind = result.finding.name if result.finding else "unexplained"
            yield begin
            yield _tag("failure", type=kind, message=result.message) + _text(result.details)
            yield "</failure>"
            yield "</testcase>"
        case _:
            yield begin
            yield f"{_tag('skipped', message=result.message)[:-1]}/>"
            yield "</testcase>"


def _not_known(reasons: Sequence[str]) -> Iterator[str]:
    if reasons:
        yield _tag("testcase", classname=_SUITE, name="cluster")
        yield f"{_tag('error', type='could-not-look', message=reasons[0])}{_text(reasons)}"
        yield "</error>"
        yield "</testcase>"


def _tag(element: str, /, **attributes: object) -> str:
    told = "".join(f' {key}="{_escaped(value)}"' for key, value in attributes.items())
    return f"<{element}{told}>"


def _escaped(value: object) -> str:
    return _without_markup(visible_line(str(value))).replace('"', "&quot;")


def _text(lines: Sequence[str]) -> str:
    return _without_markup(visible("\n".join(lines)))


def _without_markup(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
