"""Leaves out what repeats itself in recorded logs: programs that run for minutes write the same again.

Of lines that differ only in their numbers, the first and the last ones of a log are kept. Nothing else is
changed, and files that are no logs are not touched.
"""

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from pathlib import Path

KEPT = 8
"""So many of lines that are alike, from the beginning and from the end."""
_LOGS = re.compile(r"\.log(?:\.\d+)?$|/logs\.txt$|/journalctl_|/podlogs/")
_VARYING = re.compile(r"0x[0-9a-f]+|\b[0-9a-f]{8,64}\b|\d+")


def shorten(folder: Path) -> None:
    """Shortens all logs below a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and _LOGS.search(path.as_posix()):
            text = path.read_text(encoding="utf-8", errors="replace")
            path.write_text(shortened(text), encoding="utf-8")


def shortened(log: str) -> str:
    """The log without the lines in the middle of those that are alike."""
    lines = log.splitlines(keepends=True)
    return "".join(lines[number] for number in _kept(lines))


def _kept(lines: Sequence[str]) -> Iterator[int]:
    shapes = [_VARYING.sub("#", line) for line in lines]
    seen: Counter[str] = Counter()
    last: dict[str, deque[int]] = {}
    for number, shape in enumerate(shapes):
        last.setdefault(shape, deque(maxlen=KEPT)).append(number)
    for number, shape in enumerate(shapes):
        seen[shape] += 1
        if seen[shape] <= KEPT or number >= last[shape][0]:
            yield number
