"""Where a value begins and ends within a line."""

import re
from functools import cache
from typing import NamedTuple

from calicovet.world.redaction.secret_names import Says
from calicovet.world.redaction.secret_values import is_of_a_message

_QUOTES = "\"'`"
_CLOSING = {"“": "”", "‘": "’", "「": "」", "『": "』"}


class Value(NamedTuple):
    start: int
    end: int
    structured: bool
    """A separate value: in quotes, or all that a line has behind a name."""


@cache
def opening() -> re.Pattern[str]:
    return re.compile(r"""\\{0,8}["'`]|[“‘「『]""")


@cache
def _bare() -> re.Pattern[str]:
    """Up to a blank, an escape of a string's, or a quote that ends something."""
    return re.compile(
        r"""(?:[^\s"'`\\<]|\\(?![nrt"'\\])|["'`](?![\s,;:}\])|]|$|\\)|<(?!/)){1,400}"""
    )


@cache
def _next_field() -> re.Pattern[str]:
    """Where a bare value ends before a blank does: at the next field, or what closes a list."""
    return re.compile(
        r"""[,;&|](?=\s?["']?[A-Za-z_][\w.-]{0,60}["']?[=:])|(?<![,;})\]，。；、）])[,;})\]，。；、）]{1,40}$|[}\])]{1,40}(?=[,;}\])])|[，。；、）]"""
    )


def rest_of(line: str, end: int) -> int:
    """The end of a value that is longer than what was looked at."""
    while found := _bare().match(line, end):
        end = found.end()
    return end


def end_of_field(line: str, at: int) -> int:
    """The end of the line, without a comma, a bracket or a comment that follows a value."""
    end = len(line.rstrip(" \t\r,"))
    if (comment := line.find(" # ", at)) >= 0 and comment > at:
        return comment
    if end > at and line[end - 1] in "}])" and not any(c in line[at : end - 1] for c in "{[("):
        # The end of a flow mapping: {password: x, user: y}
        inner = _next_field().search(line, at, end)
        return inner.start() if inner else end - 1
    following = re.compile(r", [\"']?[A-Za-z_][\w.-]{0,60}[\"']?: ").search(line, at, end)
    return following.start() if following else end


def cell_end(line: str, at: int, edge: str) -> int:
    closed = line.find(edge, at)
    end = closed if closed >= 0 else len(line)
    return at + len(line[at:end].rstrip())


def opening_before(before: str) -> str:
    """The quote right before a name, with the backslashes before it."""
    if not before or before[-1] not in _QUOTES:
        return ""
    bare = before[:-1].rstrip("\\")
    return before[len(bare) :]


def quoted(line: str, opened: re.Match[str]) -> Value:
    token = opened[0]
    start = opened.end()
    if token in "“‘「『":
        token = _CLOSING[token]
    at = start
    while (at := line.find(token, at)) >= 0:
        escapes = len(line[start:at]) - len(line[start:at].rstrip("\\"))
        if escapes == 0 or (len(token) == 1 and escapes % 2 == 0):
            # A quote in a value is written twice in YAML and SQL.
            if token != "'" or line[at + 1 : at + 2] != "'" or not line[at + 2 : at + 3]:
                break
            at += 1
        at += 1
    return Value(start, at if at >= 0 else len(line), True)


def list_in(line: str, at: int, closing: str = "]") -> Value:
    """What stands between the bracket there and the one that closes it."""
    closed = line.find(closing, at)
    return Value(at + 1, closed if closed >= 0 else len(line), True)


def words_from(line: str, at: int, said: Says, *, several: bool) -> Value | None:
    """A bare value; in a sentence also the words behind it, up to one that sentences are made of."""
    found = _bare().match(line, at)
    if found is None:
        return None
    end = _trimmed(line, at, found.end())
    if several and said is Says.SURELY and end == found.end():
        end = _more_words(line, end)
    return Value(at, end, False)


def _trimmed(line: str, at: int, end: int) -> int:
    cut = _next_field().search(line, at + 1, end)
    if cut is None or (cut.end() < end and line[cut.start()] not in ",;&|}])，。；、）"):
        return end
    return cut.start()


def _more_words(line: str, end: int) -> int:
    for _ in range(6):
        word = re.compile(r" ([^\s\"'=:<{\[(]{1,60})(?=[\s\\\"']|$)").match(line, end)
        if word is None or is_of_a_message(word[1]) or not word[1][0].isalnum():
            break
        end = word.end()
        if word[1][-1] in ",.;":
            return end - 1
    return end
