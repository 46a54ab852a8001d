"""Evidence as the page shows it: deciding words marked, with the lines around it."""

import re
from collections.abc import Iterator

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import UNKNOWN_COMMAND, YOU_SAY
from calicovet.model.finding import Exhibit
from calicovet.model.record import record
from calicovet.report.html.both import Both, frame, plain

_BLANKS = re.compile(r"\s{1,1000}")


@record
class Part:
    """A part of an excerpt."""

    text: str
    decides: bool = False


@record
class ContextLine:
    number: int
    text: str
    cited: bool


@record
class ExhibitView:
    """A citation: its words, where they stand, and how to get them again."""

    parts: tuple[Part, ...]
    source: str
    taken_by: Both
    said: bool
    """A person said it."""
    context: tuple[ContextLine, ...] = ()


def exhibit_view(exhibit: Exhibit, diagnosis: Diagnosis) -> ExhibitView:
    """The exhibit with the words marked that decide."""
    said = exhibit.taken_by == YOU_SAY
    taken_by = "" if exhibit.taken_by == UNKNOWN_COMMAND else exhibit.taken_by
    return ExhibitView(
        tuple(_parts(exhibit)),
        exhibit.source,
        frame("page.you-say") if said else plain(taken_by),
        said,
        tuple(
            ContextLine(line.number, line.text, line.cited)
            for line in diagnosis.surroundings.get(exhibit.source, ())
        ),
    )


def _parts(exhibit: Exhibit) -> Iterator[Part]:
    """The excerpt cut at the words that decide; white space within a part is one blank."""
    text, end = exhibit.excerpt, 0
    for extent in exhibit.deciding:
        if before := _close_up(text[end : extent.start]):
            yield Part(before)
        if deciding := _close_up(text[extent.start : extent.end]):
            yield Part(deciding, True)
        end = extent.end
    if rest := _close_up(text[end:]):
        yield Part(rest)


def _close_up(text: str) -> str:
    return _BLANKS.sub(" ", text)
