"""Enough of Go's syntax to find a call, what it is called on, and its arguments."""

import re
from collections.abc import Iterator

from calicovet.model.record import record

_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`')
_COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")
_TOKEN = re.compile(rf"{_LITERAL.pattern}|'(?:[^'\\\n]|\\.)'|{_COMMENT.pattern}")
_CLOSING = {")": "(", "]": "[", "}": "{"}


@record
class Call:
    """One call of a method or function."""

    receiver: str
    """What stands before the method: `log.WithError(err)`."""
    method: str
    arguments: tuple[str, ...]
    at: int
    """Where the method's name stands; Go reports its line."""
    end: int


class Source:
    """The text of a file, with comments blanked and the insides of literals out of the way."""

    def __init__(self, text: str) -> None:
        self.text = _TOKEN.sub(_uncommented, text)
        # Of the same length: brackets and names inside literals must not count.
        self.code = _TOKEN.sub(lambda found: "_" * len(found.group()), self.text)

    def line_of(self, place: int) -> int:
        return self.text.count("\n", 0, place) + 1

    def calls(self, methods: re.Pattern[str]) -> Iterator[Call]:
        """Each call of a method whose name matches, with its receiver."""
        for found in re.finditer(r"\.\s*(\w+)\(", self.code):
            if not methods.fullmatch(found.group(1)):
                continue
            opening = found.end() - 1
            closing = self._closing(opening)
            start = self._receiver(found.start())
            yield Call(
                receiver=self.text[start : found.start()],
                method=found.group(1),
                arguments=self._arguments(opening + 1, closing),
                at=found.start(1),
                end=closing + 1,
            )

    def _closing(self, opening: int) -> int:
        depth = 0
        for place in range(opening, len(self.code)):
            sign = self.code[place]
            depth += (sign in "([{") - (sign in ")]}")
            if not depth:
                return place
        return len(self.code) - 1

    def _receiver(self, end: int) -> int:
        """Where the expression begins whose method is called."""
        place = end
        while place > 0:
            sign = self.code[place - 1]
            if sign in _CLOSING:
                place = self._opening(place - 1)
            elif sign.isalnum() or sign in "_." or (sign.isspace() and self._goes_on(place)):
                place -= 1
            else:
                break
        return place

    def _goes_on(self, place: int) -> bool:
        """Whether the white space before a place lies inside a chain, after a dot at a line's end."""
        return self.code[:place].rstrip().endswith(".") or self.code[place:].lstrip().startswith(
            "."
        )

    def _opening(self, closing: int) -> int:
        depth = 0
        for place in range(closing, -1, -1):
            sign = self.code[place]
            depth += (sign in ")]}") - (sign in "([{")
            if not depth:
                return place
        return 0

    def _arguments(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(self.text[begin:stop].strip() for begin, stop in self._parts(start, end))

    def _parts(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        depth, begin = 0, start
        for place in range(start, end):
            sign = self.code[place]
            depth += (sign in "([{") - (sign in ")]}")
            if sign == "," and not depth:
                yield begin, place
                begin = place + 1
        if self.text[begin:end].strip():
            yield begin, end


def arguments_of(text: str) -> tuple[str, ...]:
    """The arguments of the first call in an expression."""
    source = Source(text)
    opening = source.code.find("(")
    if opening < 0:
        return ()
    return source._arguments(opening + 1, source._closing(opening))


def literals(text: str) -> str:
    """The string literals of an expression, joined."""
    return "".join(_plain(found.group()) for found in _LITERAL.finditer(text))


def _plain(literal: str) -> str:
    if literal.startswith("`"):
        return literal[1:-1]
    unescaped = literal[1:-1].replace('\\"', '"').replace("\\t", "\t").replace("\\n", "\n")
    return unescaped.replace("\\\\", "\\")


def _uncommented(found: re.Match[str]) -> str:
    token = found.group()
    if not token.startswith("/"):
        return token
    return "".join(sign if sign == "\n" else " " for sign in token)
