"""The list of causes, by stage."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.causes.catalogue import area_of
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.model.stage import Shape, StageId
from calicovet.report.catalogue_pages.proof import proven_by
from calicovet.report.cause_sentences import title
from calicovet.report.machine.json_text import json_text
from calicovet.report.terminal.layout import Span, Styled
from calicovet.report.terminal.render import render_lines
from calicovet.report.terminal.wrap import pad, width_of, wrap
from calicovet.report.words import Words, catalogue_words


def by_stage(causes: Sequence[Cause]) -> Mapping[StageId, tuple[Cause, ...]]:
    """The stages at which one of them enters, each with those that do."""
    return {
        stage: found
        for stage in StageId
        if (found := tuple(cause for cause in causes if cause.stage is stage))
    }


def render_causes(
    causes: Sequence[Cause], language: Language, width: int, *, colour: bool = False
) -> str:
    """Code, name, title and proof of each, under its stage."""
    lines = list(_lines(causes, language, width))
    return render_lines(lines, width=width, colour=colour)


def _lines(causes: Sequence[Cause], language: Language, width: int) -> Iterator[Styled]:
    frame = catalogue_words(language)
    if not causes:
        yield (Span(frame.say("page.none")),)
        return
    gutter = max(width_of(cause.name) for cause in causes) + 2
    for number, (stage, found) in enumerate(by_stage(causes).items()):
        if number:
            yield ()
        yield (Span(stage, "bold"), Span(f"  {frame.say(f'stage.{stage}')}", "dim"))
        for cause in found:
            yield from _cause(cause, frame, width, gutter)


def _cause(cause: Cause, frame: Words, width: int, gutter: int) -> Iterator[Styled]:
    head = f"  {pad(cause.code, 8)}"
    room = max(24, width - len(head) - gutter)
    names = Span(head, "dim"), Span(pad(cause.name, gutter), "label")
    blank = Span(" " * (len(head) + gutter))
    for number, line in enumerate(wrap(title(cause.name, frame.language), room)):
        yield (*(names if number == 0 else (blank,)), Span(line))
    by = frame.say("page.by", proof=proven_by(cause, frame.language))
    yield from ((blank, Span(line, "dim")) for line in wrap(by, room))


def causes_json(causes: Sequence[Cause]) -> str:
    """The same for programs; links lead into the site that `make docs` builds."""
    listed = [found for stage in by_stage(causes).values() for found in stage]
    told = {"schema": "calicovet-causes/v1", "causes": [_json(cause) for cause in listed]}
    return json_text(told)


def _json(cause: Cause) -> Mapping[str, object]:
    return {
        "name": cause.name,
        "code": cause.code,
        "stage": cause.stage,
        "family": area_of(cause.name),
        "shows_as": [shape for shape in Shape if shape in cause.shows_as],
        "scope": cause.scope,
        "proven_by": {language: proven_by(cause, language) for language in Language},
        "title": {language: title(cause.name, language) for language in Language},
        "link": {language: page_of(cause.name, language) for language in Language},
    }


def page_of(cause: str, language: Language) -> str:
    """Where the page of a cause stands in the site."""
    return f"{language}/causes/{cause}.html"
