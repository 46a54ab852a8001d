"""`Key: value` lines with their indentation, as `kubectl describe` prints them."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from calicovet.model.record import record

_WIDEST = 4000
"""A line longer than this is cut: no value that matters is as long."""


@record(kw_only=True)
class Line:
    """One line; `key` is empty where it has none."""

    number: int
    indent: int
    key: str
    value: str
    text: str


@cache
def _keyed() -> re.Pattern[str]:
    return re.compile(r"([A-Za-z0-9][A-Za-z0-9 _./()-]{0,80}?):(?:\s+(.*)|$)")


def read_line(number: int, text: str) -> Line:
    """The line taken apart; a key ends with a colon that a blank or the line's end follows."""
    text = text[:_WIDEST].rstrip()
    bare = text.lstrip()
    indent = len(text.expandtabs(8)) - len(bare.expandtabs(8)) if bare else 0
    found = _keyed().match(bare)
    key, value = (found[1].strip(), (found[2] or "").strip()) if found else ("", bare)
    return Line(number=number, indent=indent, key=key, value=value, text=bare)


def read_lines(content: str) -> Iterator[Line]:
    """Every line that is not blank, without the indentation that all of them share."""
    lines = [
        read_line(number, text)
        for number, text in enumerate(content.split("\n"), 1)
        if text and not text.isspace()
    ]
    return _dedented(lines)


def _dedented(lines: Iterable[Line]) -> Iterator[Line]:
    lines = list(lines)
    margin = min((line.indent for line in lines), default=0)
    for line in lines:
        yield Line(
            number=line.number,
            indent=line.indent - margin,
            key=line.key,
            value=line.value,
            text=line.text,
        )
