"""Characters that act on a terminal or hide from the reader, and a look at whether any is left in an output."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

SEQUENCES = (
    *("\x1b[31mred", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\link", "\x1bPq\x1b\\", "\x1bc"),
    *("\x9b2J", "\x9d0;t\x9c", "\x90q", "\x85", "\x07", "\x08\x08", "\x0b\x0c", "\x7f", "\r"),
    *("\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"),
    *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u2028", "\u2029", "\ufff9"),
    *("\U000e0001", "\U000e0041", "\U000e007f"),
)
"""All that a name, a line or a message may hold."""
HOSTILE = "".join(SEQUENCES)
BYTES = HOSTILE.encode() + b"\xed\xa0\x80\xff\xfe"
"""The same, with half a character and bytes that are no UTF-8."""
_ALLOWED = "\n\t"
_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")


def raw(text: str) -> list[str]:
    """Controls, directions and invisible characters, by what Unicode says of them."""
    return [
        f"{letter!r} in {text[max(0, at - 30) : at + 10]!r}"
        for at, letter in enumerate(text)
        if letter not in _ALLOWED and unicodedata.category(letter) in _CATEGORIES
    ]


def spread(text: str, every: int, first: int) -> str:
    """The text with one sequence after each so many words, so that each kind of field gets some."""
    words, number = [], 0
    for line in text.split("\n"):
        parts = line.split(" ")
        for at, part in enumerate(parts):
            if part and (number := number + 1) % every == first:
                parts[at] = part + SEQUENCES[(number // every) % len(SEQUENCES)]
        words.append(" ".join(parts))
    return "\n".join(words)


def leaves(value: Any, at: Sequence[str | int] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where in an object text stands."""
    if isinstance(value, str):
        yield tuple(at)
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*at, key))


def put_at(value: Any, at: Sequence[str | int], added: str) -> None:
    """Adds to the text there."""
    *way, last = at
    for key in way:
        value = value[key]
    value[last] += added
