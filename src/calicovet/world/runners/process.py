"""Runs a program with bounds on time and output."""

import os
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from threading import Event
from time import monotonic

from calicovet.model.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen

_TICK = 0.1
_CHUNK = 1 << 16
_MOST_COMPLAINTS = 1 << 16


class Ending(Enum):
    BY_ITSELF = auto()
    TIMED_OUT = auto()
    STOPPED = auto()
    TOO_MUCH = auto()
    """It printed more than the limit."""


@record(kw_only=True)
class Ran:
    """How a program ended, and what it printed until then."""

    ending: Ending
    status: int
    output: bytes
    complaints: str


def run_program(
    words: Sequence[str],
    feed: bytes,
    *,
    timeout: float,
    stop: Event,
    most: int,
    environment: Mapping[str, str] | None = None,
) -> Ran:
    """What the program makes of the input; OSError where it cannot be started."""
    from subprocess import PIPE, Popen

    # Its own process group: its children end with it, and Ctrl-C is ours to handle.
    process = Popen(
        words, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True, env=environment
    )
    try:
        return _converse(process, feed, monotonic() + timeout, stop, most)
    finally:
        _end(process)


def _converse(process: "Popen[bytes]", feed: bytes, deadline: float, stop: Event, most: int) -> Ran:
    from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

    assert process.stdin and process.stdout and process.stderr
    heard: dict[int, bytearray] = {}
    left = memoryview(feed)
    with DefaultSelector() as selector:
        for pipe, event in (
            (process.stdin, EVENT_WRITE),
            (process.stdout, EVENT_READ),
            (process.stderr, EVENT_READ),
        ):
            os.set_blocking(pipe.fileno(), False)
            selector.register(pipe, event)
            heard[pipe.fileno()] = bytearray()
        output, complaints = heard[process.stdout.fileno()], heard[process.stderr.fileno()]
        ending = None
        while ending is None:
            ready = selector.select(_TICK)
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    left = _feed(process, left)
                    if not left:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                elif chunk := os.read(key.fd, _CHUNK):
                    heard[key.fd] += chunk
                    # A login banner may be as long as it likes.
                    del complaints[:-_MOST_COMPLAINTS]
                else:
                    selector.unregister(key.fileobj)
            # A background process may keep the pipes open for good, as ssh's shared connections do.
            over = process.poll() is not None and not ready
            ending = _ending(over, len(output) > most, deadline, stop)
    return Ran(
        ending=ending,
        status=process.poll() or 0,
        output=bytes(output[:most]),
        complaints=complaints.decode(errors="replace"),
    )


def _feed(process: "Popen[bytes]", left: memoryview) -> memoryview:
    assert process.stdin
    try:
        return left[os.write(process.stdin.fileno(), left[:_CHUNK]) :]
    except BrokenPipeError:
        return left[:0]


def _ending(over: bool, too_much: bool, deadline: float, stop: Event) -> Ending | None:
    if too_much:
        return Ending.TOO_MUCH
    if over:
        return Ending.BY_ITSELF
    if stop.is_set():
        return Ending.STOPPED
    return Ending.TIMED_OUT if monotonic() >= deadline else None


def _end(process: "Popen[bytes]") -> None:
    from contextlib import suppress
    from signal import SIGKILL

    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    process.wait()
