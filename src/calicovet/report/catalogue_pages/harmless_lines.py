"""The list of harmless messages."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.model.language import Language
from calicovet.report.catalogue_pages.red_herrings import Herring
from calicovet.report.machine.json_text import json_text
from calicovet.report.terminal.layout import Span, Styled
from calicovet.report.terminal.prose import lay_out_prose
from calicovet.report.terminal.render import render_lines
from calicovet.report.terminal.wrap import pad, width_of, wrap
from calicovet.report.words import catalogue_words


def render_herrings(
    rows: Sequence[Herring], language: Language, width: int, *, colour: bool = False
) -> str:
    """Each line with why it is harmless, where it is seen, and when it matters."""
    lines = list(_lines(rows, language, width, colour=colour))
    return render_lines(lines, width=width, colour=colour)


def _lines(
    rows: Sequence[Herring], language: Language, width: int, *, colour: bool
) -> Iterator[Styled]:
    frame = catalogue_words(language)
    if not rows:
        yield (Span(frame.say("herring.none")),)
        return
    labels = {key: frame.say(f"herring.{key}") for key in ("why", "seen", "matters", "leads")}
    gutter = max(map(width_of, labels.values())) + 2
    for number, row in enumerate(rows):
        if number:
            yield ()
        yield from ((Span(line, "bold"),) for line in wrap(row.line, width))
        yield (Span(f"  {row.key}", "label"),)
        for key, text in _told(row, language).items():
            body = lay_out_prose(text, width - gutter - 4, ticks=not colour)
            for part, line in enumerate(line for line in body if line):
                start = pad("" if part else labels[key], gutter)
                yield (Span(f"    {start}", "dim"), *line)


def _told(row: Herring, language: Language) -> Mapping[str, str]:
    frame = catalogue_words(language)
    told = {
        "why": row.why[language],
        "seen": row.seen[language],
        "matters": row.matters.get(language, frame.say("herring.never")),
    }
    if row.leads:
        told["leads"] = frame.say("page.separator").join(f"`{name}`" for name in row.leads)
    return told


def herrings_json(rows: Sequence[Herring]) -> str:
    """The same for programs."""
    told = [
        {
            "key": row.key,
            "line": row.line,
            "why": row.why,
            "seen": row.seen,
            "matters": row.matters or None,
            "leads": row.leads,
        }
        for row in rows
    ]
    document = {"schema": "calicovet-red-herrings/v1", "red_herrings": told}
    return json_text(document)
