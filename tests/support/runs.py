"""Long runs of a few characters, and how the time of an expression grows on them."""

import re
from collections.abc import Iterator
from functools import cache
from re import _constants, _parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any

RUNS = (
    *(" ", "\t", "\n", "-", "=", ":", ".", "/", '"', "'", "\\", "0", "a", "A", "_", "{", "[", "("),
    *("<", ",", "#", "|", "@", "`", "*", ";", "\u3000", "节"),
    *("a ", "a.", "a/", "a-", "a=", "a\n", "0.", "0:", ": ", ", ", "- ", '\\"', '""', "[]"),
)
"""Characters that lines are full of, alone and in turns."""
_ENDS = ("", "!")
"""What follows the run: many expressions fail only at what does not belong to it."""
_LARGEST = 65_536
_STEP = 4
_TELLING = 1_024
"""The size at which linear and quadratic times are far apart, and both still short."""
_SHORTEST = 1e-3
"""Seconds below which a ratio says more about the clock than about the expression."""
_FLOOR = 60e-9
"""Seconds for each character below which no time can be quadratic: a step takes at least 0.3 ns."""
_GROWTH = 8.0
"""A step of four takes four times as long where the time is linear, and sixteen times where not."""
_STEEP = 2_000.0
"""So many times the work of looking at each character once is too much, though it be linear."""
_AGAIN = 5
"""How often a suspicion is measured again."""
_MOST_PREFIXES = 8
_REPEATS = {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}


def slow_run(pattern: re.Pattern[Any], methods: frozenset[str]) -> str:
    """The first run on which the time grows faster than the text; empty where there is none."""
    slowest = (0.0, "", "", "", "")
    for before, run, end in _inputs(pattern):
        for method in sorted(methods):
            seconds = _seconds_of_a_small_one(pattern, method, before, run, end)
            if seconds > _FLOOR * _TELLING and (
                said := _growth(pattern, method, before, run, end, _TELLING * _STEP)
            ):
                return f"{method} of {before[:60]!r} + {run!r} * n + {end!r}: {said}"
            slowest = max(slowest, (seconds, method, before, run, end))
    if said := _growth(pattern, *slowest[1:], _LARGEST):
        return f"{slowest[1:]}: {said}"
    return ""


def _inputs(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Runs behind nothing, and behind what leads to each part that may repeat without end."""
    for before, bodies in _prefixes(pattern).items():
        for run in dict.fromkeys((*RUNS, *bodies)):
            for end in _ENDS:
                yield before, run, end


def _seconds_of_a_small_one(
    pattern: re.Pattern[Any], method: str, before: str, run: str, end: str
) -> float:
    """The time at the telling size, or already at a quarter of it where that is long."""
    use = getattr(pattern, method)
    seconds = _seconds(use, _text(pattern, before, run, end, _TELLING // _STEP))
    if seconds > _SHORTEST:
        return seconds
    return _seconds(use, _text(pattern, before, run, end, _TELLING))


def _growth(
    pattern: re.Pattern[Any], method: str, before: str, run: str, end: str, largest: int
) -> str:
    """How the time grows, looked at in steps so that no measurement takes long."""
    use = getattr(pattern, method)
    size = _TELLING // _STEP
    while size < largest:
        smaller = _text(pattern, before, run, end, size)
        size *= _STEP
        text = _text(pattern, before, run, end, size)
        seconds = _seconds(use, text)
        if seconds < _SHORTEST:
            continue
        if seconds > _GROWTH * _seconds(use, smaller):
            # The machine may have been busy: the least of several is the expression's own time.
            ratio = _least(use, text) / max(_seconds(use, smaller) for _ in range(_AGAIN))
            if ratio > _GROWTH:
                return f"{_STEP} times the text takes {ratio:.0f} times as long"
        steep = _STEEP * _reference(size)
        if seconds > steep and _least(use, text) > steep:
            return f"{seconds / _reference(size):.0f} times the work of one look"
    return ""


def _text(pattern: re.Pattern[Any], before: str, run: str, end: str, size: int) -> Any:
    text = before + run * (size // len(run)) + end
    return text.encode() if isinstance(pattern.pattern, bytes) else text


def _seconds(use: Any, text: Any) -> float:
    begun = process_time()
    use(text)
    return process_time() - begun


def _least(use: Any, text: Any) -> float:
    return min(_seconds(use, text) for _ in range(_AGAIN))


@cache
def _reference(size: int) -> float:
    """The time of an expression that looks at each character once."""
    use = re.compile("[^xyz]*!").match
    return min(_seconds(use, "a" * size) for _ in range(9))


def _prefixes(pattern: re.Pattern[Any]) -> dict[str, list[str]]:
    """What leads to each part that may repeat without end, and what that part matches."""
    found: dict[str, list[str]] = {"": []}
    parsed = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    for before, body in _repeats(list(parsed), ""):
        if before in found or len(found) <= _MOST_PREFIXES:
            found.setdefault(before, []).append(body)
    return found


def _repeats(items: list[Any], before: str) -> Iterator[tuple[str, str]]:
    for kind, value in items:
        if kind in _REPEATS:
            if value[1] == _constants.MAXREPEAT and (body := _sample(list(value[2]))):
                yield before, body
            yield from _repeats(list(value[2]), before)
        elif kind is _constants.SUBPATTERN:
            yield from _repeats(list(value[3]), before)
        elif kind is _constants.ATOMIC_GROUP:
            yield from _repeats(list(value), before)
        elif kind is _constants.BRANCH:
            for branch in value[1]:
                yield from _repeats(list(branch), before)
        before += _sample([(kind, value)])


def _sample(items: list[Any]) -> str:
    """A short text that the items match."""
    text = ""
    for kind, value in items:
        if kind is _constants.LITERAL:
            text += chr(value)
        elif kind is _constants.NOT_LITERAL or kind is _constants.ANY:
            text += "x"
        elif kind is _constants.IN:
            text += _one_of(value)
        elif kind in _REPEATS:
            text += _sample(list(value[2])) * min(value[0], 20)
        elif kind is _constants.SUBPATTERN:
            text += _sample(list(value[3]))
        elif kind is _constants.BRANCH:
            text += _sample(list(value[1][0]))
        elif kind is _constants.ATOMIC_GROUP:
            text += _sample(list(value))
    return text


def _one_of(members: list[Any]) -> str:
    kind, value = members[0]
    if kind is _constants.LITERAL:
        return chr(value)
    if kind is _constants.RANGE:
        return chr(value[0])
    return {_constants.CATEGORY_DIGIT: "0", _constants.CATEGORY_SPACE: " "}.get(value, "x")
