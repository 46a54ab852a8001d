"""Finds the lines that may hold a secret, many lines at once."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from calicovet.world.redaction.arguments import PROGRAMS
from calicovet.world.redaction.plain_line import plain_line
from calicovet.world.redaction.secret_names import FOREIGN_HINTS, HINTS
from calicovet.world.redaction.secret_patterns import first_words, forms, meaning_of

_BLOCK = 256
"""Lines that are looked at together."""
_GATES = (*HINTS, "opaque", "kubernetes.io/", "\\u")
"""Names, types of Secrets whose kind may have been cut off, and letters that are written as escapes."""
_COMMANDS = (" -", "<<<", '"-', "'-", "login", "echo ", "/p:", "vault ", "ctl ", "wpa_", " alias ")
_OF_LISTS = ("\n- ", " - ", '",\n', "Args:", "Command:")
"""Marks of lists that have an item on each line."""
_SHORT = 60
"""Longer than a line with nothing but a program's name."""
_SPELT_OUT = ("&quot;", "&#", "&apos;", "&amp;", "&nbsp;", "&colon;", "&equals;", "&lt;", "&gt;")
_ESCAPES = ("\\e[", "\\033[", "\\x1b", "\\u001b", "^[[")


class Suspects:
    """The places of lines that have to be looked at, by what may be in them."""

    def __init__(self) -> None:
        self.hinted: list[int] = []
        """With a part of a name that may say something."""
        self.programs: list[int] = []
        """With the name of a program and nothing else."""
        self.commands: list[int] = []
        self.tokens: list[int] = []
        self.forms: dict[int, list[tuple[str, str, str]]] = {}

    def strings(self, lines: list[str]) -> list[int]:
        """The places where JSON has to be read: with a hint, or with anything within a string's escapes."""
        others = {*self.commands, *self.tokens, *self.forms}
        return sorted({*self.hinted, *(place for place in others if "\\" in lines[place])})


def look_for_suspects(lines: list[str]) -> Suspects:
    """Makes the lines plain in place, and finds those in which a secret may stand."""
    found = Suspects()
    for first in range(0, len(lines), _BLOCK):
        _look_at(lines, first, min(first + _BLOCK, len(lines)), found)
    return found


def lowered_in_place(text: str) -> str:
    """The text in lower case, each letter at its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _look_at(lines: list[str], first: int, end: int, found: Suspects) -> None:
    text = "\n".join(lines[first:end])
    if _is_odd(text):
        lines[first:end] = [plain_line(line) for line in lines[first:end]]
        text = "\n".join(lines[first:end])
    lowered = lowered_in_place(text)
    starts = list(accumulate((len(line) + 1 for line in lines[first:end]), initial=0))
    gates = _GATES if text.isascii() else (*_GATES, *FOREIGN_HINTS)
    hinted = {place for word in gates for place in _lines_with(word, lowered, starts)}
    commands = {place for word in _COMMANDS for place in _lines_with(word, text, starts)}
    found.commands += (first + place for place in sorted(commands))
    for part, rows in forms():
        if part.isascii() or not text.isascii():
            for place in _lines_with(part, lowered, starts):
                found.forms.setdefault(first + place, []).extend(rows)
    hinted |= _look_at_first_words(lowered, starts, first, found)
    found.hinted += (first + place for place in sorted(hinted))
    if any(mark in text for mark in _OF_LISTS):
        found.programs += (
            place
            for place in range(first, end)
            if len(lines[place]) < _SHORT and lines[place].strip("\"', \t-") in PROGRAMS
        )


def _look_at_first_words(lowered: str, starts: list[int], first: int, found: Suspects) -> set[int]:
    """Adds the lines with words that begin a form or a token; those with a hint of a name."""
    hinted: set[int] = set()
    tokens: set[int] = set()
    seen: set[tuple[int, str]] = set()
    for match in first_words().finditer(f" {lowered}"):
        word = match["first"]
        place = bisect_right(starts, match.start("first") - 1) - 1
        if (place, word) in seen:
            continue
        seen.add((place, word))
        rows, is_token, is_hint = meaning_of(word)
        if rows:
            found.forms.setdefault(first + place, []).extend(rows)
        if is_token:
            tokens.add(first + place)
        if is_hint:
            hinted.add(place)
    found.tokens += sorted(tokens)
    return hinted


def _lines_with(word: str, text: str, starts: list[int]) -> Iterator[int]:
    """The lines that hold a word, by where in the text each line starts."""
    at = text.find(word)
    while at >= 0:
        place = bisect_right(starts, at) - 1
        yield place
        at = text.find(word, starts[place + 1])


@cache
def _colour() -> re.Pattern[str]:
    return re.compile(r"\[[0-9;]{1,12}m")


def _is_odd(text: str) -> bool:
    """Whether a line of it may have to be made plain."""
    if not text.isascii() or not text.replace("\n", "").replace("\t", "").isprintable():
        return True
    if "&" in text and any(entity in text for entity in _SPELT_OUT):
        return True
    return _colour().search(text) is not None or any(escape in text for escape in _ESCAPES)
