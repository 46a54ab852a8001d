"""Orders facts in time, newest first, and dates the evidence."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import ContainerExit, ContainerState, EventSeen, Fact, PodPhase, Running

_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)

Moment = tuple[float, float, int]
"""When something was seen: the time of its piece, the piece's place, the line in it."""


class Chronology:
    """When facts were seen: a piece without a time is as old as the one before it."""

    def __init__(self, facts: Iterable[Fact], evidence: Mapping[str, Evidence]) -> None:
        latest: dict[str, datetime] = {}
        for fact in facts:
            if fact.cited and fact.at is not None:
                piece = fact.cited[0].evidence
                latest[piece] = max(fact.at, latest.get(piece, fact.at))
        ranks: dict[str, tuple[datetime | None, int]] = {}
        clock: datetime | None = None
        for taken in sorted(evidence.values(), key=lambda taken: taken.order):
            clock = taken.taken_at or latest.get(taken.id) or clock
            ranks[taken.id] = (clock, taken.order)
        earliest = min((at for at, _ in ranks.values() if at is not None), default=None)
        self._evidence = evidence
        self._first_lines: defaultdict[str, list[tuple[int, str]]] | None = None
        self._ranks = {
            piece: ((at or earliest or _NO_TIME).timestamp(), order)
            for piece, (at, order) in ranks.items()
        }
        self._unknown = ((earliest or _NO_TIME).timestamp(), 0)

    def of(self, fact: Fact) -> Moment:
        """When it was seen; what a person says is as old as the whole paste."""
        if not fact.cited:
            return (0.0, 0, 0)
        return (*self._ranks.get(fact.cited[0].evidence, self._unknown), fact.cited[0].line)

    def within_paste(self, fact: Fact) -> Moment:
        """The same, but what a person says or types stands behind the piece that it follows."""
        paste = self._evidence.get(fact.cited[0].evidence) if fact.cited else None
        if paste is None or paste.kind is not EvidenceKind.PASTE:
            return self.of(fact)
        line = paste.number_of(fact.cited[0].line)
        begins = self._begins()[paste.source]
        place = bisect_left(begins, (line, ""))
        if not place:
            return (0.0, -1.0, line)
        at, order = self._ranks[begins[place - 1][1]]
        return (at, order + 0.5, line)

    def _begins(self) -> Mapping[str, list[tuple[int, str]]]:
        """By source: on which line each of its pieces begins."""
        if self._first_lines is None:
            self._first_lines = defaultdict(list)
            for piece in self._evidence.values():
                if piece.numbers:
                    self._first_lines[piece.source].append((piece.numbers[0], piece.id))
            for begins in self._first_lines.values():
                begins.sort()
        return self._first_lines


def newest_first(facts: Iterable[Fact], evidence: Mapping[str, Evidence]) -> list[Fact]:
    """By the time of their pieces, then by their place; a piece without a time is as old as the one before."""
    facts = tuple(facts)
    return sorted(facts, key=Chronology(facts, evidence).of, reverse=True)


def latest_time(facts: Iterable[Fact]) -> datetime | None:
    """The latest moment that the evidence knows of: it was taken then or later.

    Events tell their age, not their time; where one of them also has its own time
    (a container's start), the two together say what "now" was.
    """
    facts = tuple(facts)
    moments = [fact.at for fact in facts if fact.at is not None]
    for fact in facts:
        if isinstance(fact, ContainerState | ContainerExit):
            moments += [at for at in (fact.started, fact.finished) if at is not None]
        elif isinstance(fact, PodPhase) and fact.started is not None:
            moments.append(fact.started)
    moments += _from_ages(facts)
    return max(moments, default=None)


def _from_ages(facts: tuple[Fact, ...]) -> Iterable[datetime]:
    started = {
        fact.about.container: fact.started
        for fact in facts
        if isinstance(fact, ContainerState) and fact.started and fact.phase is Running.RUNNING
    }
    for fact in facts:
        if not isinstance(fact, EventSeen) or fact.reason != "Started" or fact.age is None:
            continue
        for container, at in started.items():
            if container and container in fact.message:
                yield at + fact.age


def ahead(event: EventSeen, other: EventSeen) -> timedelta:
    """How much later the first was seen than the second; nothing where that cannot be told."""
    if event.at is not None and other.at is not None:
        return event.at - other.at
    # Ages count from the moment at which the list was printed.
    together = event.cited[0].evidence == other.cited[0].evidence
    if together and event.age is not None and other.age is not None:
        return other.age - event.age
    return timedelta(0)
