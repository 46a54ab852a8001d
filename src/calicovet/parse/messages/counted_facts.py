"""Merges equal facts of a piece: last place, with a count."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from calicovet.model.facts.base import Citation, Fact
from calicovet.model.facts.datastore import ApiCallFailed
from calicovet.model.facts.failure import Failure
from calicovet.model.facts.said import Said
from calicovet.model.subject import Subject

Key = tuple[Subject, Fact]
Place = Callable[[int], tuple[tuple[Citation, ...], datetime | None]]

_DISTINCT = 60
"""So many different details of one message are kept; more only raise the count of the last."""


@dataclass(slots=True)
class _Seen:
    fact: Fact
    count: int = 0
    first: datetime | None = None
    """The time of the first such line."""
    again: int | None = None
    """The number of the last line that said the very same."""


class FactCounter:
    """Facts in the order in which they were last seen."""

    def __init__(self) -> None:
        self._seen: dict[Key, _Seen] = {}
        self._distinct: dict[tuple[Subject, str], list[Key]] = {}

    def add(self, fact: Fact) -> Key:
        """Take a fact in; its key serves to tell of the same words again."""
        # Calls differ by what they ask for, but they fail in one way.
        key = (fact.about, replace(fact, url="") if isinstance(fact, ApiCallFailed) else fact)
        if isinstance(fact, Said) and key not in self._seen:
            key = self._within_bounds(fact.key, key)
        elif isinstance(fact, Failure) and key not in self._seen:
            key = self._within_bounds(fact.how, key)
        seen = self._seen.pop(key, None) or _Seen(fact, first=fact.at)
        seen.fact, seen.again = fact, None
        seen.count += 1
        self._seen[key] = seen
        return key

    def again(self, key: Key, number: int) -> None:
        """The same words stand in that line too."""
        seen = self._seen.pop(key)
        seen.count += 1
        seen.again = number
        self._seen[key] = seen

    def _within_bounds(self, kind: str, key: Key) -> Key:
        alike = self._distinct.setdefault((key[0], kind), [])
        if len(alike) >= _DISTINCT:
            return alike[-1]
        alike.append(key)
        return key

    def facts(self, place: Place) -> Iterator[Fact]:
        """All facts, the newest last."""
        for seen in self._seen.values():
            fact = seen.fact
            if seen.again is not None:
                cited, at = place(seen.again)
                fact = replace(fact, cited=cited, at=at)
            if seen.count > 1 and isinstance(fact, Said | ApiCallFailed):
                fact = replace(fact, count=seen.count)
            elif seen.count > 1 and isinstance(fact, Failure):
                fact = replace(fact, count=seen.count, first=seen.first)
            yield fact
