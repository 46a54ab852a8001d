"""Evidence as the page shows it: deciding words marked, with the lines around it."""

from collections.abc import Iterable, Iterator, Mapping

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import UNKNOWN_COMMAND, YOU_SAY
from calicovet.model.finding import Exhibit
from calicovet.model.record import record
from calicovet.report.html.both import Both, frame, plain

_SHORTEST = 2


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


def exhibit_view(
    exhibit: Exhibit, diagnosis: Diagnosis, details: Mapping[str, str] | None = None
) -> ExhibitView:
    """The exhibit with the words marked that the finding's sentence is made of."""
    said = exhibit.taken_by == YOU_SAY
    taken_by = "" if exhibit.taken_by == UNKNOWN_COMMAND else exhibit.taken_by
    return ExhibitView(
        tuple(_parts(" ".join(exhibit.excerpt.split()), (details or {}).values())),
        exhibit.source,
        frame("page.you-say") if said else plain(taken_by),
        said,
        tuple(
            ContextLine(line.number, line.text, line.cited)
            for line in diagnosis.surroundings.get(exhibit.source, ())
        ),
    )


def _parts(text: str, values: Iterable[str]) -> Iterator[Part]:
    """The text cut at the values that stand in it."""
    end = 0
    for start, stop in _places(text, values):
        if start < end:
            continue
        if start > end:
            yield Part(text[end:start])
        yield Part(text[start:stop], True)
        end = stop
    if end < len(text):
        yield Part(text[end:])


def _places(text: str, values: Iterable[str]) -> list[tuple[int, int]]:
    found = []
    for value in dict.fromkeys(values):
        at = text.find(value) if len(value) >= _SHORTEST else -1
        while at >= 0:
            found.append((at, at + len(value)))
            at = text.find(value, at + len(value))
    return sorted(found, key=lambda place: (place[0], -place[1]))
