"""Progress on standard error: a bar for the steps of a collection, bytes and rate for long reads."""

from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic
from typing import Self, TextIO

from calicovet.app.cli.output import redraw, write_stderr
from calicovet.report.words import Words

_OFTEN = 0.1
"""Seconds between two drawings of the bar."""
_TICK = 0.5
"""Seconds between two looks at what no step reports: bytes, and silence."""
_WIDTH = 24
_QUIET = 1.0
"""Seconds that a step may take before a log is told of it, and a file before its bytes are shown."""
_SILENT = 2.0
"""Seconds without a step or a byte after which the user is told that there is no answer."""
_MUCH = 1_000_000
"""Bytes from which on the amount is shown."""


class _Ticker:
    """Calls a function twice a second until it is stopped."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self._stop = Event()
        Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.wait(_TICK):
            self._tick()


class Progress:
    """Counts steps of one part after the other; safe to be told from many threads.

    `volume` gives the bytes that have come so far. `silent` shows nothing.
    """

    def __init__(
        self,
        frame: Words,
        stream: TextIO | None = None,
        *,
        terminal: bool,
        silent: bool = False,
        volume: Callable[[], int] = lambda: 0,
    ) -> None:
        self._frame = frame
        self._stream = stream
        self._terminal = terminal
        self._silent = silent
        self._volume = volume
        self._lock = Lock()
        self._what = ""
        self._done = self._total = 0
        self._drawn = 0.0
        self._began = self._heard = monotonic()
        self._seen = 0
        self._ticker: _Ticker | None = None

    def begin(self, what: str, total: int, **counts: int) -> None:
        """The next part, of so many steps; what `counts` says fills its sentence."""
        with self._lock:
            words = {name: str(count) for name, count in counts.items()}
            one = f"progress.{what}-one"
            key = one if counts.get("nodes") == 1 and one in self._frame else f"progress.{what}"
            self._what = self._frame.say(key, total=str(total), **words)
            self._done, self._total = 0, total
            self._heard = monotonic()
            if not total or self._silent:
                return
            if self._terminal:
                self._ticker = self._ticker or _Ticker(self._tick)
                self._draw()
            elif monotonic() - self._began > _QUIET:
                write_stderr(f"{self._what}\n", self._stream)

    def step(self) -> None:
        """One step more is done; nothing where the part has ended without it."""
        with self._lock:
            if not self._total:
                return
            self._done = min(self._done + 1, self._total)
            self._heard = monotonic()
            if not self._terminal or self._silent:
                return
            if monotonic() - self._drawn > _OFTEN or self._done == self._total:
                self._draw()

    def end(self) -> None:
        """Leaves the terminal as it was; who is late changes nothing any more."""
        with self._lock:
            self._done = self._total = 0
            if self._ticker is not None:
                self._ticker.stop()
                self._ticker = None
            if self._terminal and self._drawn:
                redraw("", self._stream)
                self._drawn = 0.0

    def _tick(self) -> None:
        with self._lock:
            if self._total and self._done < self._total:
                self._draw()

    def _draw(self) -> None:
        filled = _WIDTH * self._done // max(self._total, 1)
        bar = "█" * filled + "░" * (_WIDTH - filled)
        redraw(f"{bar} {self._done}/{self._total} {self._what}{self._more()}", self._stream)
        self._drawn = monotonic()

    def _more(self) -> str:
        """How much has come, or since when nothing has."""
        now, volume = monotonic(), self._volume()
        if volume != self._seen:
            self._seen, self._heard = volume, now
        silence = now - self._heard
        if silence >= _SILENT and self._done < self._total:
            return self._frame.say("progress.no-answer", seconds=f"{silence:.0f}")
        return _amount(volume, now - self._began, self._frame) if volume >= _MUCH else ""


class ReadingProgress:
    """In the block, shows on a terminal how many bytes a long read has taken in, and how fast."""

    def __init__(
        self,
        frame: Words,
        volume: Callable[[], int],
        stream: TextIO | None = None,
        *,
        terminal: bool,
    ) -> None:
        self._frame = frame
        self._volume = volume
        self._stream = stream
        self._terminal = terminal
        self._lock = Lock()
        self._before = volume()
        self._began = monotonic()
        self._drawn = False
        self._ticker: _Ticker | None = None

    def __enter__(self) -> Self:
        if self._terminal:
            self._ticker = _Ticker(self._tick)
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._ticker is not None:
                self._ticker.stop()
                self._ticker = None
            if self._drawn:
                redraw("", self._stream)

    def _tick(self) -> None:
        with self._lock:
            since, read = monotonic() - self._began, self._volume() - self._before
            if self._ticker is None or since < _QUIET or read < _MUCH:
                return
            what = self._frame.say("progress.files")
            redraw(f"{what}{_amount(read, since, self._frame)}", self._stream)
            self._drawn = True


def _amount(volume: int, seconds: float, frame: Words) -> str:
    """`, 12.3 MB (4.1 MB/s)`."""
    rate = volume / max(seconds, 0.1) / 1e6
    return frame.say("progress.amount", megabytes=f"{volume / 1e6:.1f}", rate=f"{rate:.1f}")
