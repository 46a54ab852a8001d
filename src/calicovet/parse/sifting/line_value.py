"""What a line of a large text is worth: whether a parser would find something in it."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache

from calicovet.model.facts.milestones import Milestone
from calicovet.model.record import record
from calicovet.parse.failures.reading import (
    can_state_failure,
    failure_words,
    names_how,
    words_of_failures,
)
from calicovet.parse.failures.recoveries import RECOVERY_WORDS
from calicovet.parse.logs.log_line import unescape
from calicovet.parse.messages.index import (
    GRAVE_WORDS,
    WINDOW,
    Entry,
    entries,
    known_words,
    triggers,
    words_of,
)
from calicovet.parse.messages.message import compiled

_INFORMING = ("harmless", "milestone", "name", "version", "link", "health", "address")
"""What stands before the colon in the keys of messages that report no trouble."""
_TROUBLE = "address:none"
_ENDS = frozenset(
    f"milestone:{milestone}"
    for milestone in (Milestone.STARTUP_ENDED, Milestone.NODE_FAILED_TO_START)
)


class Value(Enum):
    NONE = "none"
    """A line of a log in which no parser finds anything."""
    PLAIN = "plain"
    """No line of a log: prose, a table, an object, a trace."""
    KNOWN = "known"
    """A message that reports no trouble."""
    TROUBLE = "trouble"
    """A failure, or what could be one with other numbers in it."""


@record
class LineValue:
    value: Value
    grave: bool = False
    """A crash or an end: the lines around it say why."""


@cache
def _log_line() -> re.Pattern[str]:
    """What only a line of a log begins with: a time, a level, the program's name."""
    return re.compile(
        r"\W{0,3}(?:\S{1,120} ){0,2}\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d:\d\d|[IWEFD]\d{4} \d\d:\d\d:\d\d\.\d"
        r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )|\[ {0,6}\d{1,8}\.\d{6}\] |bird6?: |time=\"|ts=\d|level=\w"
        r"|\[(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|PANIC)\]"
        r"|\{\"(?:level|time|ts|log|msg|timestamp|stream|@timestamp)\":"
    )


@cache
def _with_any_number(pattern: str) -> re.Pattern[str] | None:
    """The pattern for lines that differ only in their numbers; None where it names no number."""
    relaxed = _numbers().sub(_any_number, pattern)
    if relaxed == pattern:
        return None
    try:
        return compiled(relaxed)
    except re.error:  # within a look-behind
        return compiled("")


@cache
def _numbers() -> re.Pattern[str]:
    """Repetitions and classes, which stay as they are, and numbers."""
    return re.compile(
        r"\{\d+(?:,\d*)?\}|\[(?![\d-]+\])(?:\\.|[^\]\\])+\]|\(\?<?!\\d\)"
        r"|(?P<number>(?:(?:\\d|\[[\d-]+\]|\d)(?:\{\d+(?:,\d*)?\}|[+*?]{0,2}))+)"
    )


def _any_number(found: re.Match[str]) -> str:
    if found["number"] is not None:
        return r"\d*"
    return "" if found[0].startswith("(") else found[0]


@cache
def vocabulary() -> frozenset[str]:
    """The words on which it depends what a line is worth."""
    return (
        known_words()
        | triggers()
        | failure_words()
        | words_of_failures()
        | GRAVE_WORDS
        | RECOVERY_WORDS
    )


def value_of(line: str, words: Sequence[str]) -> LineValue:
    """What the line is worth; `words` are its words of letters."""
    present = frozenset(words)
    grave = not present.isdisjoint(GRAVE_WORDS)
    hits, open_to_numbers = _messages(line, entries(present), present)
    if not _ENDS.isdisjoint(hits):
        return LineValue(Value.TROUBLE, grave=True)
    harmless = any(key.startswith("harmless:") for key in hits)
    failing = can_state_failure(words) and not harmless and names_how(line)
    if grave and not harmless:
        return LineValue(Value.TROUBLE, grave=True)
    if failing or open_to_numbers or any(not _only_informs(key) for key in hits):
        return LineValue(Value.TROUBLE)
    if hits or not present.isdisjoint(RECOVERY_WORDS):
        return LineValue(Value.KNOWN)
    return LineValue(Value.NONE if _log_line().match(line[:400]) else Value.PLAIN)


def _messages(
    line: str, candidates: Iterable[Entry], present: frozenset[str]
) -> tuple[list[str], bool]:
    """The keys of the messages in the line, and whether another number in it could make one more."""
    text = unescape(line[:WINDOW])
    hits: list[str] = []
    open_to_numbers = False
    for entry in candidates:
        if not entry.needs <= present:
            continue
        pattern = entry.message.pattern
        if compiled(pattern).search(text):
            hits.append(entry.message.key)
        elif not _only_informs(entry.message.key):
            relaxed = _with_any_number(pattern)
            open_to_numbers |= relaxed is not None and relaxed.search(text) is not None
    return hits, open_to_numbers


def _only_informs(key: str) -> bool:
    return key.partition(":")[0] in _INFORMING and key != _TROUBLE


def letters_of(line: str) -> Sequence[str]:
    """The words of the line, as far as it is searched."""
    return words_of(line if len(line) <= WINDOW else line[:WINDOW])
