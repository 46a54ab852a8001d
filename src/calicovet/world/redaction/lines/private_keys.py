"""Redacts private keys in PEM."""

import re
from functools import cache

from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_values import HIDDEN

_LONGEST_KEY = 400
"""Lines of a private key."""


@cache
def _body() -> re.Pattern[str]:
    """A line of a key's body behind whatever the line before it also had."""
    return re.compile(
        r"(?:[A-Za-z0-9+/=]*|(?:Proc-Type|DEK-Info|Comment|Version|Hash): .*)(?:\\n)?[\"',\\]*\s*"
    )


@cache
def _long_body() -> re.Pattern[str]:
    return re.compile(r"(?:^|(?<=[\s>|:\"'+-]))[A-Za-z0-9+/]{40,76}={0,2}(?:\\n)?[\"',\\]*\s*$")


@cache
def _head() -> re.Pattern[str]:
    """The first line of a key: of any kind but a public one."""
    return re.compile(r"----[- ]BEGIN (?![A-Z0-9 ]{0,40}PUBLIC)[\w ]{0,40}\b(?i:key)\b")


def is_head_of_a_key(line: str) -> bool:
    return "BEGIN " in line and _head().search(line) is not None


def hide_key(lines: list[str], place: int) -> None:
    """The body of a private key; one that was cut off must not take the rest of the text with it."""
    line = lines[place]
    begin = line.index("----")
    if "END " in line[begin:]:
        return
    prefix = head_of(line, begin)
    indented = prefix.rstrip()
    for at in range(place + 1, min(place + _LONGEST_KEY, len(lines))):
        line = lines[at]
        if "----END" in line or "---- END" in line:
            return
        start = begin if head_of(line, begin) == prefix else 0
        if not start and indented and head_of(line, len(indented)) == indented:
            start = len(indented)
        text = line[start:].lstrip()
        if _body().fullmatch(text):
            lines[at] = line[: len(line) - len(text)] + (HIDDEN if text.strip() else "")
        elif found := _long_body().search(line):
            lines[at] = line[: found.start()] + HIDDEN
        else:
            return
