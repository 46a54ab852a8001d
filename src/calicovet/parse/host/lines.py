"""The lines of a piece, and how a parser cites them."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Citation

LONGEST = 20_000
"""Host commands print no longer line; what comes after is left unread."""


@cache
def pattern(text: str) -> re.Pattern[str]:
    """The compiled expression; made when first used, so that importing a reader costs nothing."""
    return re.compile(text)


def numbered(evidence: Evidence) -> Iterator[tuple[int, str]]:
    """Every line with its number, from 1."""
    for number, line in enumerate(evidence.content.split("\n"), 1):
        yield number, line[:LONGEST].rstrip()


def without_number(line: str) -> str:
    """The line without what `grep -n`, `grep -H` or `cat -n` put before it, and without indentation."""
    found = pattern(r"\s*(?:[^\s:=\[\"']{1,200}\.\w{1,8}[:-])?(?:\d+(?:[:\-\t]|\s{2}))?\s*").match(
        line
    )
    return line[found.end() :] if found else line


def cite(evidence: Evidence, line: int = 0) -> tuple[Citation, ...]:
    return (Citation(evidence.id, line),)
