"""Calico's label selectors: whether a node's labels match one."""

import re
from collections.abc import Mapping
from functools import cache

_LONGEST = 2_000
_DEEPEST = 20


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"\s*+(?:(?P<mark>&&|\|\||==|!=|[!(){},])|\"(?P<quoted>[^\"]*+)\"|'(?P<single>[^']*+)'"
        r"|(?P<word>[\w./-]++))"
    )


class _Unreadable(ValueError):
    """The text is no selector that is known here."""


def selects(selector: str, labels: Mapping[str, str]) -> bool | None:
    """Whether the selector matches; None where it cannot be read."""
    if len(selector) > _LONGEST:
        return None
    try:
        reader = _Reader(_tokens(selector), labels)
        matched = reader.either(0)
        reader.end()
    except _Unreadable:
        return None
    return matched


def _tokens(text: str) -> list[tuple[str, str]]:
    """Marks, words and quoted values, each with its sort."""
    found: list[tuple[str, str]] = []
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _token().match(text, at)
        if match is None:
            raise _Unreadable
        sort = match.lastgroup or ""
        found.append(("value" if sort in ("quoted", "single") else sort, match[sort]))
        at = match.end()
    return found


class _Reader:
    """Reads and evaluates at once: terms are joined by `||`, their parts by `&&`."""

    def __init__(self, tokens: list[tuple[str, str]], labels: Mapping[str, str]) -> None:
        self._tokens, self._labels, self._at = tokens, labels, 0

    def end(self) -> None:
        if self._at < len(self._tokens):
            raise _Unreadable

    def either(self, depth: int) -> bool:
        matched = self._both(depth)
        while self._took("||"):
            matched = self._both(depth) or matched
        return matched

    def _both(self, depth: int) -> bool:
        matched = self._one(depth)
        while self._took("&&"):
            matched = self._one(depth) and matched
        return matched

    def _one(self, depth: int) -> bool:
        if depth > _DEEPEST:
            raise _Unreadable
        if self._took("!"):
            return not self._one(depth + 1)
        if self._took("("):
            matched = self.either(depth + 1)
            self._need(")")
            return matched
        word = self._next("word")
        if word in ("all", "global", "has") and self._took("("):
            matched = word != "has" or self._next("word") in self._labels
            self._need(")")
            return matched
        return self._compared(self._labels.get(word))

    def _compared(self, value: str | None) -> bool:
        """What stands behind a label's name; a label that is missing equals nothing."""
        if self._took("=="):
            return self._next("value") == value
        if self._took("!="):
            return self._next("value") != value
        match self._next("word"):
            case "in":
                return value in self._set()
            case "not":
                if self._next("word") != "in":
                    raise _Unreadable
                return value not in self._set()
            case "contains":
                return self._next("value") in (value or "")
            case "starts":
                return self._with() and (value or "").startswith(self._next("value"))
            case "ends":
                return self._with() and (value or "").endswith(self._next("value"))
        raise _Unreadable

    def _with(self) -> bool:
        if self._next("word") != "with":
            raise _Unreadable
        return True

    def _set(self) -> set[str]:
        self._need("{")
        values: set[str] = set()
        while not self._took("}"):
            values.add(self._next("value"))
            self._took(",")
        return values

    def _took(self, mark: str) -> bool:
        there = self._at < len(self._tokens) and self._tokens[self._at] == ("mark", mark)
        self._at += there
        return there

    def _need(self, mark: str) -> None:
        if not self._took(mark):
            raise _Unreadable

    def _next(self, sort: str) -> str:
        if self._at >= len(self._tokens) or self._tokens[self._at][0] != sort:
            raise _Unreadable
        self._at += 1
        return self._tokens[self._at - 1][1]
