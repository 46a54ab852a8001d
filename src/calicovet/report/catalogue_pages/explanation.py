"""The terminal page of a cause, stage or harmless message (`explain`)."""

from collections.abc import Iterable, Iterator, Sequence

from calicovet.causes.catalogue import area_of, load_catalogue
from calicovet.causes.document import document
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.model.stage import Shape, StageId
from calicovet.report.catalogue_pages.proof import proven_by
from calicovet.report.catalogue_pages.red_herrings import Herring
from calicovet.report.cause_sentences import title
from calicovet.report.terminal.layout import Span, Styled
from calicovet.report.terminal.prose import lay_out_prose
from calicovet.report.terminal.render import render_lines
from calicovet.report.terminal.wrap import pad, width_of, wrap
from calicovet.report.words import catalogue_words

_WIDEST = 100
"""Longer lines are hard to read."""


def render_explain(cause: Cause, language: Language, width: int, *, colour: bool) -> str:
    """What is written about a cause, below what its data say."""
    written = document(cause.name, language)
    page = _Page(width, colour=colour)
    page.title(written.title, f"{cause.name} ({cause.code})")
    page.table(_facts(cause, language))
    for section in written.sections:
        page.section(section.heading, section.text)
    return page.render()


def render_stage(stage: StageId, language: Language, width: int, *, colour: bool) -> str:
    """What a stage is, which faults enter there, and what comes next."""
    frame = catalogue_words(language)
    page = _Page(width, colour=colour)
    page.title(frame.say(f"stage.{stage}"), stage)
    following = list(StageId)[list(StageId).index(stage) + 1 :][:1]
    page.table(
        (frame.say("page.next-stage"), f"`{after}`: {frame.say(f'stage.{after}')}")
        for after in following
    )
    entering = [cause for cause in load_catalogue() if cause.stage is stage]
    rows = [(f"`{cause.name}`", title(cause.name, language)) for cause in entering]
    page.section(frame.say("page.enters"), "" if rows else frame.say("page.none-enters"))
    page.table(rows)
    return page.render()


def render_herring(herring: Herring, language: Language, width: int, *, colour: bool) -> str:
    """An alarming line, why it is harmless, and when it is not."""
    frame = catalogue_words(language)
    page = _Page(width, colour=colour)
    page.title(herring.line, herring.key)
    rows = [
        (frame.say("herring.why"), herring.why[language]),
        (frame.say("herring.seen"), herring.seen[language]),
        (frame.say("herring.matters"), herring.matters.get(language, frame.say("herring.never"))),
    ]
    if herring.leads:
        comma = frame.say("page.separator")
        rows.append((frame.say("herring.leads"), comma.join(f"`{name}`" for name in herring.leads)))
    page.table(rows)
    return page.render()


def _facts(cause: Cause, language: Language) -> Iterator[tuple[str, str]]:
    frame = catalogue_words(language)
    comma = frame.say("page.separator")
    yield frame.say("page.stage"), f"`{cause.stage}`: {frame.say(f'stage.{cause.stage}')}"
    yield frame.say("page.family"), frame.say(f"family.{area_of(cause.name)}")
    looks = [frame.say(f"shape.{shape}") for shape in Shape if shape in cause.shows_as]
    yield frame.say("page.looks"), frame.say("page.semicolon").join(looks)
    yield frame.say("page.scope"), frame.say(f"scope.{cause.scope}")
    yield frame.say("page.proof"), proven_by(cause, language)
    for key, names in (("takes-along", cause.explains), ("effect-of", cause.caused_by)):
        if names:
            yield frame.say(f"page.{key}"), comma.join(f"`{name}`" for name in names)


class _Page:
    """Lines that are collected; without colour they are Markdown."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self._width = min(width, _WIDEST)
        self._colour = colour
        self._lines: list[Styled] = []

    def title(self, text: str, name: str) -> None:
        mark = "" if self._colour else "# "
        parts = wrap(text, self._width) if self._colour else [text]
        self._lines += [(Span(f"{mark}{part}", "heading"),) for part in parts]
        self._lines += [() for _ in mark[:1]]
        self._lines += [(Span(name, "dim"),), ()]

    def section(self, heading: str, text: str) -> None:
        mark = "" if self._colour else "## "
        self._lines.append((Span(f"{mark}{heading}", "bold"),))
        if not self._colour:
            self._lines.append(())
        if text:
            indent = "  " if self._colour else ""
            self._lines += lay_out_prose(text, self._width, ticks=not self._colour, indent=indent)

    def table(self, rows: Iterable[tuple[str, str]]) -> None:
        listed: Sequence[tuple[str, str]] = tuple(rows)
        labels = [label.strip("`") if self._colour else label for label, _ in listed]
        gutter = max(map(width_of, labels), default=0) + 2
        for shown, (label, text) in zip(labels, listed, strict=True):
            style = "label" if label.startswith("`") else "dim"
            room = self._width - 2 - gutter
            body = [line for line in lay_out_prose(text, room, ticks=not self._colour) if line]
            for number, line in enumerate(body):
                start = pad("" if number else shown, gutter)
                self._lines.append((Span(f"  {start}", style), *line))
        if listed:
            self._lines.append(())

    def render(self) -> str:
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return render_lines(self._lines, width=self._width, colour=self._colour)
