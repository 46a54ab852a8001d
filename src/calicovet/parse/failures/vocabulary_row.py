"""The row types of the vocabularies."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import cached_property
from typing import Generic, TypeVar

from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.record import record


class Weight(IntEnum):
    """How much a row says of the reason; of several matches the heaviest counts, then the last."""

    HEAD = 0
    """That something failed."""
    EFFECT = 1
    """What came of it: an exit code, a cancelled request, a restart."""
    REASON = 2
    PRECISE = 3
    """A reason that other rows cut short."""
    WHOLE = 4
    """A reason that names another row's reason within it: a lookup that timed out."""


_COMMON = frozenset(
    {
        *("access", "address", "addresses", "available", "block", "blocks", "can", "changed"),
        *("check", "cluster", "command", "common", "config", "configuration", "configured"),
        *("connection", "could", "device", "did", "down", "exec", "exit", "extension", "field"),
        *("find", "host", "initialize", "initialized", "interface", "key", "kind", "known"),
        *("least", "limit", "link", "live", "liveness", "load", "long", "low", "many", "match"),
        *("matches", "memory", "message", "module", "more", "names", "new", "no", "node", "not"),
        *("old", "only", "open", "plugin", "pool", "pools", "port", "ports", "probe", "range"),
        *("read", "ready", "registered", "request", "requested", "required", "revision", "route"),
        *("running", "runtime", "self", "server", "service", "session", "set", "shared", "short"),
        *("small", "space", "startup", "status", "support", "table", "time", "token", "too"),
        *("type", "up", "upgraded", "use", "using", "valid", "value", "within"),
        *("mount", "resource", "detected", "doesn", "t"),
    }
)
_MOST_COMMON = frozenset(
    {
        *("address", "addresses", "changed", "in", "interface", "link", "live", "name", "network"),
        *("node", "not", "ready", "route", "set", "state", "status", "table", "up", "using"),
    }
)
"""Words of healthy logs: a row is found by another of its words, if it has one."""


@record
class Words:
    """Words of letters, in lower case, that stand in every match; one of them finds the row."""

    first: str
    needs: frozenset[str]


@record(kw_only=True)
class HowRow:
    """One way to word a how. Group `v` of the pattern is the failure's value."""

    how: How
    words: tuple[Words, ...]
    pattern: str
    weight: Weight


@record(kw_only=True)
class ThingRow:
    """One way to word a thing. Group `v` is its value where the row has none, group `t` its text."""

    kind: ThingClass
    words: tuple[Words, ...]
    pattern: str
    value: str = ""
    make: Callable[[re.Match[str]], Thing | None] | None = None


def _words(given: str) -> tuple[Words, ...]:
    """`connection refused|refused connect`: one of these sets; one word of each finds the row."""
    sets = [each.split() for each in given.split("|")]
    return tuple(
        Words(min(each, key=lambda word: (word in _MOST_COMMON, word in _COMMON)), frozenset(each))
        for each in sets
    )


def how(kind: How, words: str, pattern: str, weight: Weight = Weight.REASON) -> HowRow:
    """A row of the table of hows."""
    return HowRow(how=kind, words=_words(words), pattern=pattern, weight=weight)


def thing(
    kind: ThingClass,
    words: str,
    pattern: str,
    value: str = "",
    make: Callable[[re.Match[str]], Thing | None] | None = None,
) -> ThingRow:
    """A row of the table of things."""
    return ThingRow(kind=kind, words=_words(words), pattern=pattern, value=value, make=make)


_Row = TypeVar("_Row", HowRow, ThingRow)


class Table(Generic[_Row]):
    """Rows, found by the words of a line."""

    def __init__(self, rows: Iterable[_Row]) -> None:
        self.rows: tuple[_Row, ...] = tuple(rows)

    @cached_property
    def _by_word(self) -> Mapping[str, tuple[tuple[int, frozenset[str]], ...]]:
        found: dict[str, list[tuple[int, frozenset[str]]]] = {}
        for number, row in enumerate(self.rows):
            for words in row.words:
                found.setdefault(words.first, []).append((number, words.needs))
        return {word: tuple(rows) for word, rows in found.items()}

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The words of which a line holds one if any row can match."""
        return frozenset(self._by_word)

    def can_match(self, words: Iterable[str]) -> bool:
        """Whether the words of some row all stand in the line."""
        present = frozenset(words)
        return any(
            needs <= present for word in present & self.triggers for _, needs in self._by_word[word]
        )

    def rows_for(self, words: frozenset[str]) -> list[_Row]:
        """The rows whose words all stand in the line, in the order of the table."""
        numbers = {
            number
            for word in words & self.triggers
            for number, needs in self._by_word[word]
            if needs <= words
        }
        return [self.rows[number] for number in sorted(numbers)]
