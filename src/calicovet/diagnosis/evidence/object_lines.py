"""Lines of a JSON or YAML object as readable words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

_MOST_LINES = 30
"""No value that anybody quotes goes on for longer."""
_TEXT_FOLLOWS = frozenset({"|", "|-", "|+", ">", ">-", ">+"})
_CLOSED_BY = {"{": "}", "[": "]"}


@cache
def _field() -> re.Pattern[str]:
    return re.compile(
        r"((?: |- )*+)(?:\"((?:[^\"\\]|\\.){1,250})\"|([^\s:\"'{\[][^\s:]{0,250})):(?: |$)"
    )


def key_of(line: str) -> str:
    """The name of the value on the line; empty for what has none."""
    found = _field().match(line)
    return (found[2] or found[3]) if found is not None else ""


def leaf_at(lines: Sequence[str], index: int) -> Iterator[str]:
    """The line, and those below on which YAML goes on with a long value."""
    line = lines[index]
    found = _field().match(line)
    if found is None or found[3] is None or line[found.end() :].lstrip()[:1] in ("", "{", "["):
        yield line
        return
    # The sign that announces a text of several lines is no part of it.
    yield line[: found.end()] if line[found.end() :].strip() in _TEXT_FOLLOWS else line
    margin = len(found[1])
    for below in lines[index + 1 : index + _MOST_LINES]:
        if not below.strip():
            continue
        if len(below) - len(below.lstrip(" ")) <= margin:
            return
        yield below


def joined(leaves: Iterable[str]) -> str:
    """The leaves in one line; what stands below a heading stands in its brackets, other brackets go."""
    told = ""
    closing = ""
    for leaf in leaves:
        words = _bare(leaf)
        if not words.strip("{}[]"):
            if words and words == closing[:1]:
                told, closing = told + words, closing[1:]
            continue
        if told:
            told += "" if told[-1] in _CLOSED_BY else " " if told[-1] == ":" else ", "
        told += words
        if words[-1] in _CLOSED_BY:
            closing = _CLOSED_BY[words[-1]] + closing
    # What was not quoted is not empty for that.
    return f"{told}…{closing}" if told[-1:] in _CLOSED_BY else told + closing


def _bare(leaf: str) -> str:
    """Without the comma behind it, or the dash of a list before it."""
    words = leaf.strip()
    if words.startswith("- "):
        words = words[2:].lstrip()
    elif not _field().match(words) or words[:1] == '"':
        words = words.removesuffix(",")
    return words
