"""Go panics and traces: the message, and the first frame in Calico's code."""

import re
from collections.abc import Sequence
from functools import cache

from calicovet.model.record import record
from calicovet.parse.logs.line_prefix import peel

CRASH_WORDS = frozenset({"panic", "fatal"})
"""Words of which one stands in the line that begins a trace."""

_TRACE_BEGINS = 8
"""So many lines may stand between the panic and its first goroutine."""
_DEPTH = 60
"""So many lines of a trace are searched for a frame of Calico's own."""
_DELIBERATE = ("(*logrus.", "(*log.")
"""A program that ends on purpose has said why in the line before."""
_RUNTIME = "runtime error: "
_FATAL = re.compile(
    r"concurrent map|all goroutines are asleep|unexpected signal|fault|stack overflow|bad pointer"
    r"|unlock of unlocked|bad g|index out of range"
)
"""Fatal errors that are bugs; a program that gets no memory and no threads is none."""


@record
class Trace:
    """Where a program crashed."""

    words: str
    frame: str = ""
    place: str = ""
    line: int = 0
    """The number of the frame's line, from 0."""


@cache
def _own_frame() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|\s)(?P<frame>(?:github\.com/projectcalico/(?P<path>[\w./@-]{0,200}?)|main)"
        r"\.(?:\(\*?\w++\)\.|\w++\.)*+\w[\w.]*+)(?:\(|\s*+$)"
    )


@cache
def _place() -> re.Pattern[str]:
    return re.compile(r"(?<![^\s:])(?P<place>[^\s:]++(?<=\.go):\d++)(?: \+0x|\s*+$)")


def trace_at(lines: Sequence[str], number: int) -> Trace | None:
    """The crash that begins in that line; None where the line begins none."""
    rest = peel(lines[number]).rest.strip()
    head, _, words = rest.partition(": ")
    if head == "panic":
        if words.startswith(_DELIBERATE):
            return None
        if not words.startswith(_RUNTIME) and not _goes_on(lines, number):
            return None
    elif head != "fatal error" or not _FATAL.search(words) or not _goes_on(lines, number):
        return None
    return _with_frame(words, lines, number)


def _goes_on(lines: Sequence[str], number: int) -> bool:
    """Whether a goroutine's frames follow, or one of Calico's own where the others were left out."""
    return any(
        "goroutine " in line or ("projectcalico/" in line and _own_frame().search(line))
        for line in lines[number + 1 : number + 1 + _TRACE_BEGINS]
    )


def _with_frame(words: str, lines: Sequence[str], number: int) -> Trace:
    # A trace that lost its line ends stands in the first one.
    for at in range(number, min(number + 1 + _DEPTH, len(lines))):
        line = lines[at]
        if "created by " in line:
            continue
        if at > number and line.startswith(("panic: ", "fatal error: ")):
            break
        found = _own_frame().search(line)
        if found is None or "/vendor/" in (found["path"] or ""):
            continue
        after = lines[at + 1] if at + 1 < len(lines) else ""
        place = _place().search(after)
        return Trace(words, found["frame"], _below_repository(place["place"]) if place else "", at)
    return Trace(words)


def _below_repository(path: str) -> str:
    """As the source is found: felix/calc/graph.go:12, not where it was built."""
    return path.rpartition("github.com/projectcalico/")[2].removeprefix("/")
