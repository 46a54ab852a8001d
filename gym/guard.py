"""One gym at a time, and nothing of it left behind, however it ends.

The gym itself runs in a child. When that has ended, be it by a bug or by SIGKILL, its parent here
takes away what is left, puts the kernel's settings back and looks whether anything was missed.
"""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from gym import leftovers
from gym.kernel_settings import KernelSettings
from gym.lock import locked
from lab import cache

INSIDE = "--inside"
"""Marks a child that is guarded."""


def watched(arguments: Sequence[str]) -> int:
    """Runs `python -m gym` with these arguments in a child, and cleans up after it; its exit code."""
    folder = cache.folder() / "gym"
    with locked(folder / "lock") as lock:
        settings = KernelSettings(folder / "kernel-settings.json")
        # What a run before this one could not put back, since it was killed together with its guard.
        settings.restore()
        leftovers.sweep()
        before = leftovers.links()
        settings.save()
        try:
            settings.make_room()
            ended = _child(arguments, lock)
        finally:
            leftovers.sweep()
            settings.restore()
        left = (*leftovers.lasting(), *(f"link {name}" for name in leftovers.links() - before))
        print(f"left behind: {', '.join(left) or 'nothing'}", flush=True)
    return ended or (1 if left else 0)


def _child(arguments: Sequence[str], lock: int) -> int:
    # With its guard dead, it has to end by itself; it keeps the lock until then.
    line = ("setpriv", "--pdeathsig", "TERM", sys.executable, "-m", "gym", INSIDE, *arguments)
    with subprocess.Popen(line, pass_fds=(lock,)) as child, _passed_on(child):
        ended = child.wait()
    return ended if ended >= 0 else 128 - ended


@contextmanager
def _passed_on(child: subprocess.Popen[bytes]) -> Iterator[None]:
    """A signal to the guard goes to the child; the guard stays until that has ended."""

    def pass_on(number: int, frame: FrameType | None) -> None:
        child.send_signal(number)

    before = {number: signal.signal(number, pass_on) for number in _REQUESTS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def unwound_once() -> Iterator[None]:
    """Inside, Ctrl-C or SIGTERM unwinds every block; pressing it again does not break that off."""

    def unwind(number: int, frame: FrameType | None) -> None:
        for each in _REQUESTS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, unwind) for number in _REQUESTS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_REQUESTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
