"""Ctrl-C: the first one stops the asking, and what was found is told; the second one ends the program."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def first_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """In the block, the first Ctrl-C calls `stop` and interrupts nothing; only the main thread is told of it."""
    from signal import SIGINT, default_int_handler, getsignal, signal
    from threading import Thread, current_thread, main_thread

    if current_thread() is not main_thread() or getsignal(SIGINT) is not default_int_handler:
        yield
        return

    def stop_once(*_: object) -> None:
        signal(SIGINT, default_int_handler)
        # In a thread of its own: whoever was interrupted may hold the lock that `stop` needs.
        Thread(target=stop, daemon=True).start()

    signal(SIGINT, stop_once)
    try:
        yield
    finally:
        signal(SIGINT, default_int_handler)
