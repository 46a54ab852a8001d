"""`render_html`: a diagnosis as one HTML file that loads nothing and runs nothing but its own script."""

from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from calicovet.model.diagnosis import Diagnosis, SummaryVerdict
from calicovet.model.display.visible_text import visible, visible_line
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.report.html.both import Both, Notes, in_both, label, notes
from calicovet.report.html.fleet_picture import CellGroup, fleet
from calicovet.report.html.incidents import Incident, headline, incidents
from calicovet.report.html.node_facts import NodeFacts
from calicovet.report.own_marks import BEGIN, END
from calicovet.report.page import rows
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.gaps import gaps, left_out

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

_HOME = Path(__file__).parent
_SEARCHED = 24
"""Among more nodes than this the page offers a search."""


@record(kw_only=True)
class Report:
    """All that the page shows."""

    name: str
    title: Both
    verdict: SummaryVerdict
    taken: str
    incidents: tuple[Incident, ...]
    fleet: tuple[CellGroup, ...]
    notes: tuple[Notes, ...]
    context: str

    @property
    def large(self) -> bool:
        """Whether a node has to be searched for."""
        return sum(group.count for group in self.fleet) > _SEARCHED


def render_html(diagnosis: Diagnosis, language: Language, program: str, name: str = "") -> str:
    """The page; `language` is the one that it opens in."""
    from calicovet import __version__

    style, script = _file("style.css"), _file("script.js")
    return _template().render(
        report=_report(diagnosis, program, name),
        language=language,
        program=program,
        version=__version__,
        style=style,
        script=script,
        policy=_policy(style, script),
        begin=BEGIN.format(what="report"),
        end=END,
    )


def _report(diagnosis: Diagnosis, program: str, name: str) -> Report:
    found = incidents(diagnosis, NodeFacts(diagnosis))
    taken = diagnosis.taken_at
    title = headline(diagnosis, found) if found else _told(diagnosis, program)
    cluster = diagnosis.cluster
    return Report(
        name=name,
        title=title,
        verdict=diagnosis.summary.verdict,
        taken=taken.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC") if taken else "",
        incidents=found,
        fleet=fleet(diagnosis, found),
        notes=tuple(_notes(diagnosis, program, bool(found))),
        context=f"{cluster.context} · {cluster.server}" if cluster else "",
    )


def _told(diagnosis: Diagnosis, program: str) -> Both:
    """The answer where no node is unhealthy."""
    return in_both(lambda language: make_page(diagnosis, language, program).headline)


def _notes(diagnosis: Diagnosis, program: str, found: bool) -> Iterator[Notes]:
    """What holds for all nodes."""
    if not found:
        yield from notes(lambda language: make_page(diagnosis, language, program).rows)
        return
    yield from notes(lambda language: rows.not_it(diagnosis, language))
    yield from notes(lambda language: rows.but(diagnosis, language))
    yield from notes(lambda language: rows.was(diagnosis, language))
    yield from notes(lambda language: left_out(diagnosis, language))
    yield from notes(lambda language: gaps(diagnosis, language, program))


@cache
def _template() -> "Template":
    """The page's template: every value is made visible, then escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_HOME),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(label=label)
    environment.filters.update(code=_with_code, typed=_as_typed)
    return environment.get_template("page.html.jinja")


def _shown(value: object) -> object:
    """A value from outside without characters that act on a reader; what is already markup stays."""
    return visible_line(value) if type(value) is str else value


def _with_code(text: str) -> "Markup":
    """The sentence, escaped, with what stands between back-ticks as code."""
    from markupsafe import Markup, escape

    parts = visible_line(text).split("`")
    if len(parts) % 2 == 0:
        return escape(visible_line(text))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def _as_typed(line: str) -> "Markup":
    """A command, escaped; its own line breaks stay, so that it can be copied as it is."""
    from markupsafe import escape

    return escape(visible(line))


@cache
def _file(name: str) -> "Markup":
    """A file of ours that stands in the page as it is."""
    from markupsafe import Markup

    return Markup(_HOME.joinpath(name).read_text(encoding="utf-8"))


def _policy(style: str, script: str) -> str:
    """Allows the page's own style and script by their hashes, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
