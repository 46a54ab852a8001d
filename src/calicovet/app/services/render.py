"""A diagnosis on standard output, in the form that was asked for."""

from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.errors import BadUsage
from calicovet.model.visible_text import visible_line


def check_form(settings: Settings, *, many: bool) -> None:
    """Refuses what no form can show, before anything is read."""
    if many and settings.output == "json":
        raise BadUsage("several incidents", key="many")
    if settings.facts and settings.output != "text":
        raise BadUsage("--facts is for people", key="facts")


def present(diagnosis: Diagnosis, settings: Settings, name: str = "") -> None:
    """Writes the result; `name` tells it from others of the same run."""
    if settings.output == "json":
        from calicovet.report.machine.diagnosis_json import render_json

        write(render_json(diagnosis))
    elif settings.output == "jsonl":
        from calicovet.report.machine.diagnosis_json import render_jsonl

        write(render_jsonl(diagnosis, name))
    elif settings.output == "markdown":
        from calicovet.report.machine.markdown import plain, render_markdown
        from calicovet.report.page.from_diagnosis import make_page

        heading = f"## {plain(name)}\n\n" if name else ""
        write(heading + render_markdown(make_page(diagnosis, settings.language, settings.program)))
    else:
        _present_text(diagnosis, settings, name)


def _present_text(diagnosis: Diagnosis, settings: Settings, name: str) -> None:
    from calicovet.report.page.fact_list import render_facts
    from calicovet.report.page.from_diagnosis import make_page
    from calicovet.report.terminal.render import render_terminal

    if name:
        write(f"== {visible_line(name)}\n")
    if settings.facts:
        # Who pipes the table on may search it; only a screen is narrow.
        width = settings.width if settings.terminal else 1000
        write(render_facts(diagnosis.facts, settings.language, width) + "\n")
    write(
        render_terminal(
            make_page(diagnosis, settings.language, settings.program),
            width=settings.width,
            colour=settings.colour,
        )
    )
    if name:
        write("\n")
