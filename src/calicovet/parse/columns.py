"""Tables as `kubectl get` prints them: rows of words, with or without a heading.

Columns are told by what stands in them, because pasted tables lose their alignment, wrap, and come without heading.
"""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.record import record

_WIDEST = 4000


@record
class Row:
    """One row in words, with the line it begins on and the heading above it."""

    line: int
    words: tuple[str, ...]
    heading: tuple[str, ...] = ()

    def cell(self, name: str) -> str:
        """The word below a heading, where every word of the row has its own; empty otherwise."""
        if name not in self.heading or len(self.words) != len(self.heading):
            return ""
        return self.words[self.heading.index(name)]


_TWO_WORDS = (
    ("NOMINATED", "NODE"),
    ("READINESS", "GATES"),
    ("NODE", "SELECTOR"),
    ("LAST", "SEEN"),
    ("FIRST", "SEEN"),
    ("CREATED", "AT"),
)


@cache
def _heading_word() -> re.Pattern[str]:
    return re.compile(r"[A-Z][A-Z0-9()_./-]*$")


def heading_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """The column names, or nothing where the words are no heading."""
    if not words or not all(_heading_word().match(word[:60]) for word in words):
        return ()
    names: list[str] = []
    for word in words:
        if names and (names[-1], word) in _TWO_WORDS:
            names[-1] += f" {word}"
        else:
            names.append(word)
    return tuple(names)


def read_rows(content: str) -> Iterator[Row]:
    """Every line that is not blank and no heading; a heading that wraps is put together."""
    heading: tuple[str, ...] = ()
    fresh = False
    for number, text in enumerate(content.split("\n"), 1):
        words = tuple(text[:_WIDEST].split())
        if not words:
            continue
        names = heading_of(words)
        if names and (names[0] in ("NAME", "NAMESPACE", "NODE") or fresh):
            heading = (*heading, *names) if fresh else names
            fresh = True
            continue
        fresh = False
        yield Row(number, words, heading)
