"""Fields as YAML, JSON and `kubectl describe` print them, and the lines below one."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_values import HIDDEN

_LONGEST_LINE = 4_000
"""A longer line is no field of a printed object."""


class Field(NamedTuple):
    """The last field that begins on a line, as YAML, JSON and `kubectl describe` print one."""

    column: int
    name: str
    start: int
    """Where its value begins."""
    value: str


@cache
def _field() -> re.Pattern[str]:
    return re.compile(
        r"""(?:^|(?<=[\s>|:+"'-]))["']?(?P<name>(?=[\d./-]{0,99}[^\W\d])[\w./-]{1,100})["']?[ \t]{0,8}:(?:[ \t]+|$)(?P<value>.*)$"""
    )


@cache
def plain_field() -> re.Pattern[str]:
    """A field with nothing but blanks before it."""
    return re.compile(
        r"""\s*(?:- +)*["']?(?P<name>[\w./-]{1,100})["']?[ \t]{0,8}:(?:[ \t]+|$)(?P<value>.*)$"""
    )


def field_of(line: str) -> Field | None:
    if len(line) > _LONGEST_LINE:
        return None
    found = plain_field().match(line) or _field().search(line)
    if found is None:
        return None
    column = found.start("name")
    if column and line[column - 1] in "\"'":
        column -= 1
    return Field(column, found["name"], found.start("value"), found["value"].strip())


def has_dash(line: str, column: int) -> bool:
    return line[max(0, column - 2) : column] == "- "


def prefix_width(line: str, column: int) -> int:
    """How much of a line stands before its indentation: a log's prefix, marks of a quotation."""
    return len(line[:column].rstrip(" -\t"))


def lines_below(
    lines: Sequence[str], place: int, column: int, *, with_items: bool = False
) -> Iterator[int]:
    """The lines that are deeper than the field that begins at the column."""
    width = prefix_width(lines[place], column)
    prefix = head_of(lines[place], width)
    for at in range(place + 1, len(lines)):
        line = lines[at]
        if not line[width:].strip():
            if at + 1 < len(lines) and lines[at + 1].strip():
                continue
            return
        if head_of(line, width) != prefix:
            return
        indent = len(line) - len(line[width:].lstrip())
        item = with_items and indent == column and line[indent : indent + 2] == "- "
        if indent <= column and not item:
            return
        yield at


def hide_lines(lines: list[str], places: Iterable[int], column: int) -> None:
    for at in places:
        line = lines[at]
        if text := line[column:].strip():
            start = line.index(text, column)
            lines[at] = line[:start] + HIDDEN


def with_hidden(line: str, start: int) -> str:
    """The line, in which all from there is hidden but quotes and a comma around it."""
    rest = line[start:]
    opened = rest[:1] if rest[:1] in ("'", '"') else ""
    text = rest.rstrip(" \r")
    comma = "," if text.endswith(",") else ""
    return f"{line[:start]}{opened}{HIDDEN}{opened}{comma}"
