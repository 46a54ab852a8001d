"""The words of an excerpt that decide: where the values stand that were read from it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from enum import Enum
from ipaddress import IPv4Interface, IPv6Interface

from calicovet.model.facts.base import Fact
from calicovet.model.facts.events import EventSeen
from calicovet.model.facts.failure import Failure
from calicovet.model.facts.milestones import HarmlessLine, MilestoneReached
from calicovet.model.facts.said import Said
from calicovet.model.failures.thing import Thing
from calicovet.model.finding import Extent
from calicovet.parse.failures.reading import failing_words
from calicovet.parse.messages.index import words_of_message

_MOST = 6
"""Where everything is marked, nothing is."""
_MOST_OF_ONE = 2
_LONGEST = 80
_LONGEST_VALUE = 40
_SHORT = 2
"""Numbers of so few digits also stand in times and counts: they decide in short excerpts only."""
_FEW_WORDS = 4
_IDENTITY = re.compile(r"[0-9a-f-]{20,}")
"""Of containers and images: no reader compares them by eye."""
_NOT_VALUES = frozenset({"count", "process"})
_BASE = frozenset(each.name for each in fields(Fact))


def deciding_words(
    excerpt: str, values: Iterable[str], facts: Iterable[Fact]
) -> tuple[Extent, ...]:
    """Where the deciding words stand: what is said of the facts, else what was read, else the message."""
    facts = tuple(facts)
    said = [part for value in values for part in _parts(value)]
    read = [value for fact in facts for value in _values(fact)]
    names = {name for fact in facts for name in _names(fact)}
    for candidates in (
        [value for value in said if value not in names],
        [value for value in read if value not in names],
        [message for fact in facts if (message := _message(fact, excerpt))],
        [value for value in (*said, *read) if value in names],
        [_behind_its_key(excerpt) or _if_one_word(excerpt)],
    ):
        if found := _places(excerpt, candidates):
            return found
    return ()


def _parts(value: str) -> tuple[str, ...]:
    """The value; the parts of a list, of a long chain of errors the innermost one, a load as uptime writes it."""
    if len(value) > _LONGEST and ": " in value:
        return (value.rpartition(": ")[2],)
    if value.count(".") == 1 and value.replace(".", "").isdecimal():
        return (value, f"{float(value):.2f}")
    return (value, *value.split(", ")) if ", " in value else (value,)


def _names(fact: Fact) -> tuple[str, ...]:
    """The names of the fact's subject: they stand in many lines and decide few of them."""
    about = fact.about
    return (about.node, about.namespace, about.pod, about.container)


def _values(fact: Fact) -> Iterator[str]:
    """What the fact states, as a text may write it."""
    if isinstance(fact, Said):
        yield from (value for _, value in fact.details)
        return
    if isinstance(fact, EventSeen):
        yield fact.message if len(fact.message) <= _LONGEST else fact.reason
        return
    for each in fields(fact):
        if each.compare and each.name not in _BASE and each.name not in _NOT_VALUES:
            yield from _texts(getattr(fact, each.name))


def _texts(value: object) -> Iterator[str]:
    match value:
        case bool() | None:
            return
        case Enum():
            yield str(value.value)
        case str():
            yield value
        case int():
            yield str(value)
        case float():
            yield from (f"{value:g}", f"{value:.2f}")
        case Thing():
            yield from (value.text, value.value)
        case IPv4Interface() | IPv6Interface():
            yield from (str(value), str(value.ip))
        case tuple():
            for each in value:
                yield from _texts(each)
        case _ if type(value).__module__ == "ipaddress":
            yield str(value)


def _message(fact: Fact, excerpt: str) -> str:
    """The words of the excerpt by which the message was recognised; the end of a long one, where the reason is."""
    words = _recognised(fact, excerpt)
    _, source_line, message = words.partition(".go ")
    if source_line and message[:1].isdecimal():
        words = message.partition(": ")[2]
    return words if len(words) <= _LONGEST else words[-_LONGEST:].partition(" ")[2]


def _recognised(fact: Fact, excerpt: str) -> str:
    match fact:
        case Failure():
            return failing_words(excerpt, fact)
        case Said():
            return words_of_message(fact.key, excerpt)
        case MilestoneReached():
            return words_of_message(f"milestone:{fact.milestone}", excerpt)
        case HarmlessLine():
            return words_of_message(f"harmless:{fact.key}", excerpt)
    return ""


def _behind_its_key(excerpt: str) -> str:
    """The value of a line that is nothing but a key and its value."""
    sign = "=" if "=" in excerpt.partition(":")[0] else ":"
    key, _, value = excerpt.partition(sign)
    is_key = len(key.split()) <= 2 and not any(char.isdecimal() for char in key)
    return value.strip(" ,\"'") if is_key and len(value) <= _LONGEST_VALUE else ""


def _if_one_word(excerpt: str) -> str:
    words = excerpt.split()
    return words[0] if len(words) == 1 else ""


def _places(excerpt: str, words: Iterable[str]) -> tuple[Extent, ...]:
    """Where the words stand, in the order of the excerpt, none within another."""
    short_excerpt = len(excerpt.split()) <= _FEW_WORDS
    lower = excerpt.lower()
    found: list[Extent] = []
    for word in dict.fromkeys(words):
        if _may_decide(word, short_excerpt):
            found += _places_of(word, excerpt, lower)
    found.sort(key=lambda extent: (extent.start, -extent.end))
    return tuple(_apart(found))[:_MOST]


def _may_decide(word: str, short_excerpt: bool) -> bool:
    if not word.strip(" ?") or len(word) > _LONGEST or _IDENTITY.fullmatch(word):
        return False
    return short_excerpt or (len(word) > _SHORT if word.isdecimal() else len(word) > 1)


def _apart(found: Sequence[Extent]) -> Iterator[Extent]:
    end = 0
    for extent in found:
        if extent.start >= end:
            yield extent
            end = extent.end


def _places_of(word: str, excerpt: str, lower: str) -> list[Extent]:
    found: list[Extent] = []
    at = lower.find(word.lower())
    while at >= 0 and len(found) < _MOST_OF_ONE:
        end = at + len(word)
        if _is_apart(excerpt, at, end):
            found.append(Extent(at, _with_prefix(excerpt, at, end)))
        at = lower.find(word.lower(), end)
    return found


def _is_apart(text: str, start: int, end: int) -> bool:
    """Whether the part is a word, a name, an address or a number by itself, not a piece of one."""
    if _goes_on(text[start], text[start - 1] if start else ""):
        return False
    if _goes_on(text[end - 1], text[end : end + 1]):
        return False
    number = text[start:end].replace(".", "", 1).isdecimal()
    joints = ".:-/," if number else "."
    return not (
        (text[start].isdecimal() and _is_joint(text[max(start - 2, 0) : start][::-1], joints))
        or (text[end - 1].isdecimal() and _is_joint(text[end : end + 2], joints))
    )


def _goes_on(edge: str, beside: str) -> bool:
    """Whether a word goes on across that edge; Chinese sets no blanks around what it quotes."""
    return (
        (edge.isalnum() or edge == "_") and beside.isascii() and (beside.isalnum() or beside == "_")
    )


def _is_joint(beside: str, joints: str) -> bool:
    return len(beside) == 2 and beside[0] in joints and beside[1].isdecimal()


def _with_prefix(text: str, start: int, end: int) -> int:
    """The end of an address with the length of its network."""
    bits = text[end + 1 : end + 4]
    digits = len(bits) - len(bits.lstrip("0123456789"))
    is_address = text[start:end].count(".") == 3 or text[start:end].count(":") >= 2
    return end + 1 + digits if is_address and text[end : end + 1] == "/" and digits else end
