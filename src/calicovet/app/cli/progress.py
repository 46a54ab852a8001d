"""Progress of a collection on standard error: a bar on a terminal, plain lines otherwise."""

from threading import Lock
from time import monotonic
from typing import TextIO

from calicovet.app.cli.output import redraw, write_stderr
from calicovet.report.words import Words

_OFTEN = 0.1
"""Seconds between two drawings of the bar."""
_WIDTH = 24
_QUIET = 1.0
"""Seconds that a step may take before a log is told of it."""


class Progress:
    """Counts steps of one part after the other; safe to be told from many threads."""

    def __init__(self, frame: Words, stream: TextIO | None = None, *, terminal: bool) -> None:
        self._frame = frame
        self._stream = stream
        self._terminal = terminal
        self._lock = Lock()
        self._what = ""
        self._done = self._total = 0
        self._drawn = 0.0
        self._began = monotonic()

    def begin(self, what: str, total: int, **counts: int) -> None:
        """The next part, of so many steps; what `counts` says fills its sentence."""
        with self._lock:
            words = {name: str(count) for name, count in counts.items()}
            one = f"progress.{what}-one"
            key = one if counts.get("nodes") == 1 and one in self._frame else f"progress.{what}"
            self._what = self._frame.say(key, total=str(total), **words)
            self._done, self._total = 0, total
            if not total:
                return
            if self._terminal:
                self._draw()
            elif monotonic() - self._began > _QUIET:
                write_stderr(f"{self._what}\n", self._stream)

    def step(self) -> None:
        """One step more is done; nothing where the part has ended without it."""
        with self._lock:
            if not self._total:
                return
            self._done = min(self._done + 1, self._total)
            if self._terminal and (monotonic() - self._drawn > _OFTEN or self._done == self._total):
                self._draw()

    def end(self) -> None:
        """Leaves the terminal as it was; who is late changes nothing any more."""
        with self._lock:
            self._done = self._total = 0
            if self._terminal and self._drawn:
                redraw("", self._stream)
                self._drawn = 0.0

    def _draw(self) -> None:
        filled = _WIDTH * self._done // max(self._total, 1)
        bar = "█" * filled + "░" * (_WIDTH - filled)
        redraw(f"{bar} {self._done}/{self._total} {self._what}", self._stream)
        self._drawn = monotonic()
