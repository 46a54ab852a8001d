"""Prints a diagnosis in the requested form; `FORMATS` is the table of output formats."""

from collections.abc import Callable, Iterator, Mapping

from calicovet.app.cli.output import write, write_stderr
from calicovet.app.cli.settings import Settings
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.display.visible_text import visible_line
from calicovet.model.errors import BadUsage
from calicovet.model.record import record


@record(kw_only=True)
class Format:
    """One form of a diagnosis; `render` is given the diagnosis, the settings and the incident's name."""

    render: Callable[[Diagnosis, Settings, str], Iterator[str]]
    for_programs: bool = False
    """A failure is reported in the result as well, in both languages."""
    several: bool = True
    """Several incidents can follow each other."""


def check_form(settings: Settings, *, many: bool) -> None:
    """Refuses what no form can show, before anything is read."""
    if many and not FORMATS[settings.output].several:
        raise BadUsage("several incidents", key="many", form=settings.output)
    if settings.open and settings.output != "html":
        raise BadUsage("--open is for -o html", key="open")
    if settings.facts and settings.output != "text":
        raise BadUsage("--facts is for people", key="facts")


def is_for_programs(output: str) -> bool:
    """Whether a program reads the result."""
    return output in FORMATS and FORMATS[output].for_programs


def present(diagnosis: Diagnosis, settings: Settings, name: str = "") -> None:
    """Writes the result; `name` distinguishes it from others of the same run."""
    if settings.debug:
        _report_crashes(diagnosis)
    parts = FORMATS[settings.output].render(diagnosis, settings, name)
    if settings.open:
        from calicovet.app.services.browser import open_in_browser

        open_in_browser("".join(parts), settings)
        return
    for part in parts:
        write(part)


def _report_crashes(diagnosis: Diagnosis) -> None:
    """The traceback of each cause that crashed, without the secrets of the evidence it could not handle."""
    from calicovet.world.redaction.redact import redact_text

    for cause, trace in zip(diagnosis.crashed_causes, diagnosis.tracebacks, strict=True):
        write_stderr(f"{cause}: {redact_text(trace)}")


def _text(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.page.fact_list import render_facts

    if name:
        yield f"== {visible_line(name)}\n"
    if settings.facts:
        # Who pipes the table on may search it; only a screen is narrow.
        width = settings.width if settings.terminal else 1000
        yield render_facts(diagnosis.facts, settings.language, width) + "\n"
    yield _details(diagnosis, settings) if settings.details else _brief(diagnosis, settings)
    if name:
        yield "\n"


def _details(diagnosis: Diagnosis, settings: Settings) -> str:
    """All that is known."""
    from calicovet.report.page.from_diagnosis import make_page
    from calicovet.report.terminal.render import render_terminal

    return render_terminal(
        make_page(diagnosis, settings.language, settings.program),
        width=settings.width,
        colour=settings.colour,
    )


def _brief(diagnosis: Diagnosis, settings: Settings) -> str:
    """What is needed to act."""
    from calicovet.report.page.brief import make_brief
    from calicovet.report.terminal.brief_layout import TALLEST, TALLEST_OF_MANY
    from calicovet.report.terminal.render import render_brief

    many = settings.again.one_of_many
    return render_brief(
        make_brief(diagnosis, settings.language, settings.program, settings.again),
        width=settings.width,
        colour=settings.colour,
        height=None if many else settings.height,
        tallest=TALLEST_OF_MANY if many else TALLEST,
    )


def _json(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.diagnosis_json import render_json

    yield render_json(diagnosis, all_findings=settings.all_findings)


def _markdown(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.markdown import plain, render_markdown
    from calicovet.report.page.from_diagnosis import make_page

    heading = f"## {plain(name)}\n\n" if name else ""
    yield heading + render_markdown(make_page(diagnosis, settings.language, settings.program))


def _html(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.html.html_page import render_html

    yield render_html(diagnosis, settings.language, settings.program, name)


def _jsonl(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.diagnosis_json import render_jsonl

    yield render_jsonl(diagnosis, name, all_findings=settings.all_findings)


def _yaml(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.diagnosis_json import render_yaml

    yield render_yaml(diagnosis, name, all_findings=settings.all_findings)


def _junit(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.junit import render_junit

    yield render_junit(diagnosis, settings.language)


def _prometheus(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.prometheus import render_prometheus

    yield render_prometheus(diagnosis)


def _open_reports(diagnosis: Diagnosis, settings: Settings, name: str) -> Iterator[str]:
    from calicovet.report.machine.open_reports import render_open_reports

    yield render_open_reports(diagnosis, settings.language)


FORMATS: Mapping[str, Format] = {
    "text": Format(render=_text),
    "json": Format(render=_json, for_programs=True, several=False),
    "markdown": Format(render=_markdown),
    "html": Format(render=_html, several=False),
    "jsonl": Format(render=_jsonl, for_programs=True),
    "yaml": Format(render=_yaml, for_programs=True),
    "junit": Format(render=_junit, for_programs=True, several=False),
    "prometheus": Format(render=_prometheus, for_programs=True, several=False),
    "openreports": Format(render=_open_reports, for_programs=True, several=False),
}
"""What `-o` takes, in the order of the help; the first is the default."""
