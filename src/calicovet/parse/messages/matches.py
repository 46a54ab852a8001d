"""Messages that match a line, wrapped or not, and the most precise of them."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice

from calicovet.model.record import record
from calicovet.parse.logs.log_line import unescape
from calicovet.parse.messages.index import WINDOW, Entry, entries, words_of
from calicovet.parse.messages.message import Message, compiled

_LONGEST_JOIN = 8_000


@record
class MessageMatch:
    """A message that was found, and in which text."""

    message: Message
    match: re.Match[str]
    text: str
    last: int = 0
    """The number of the last line, where the text is two lines."""


@cache
def _beginning() -> re.Pattern[str]:
    return re.compile(
        r"\s*+(\d{4}[-/]\d\d|\[?(pod/|INFO|WARN|ERROR|FATAL|DEBUG|PANIC)|[IWEF]\d{4} |time=|\{|\||\+-"
        r"|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:|(Normal|Warning)\s|bird6?: |[\w.-]++[@:~].{0,60}[$#] )"
    )


def begins_a_line(text: str) -> bool:
    """Whether the text cannot be the continuation of the line before it."""
    return not text.strip() or _beginning().match(text) is not None


def matches_in(
    lines: Sequence[str], number: int, words: frozenset[str], loose: bool
) -> list[MessageMatch]:
    """What stands in the line, or in it and its continuation; the most precise word for each thing."""
    line = lines[number]
    text = unescape(line[:WINDOW])
    hits: list[MessageMatch] = []
    unmatched: list[Entry] = []
    after = lines[number + 1] if number + 1 < len(lines) else ""
    goes_on = not begins_a_line(after)
    # A message may have its telling word behind the break.
    both = words | frozenset(words_of(after[:WINDOW])) if goes_on else words
    for entry in entries(both):
        message = entry.message
        if message.loose and not loose:
            continue
        found: Iterable[re.Match[str]] = ()
        if entry.needs <= words:
            matches = compiled(message.pattern).finditer(text)
            found = matches if message.each else islice(matches, 1)
        before = len(hits)
        hits += [MessageMatch(message, match, text) for match in found]
        if len(hits) == before:
            unmatched.append(entry)
    if unmatched and goes_on:
        hits += _wrapped(line, after, number, unmatched)
    return _most_precise(hits)


def _wrapped(line: str, after: str, number: int, unmatched: list[Entry]) -> list[MessageMatch]:
    """What stands across the line's end."""
    if len(line) + len(after) > _LONGEST_JOIN:
        return []
    first, second = unescape(line.rstrip()), unescape(after.strip())
    # Mails wrap at a space, terminals wherever the line is full.
    joins = [(join, frozenset(words_of(join))) for join in (f"{first} {second}", first + second)]
    hits = []
    for entry in unmatched:
        for join, words in joins:
            match = compiled(entry.message.pattern).search(join) if entry.needs <= words else None
            if match is not None and match.start() < len(first) < match.end():
                hits.append(MessageMatch(entry.message, match, join, number + 2))
                break
    return hits


def _names(keys: tuple[str, ...], key: str) -> bool:
    return key in keys or key.partition(":")[0] in keys


def _is_beaten(hit: Message, other: Message) -> bool:
    """Whether the other says the same more precisely; two that yield to each other both stay."""
    return (
        other.key != hit.key
        and _names(hit.yields_to, other.key)
        and not _names(other.yields_to, hit.key)
    )


def _most_precise(hits: list[MessageMatch]) -> list[MessageMatch]:
    return [
        hit
        for hit in hits
        if not (
            hit.message.yields_to and any(_is_beaten(hit.message, other.message) for other in hits)
        )
    ]
