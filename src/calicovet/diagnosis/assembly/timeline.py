"""Facts in the order of time."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact


def newest_first(facts: Iterable[Fact], evidence: Mapping[str, Evidence]) -> list[Fact]:
    """By the time of their pieces, then by their place; a piece without a time is as old as the one before."""
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

    def age(fact: Fact) -> tuple[float, int, int]:
        if not fact.cited:
            return (0.0, 0, 0)
        at, order = ranks.get(fact.cited[0].evidence, (None, 0))
        at = at or earliest
        return (at.timestamp() if at else 0.0, order, fact.cited[0].line)

    return sorted(facts, key=age, reverse=True)
