"""The lines around what is cited, so that a citation can be read where it stands."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from calicovet.diagnosis.evidence.citations import EvidenceIndex, shorten
from calicovet.model.evidence import Evidence
from calicovet.model.finding import Exhibit, SourceLine

_AROUND = 3
"""Lines before and behind the cited one, within the same piece."""


def surroundings(
    exhibits: Iterable[Exhibit], evidence_index: EvidenceIndex
) -> Mapping[str, tuple[SourceLine, ...]]:
    """For each exhibit, by its source, the lines of its piece around it; nothing where it stands alone."""
    by_source: dict[str, list[Evidence]] = {}
    for piece in evidence_index.pieces.values():
        by_source.setdefault(piece.source, []).append(piece)
    found: dict[str, tuple[SourceLine, ...]] = {}
    for source in dict.fromkeys(exhibit.source for exhibit in exhibits):
        name, _, number = source.rpartition(":")
        for piece in by_source.get(name, ()):
            lines = evidence_index.lines_of(piece.id)
            at = _place(piece, int(number), len(lines)) if number.isdecimal() else None
            if at is not None:
                found[source] = _around(piece, lines, at)
                break
    return {source: lines for source, lines in found.items() if len(lines) > 1}


def _place(piece: Evidence, number: int, count: int) -> int | None:
    """Which line of the piece has that number in the source, from 0."""
    if not piece.numbers:
        return number - 1 if 0 < number <= count else None
    at = bisect_left(piece.numbers, number)
    return at if at < min(len(piece.numbers), count) and piece.numbers[at] == number else None


def _around(piece: Evidence, lines: list[str], at: int) -> tuple[SourceLine, ...]:
    first, last = max(at - _AROUND, 0), min(at + _AROUND + 1, len(lines))
    shown = [
        SourceLine(piece.number_of(place + 1), shorten(lines[place]), place == at)
        for place in range(first, last)
    ]
    while shown and not shown[-1].text.strip():
        shown.pop()
    while shown and not shown[0].text.strip():
        shown.pop(0)
    return tuple(shown)
