"""Ctrl-C and SIGTERM: the first one stops the collection, and what was found is shown.

SIGTERM and SIGHUP are handled as Ctrl-C is, because the default action would leave temporary files and debug pods behind.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_TERMINATING = tuple(
    number
    for number in (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    if number is not None
)
_STOPPED_BY = [int(signal.SIGINT)]
"""The signal that stopped a collection last."""


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP; everything that expects Ctrl-C cleans up for it, too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


@contextmanager
def raised_when_terminated() -> Iterator[None]:
    """In the block, SIGTERM and SIGHUP raise; a signal that the caller ignores, as nohup does, stays ignored."""
    changed = [
        number
        for number in _TERMINATING
        if _in_main_thread() and signal.getsignal(number) is signal.SIG_DFL
    ]
    for number in changed:
        signal.signal(number, _terminate)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def first_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """In the block, the first signal calls `stop` and interrupts nothing; the next one raises."""
    usual = {
        number: handler
        for number, handler in (
            (signal.SIGINT, signal.default_int_handler),
            *((number, _terminate) for number in _TERMINATING),
        )
        if _in_main_thread() and signal.getsignal(number) is handler
    }

    def restore() -> None:
        for number, handler in usual.items():
            signal.signal(number, handler)

    def stop_once(number: int, _: FrameType | None) -> None:
        from threading import Thread

        _STOPPED_BY[0] = number
        restore()
        # In a separate thread: the interrupted code may hold the lock that `stop` needs.
        Thread(target=stop, daemon=True).start()

    for number in usual:
        signal.signal(number, stop_once)
    try:
        yield
    finally:
        restore()


def interruption() -> KeyboardInterrupt:
    """The exception for a collection that was stopped before there was anything to show."""
    number = _STOPPED_BY[0]
    return Terminated(number) if number in _TERMINATING else KeyboardInterrupt()


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated(number)


def _in_main_thread() -> bool:
    from threading import current_thread, main_thread

    return current_thread() is main_thread()
