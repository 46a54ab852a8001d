"""The index of all messages by word: a pattern is tried only on lines that can match."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from calicovet.model.record import record
from calicovet.parse.logs.log_line import unescape
from calicovet.parse.messages import (
    addresses,
    bgp,
    cni_install,
    cni_plugin,
    controllers,
    crashes,
    failed_api_calls,
    felix,
    harmless,
    identity,
    ipam_upgrade,
    kernel,
    kube_proxy,
    kubelet,
    runtime,
    startup,
)
from calicovet.parse.messages.message import Message, compiled
from calicovet.parse.messages.trigger_words import sure_words, trigger_word

WINDOW = 65_536
"""Of a longer line only the beginning is searched."""
GRAVE_WORDS = frozenset({"fatal", "panic"})
"""Words that make a line worth a look, even if no message has them."""

_STAMP = len("2024-01-01 00:00:00.000 ")
_LETTERS = str.maketrans(
    {chr(code): chr(code).lower() if chr(code).isalpha() else " " for code in range(128)}
)


@record
class Entry:
    """A message, and all words that a line must hold before its pattern is tried."""

    message: Message
    needs: frozenset[str]


def tables() -> tuple[Message, ...]:
    """All known messages."""
    return (
        *startup.MESSAGES,
        *ipam_upgrade.MESSAGES,
        *cni_install.MESSAGES,
        *cni_plugin.MESSAGES,
        *felix.MESSAGES,
        *bgp.MESSAGES,
        *controllers.MESSAGES,
        *kubelet.MESSAGES,
        *kube_proxy.MESSAGES,
        *runtime.MESSAGES,
        *crashes.MESSAGES,
        *kernel.MESSAGES,
        *failed_api_calls.MESSAGES,
        *addresses.MESSAGES,
        *identity.MESSAGES,
        *harmless.MESSAGES,
    )


@cache
def _index() -> Mapping[str, tuple[Entry, ...]]:
    """From each trigger word to the messages that need it."""
    index: dict[str, list[Entry]] = {}
    for message in tables():
        entry = Entry(message, frozenset(sure_words(message.pattern)))
        for word in message.words or (trigger_word(message.pattern),):
            index.setdefault(word, []).append(entry)
    return {word: tuple(entries) for word, entries in index.items()}


@cache
def known_words() -> frozenset[str]:
    """All words that stand in messages for certain."""
    return frozenset(
        word for entries in _index().values() for entry in entries for word in entry.needs
    )


@cache
def triggers() -> frozenset[str]:
    """All words of which a line must hold one to be worth a look."""
    return frozenset(_index()) | GRAVE_WORDS


def words_of(line: str) -> Sequence[str]:
    """The line's runs of letters, in lower case."""
    if line.isascii():
        return line.translate(_LETTERS).split()
    return re.findall("[a-z]+", line.lower())


def entries(words: frozenset[str]) -> Iterable[Entry]:
    """The messages of which a trigger word is among the words; each once."""
    index = _index()
    # Sorted, because the order of a set of strings differs from run to run.
    found = {
        id(entry): entry for word in sorted(words & triggers()) for entry in index.get(word, ())
    }
    return found.values()


def body_of(line: str) -> str:
    """The line without its time; empty where it does not begin with one."""
    if line[4:5] == "-" and line[10:11] == " " and line[19:20] == "." and len(line) < WINDOW:
        return line[_STAMP:]
    return ""


def keys_in(line: str) -> tuple[str, ...]:
    """The keys of all messages that stand in the line."""
    line = line[:WINDOW]
    words = words_of(line)
    if triggers().isdisjoint(words):
        return ()
    present = frozenset(words)
    text = unescape(line)
    return tuple(
        entry.message.key
        for entry in entries(present)
        if entry.needs <= present and compiled(entry.message.pattern).search(text)
    )


def words_of_message(key: str, text: str) -> str:
    """The words of the text by which the message of that key is recognised; empty: it is not there."""
    text = text[:WINDOW]
    for entry in entries(frozenset(words_of(text))):
        if entry.message.key == key and (match := compiled(entry.message.pattern).search(text)):
            return match[0].strip()
    return ""
