"""Runs many calls, bounded in number and time, stopped by Ctrl-C."""

from collections import deque
from collections.abc import Callable, Sequence
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

Done = TypeVar("Done")

_LOOK_AGAIN = 0.05
LAST_WORDS = 0.5


class Pool:
    """Runs tasks on a bounded number of threads; `stop` ends them all, once and for good."""

    def __init__(self, *, workers: int, deadline: float, stop: Event) -> None:
        self._workers = workers
        self._ends = monotonic() + deadline
        self.stop = stop
        self.interrupted = False
        """Ctrl-C, rather than the deadline, set `stop`."""

    def interrupt(self) -> None:
        """Ends the work as Ctrl-C does."""
        self.interrupted = True
        self.stop.set()

    def run(
        self,
        tasks: Sequence[Callable[[], Done]],
        finished: Callable[[], None] = lambda: None,
        *,
        last_words: float = LAST_WORDS,
    ) -> list[Done | None]:
        """The results in the order of the tasks; None for those that were not done in time.

        `last_words` is how long, in seconds, tasks that are under way may take to notice that they are to stop.
        """
        results: list[Done | None] = [None] * len(tasks)
        waiting = deque(enumerate(tasks))
        failures: list[BaseException] = []

        def work() -> None:
            while waiting and not self.stop.is_set():
                try:
                    place, task = waiting.popleft()
                except IndexError:
                    return
                try:
                    results[place] = task()
                    finished()
                except BaseException as failure:
                    failures.append(failure)
                    return

        # Daemons: a call that hangs must not keep the program from ending.
        threads = [Thread(target=work, daemon=True) for _ in range(min(self._workers, len(tasks)))]
        self._start_and_wait(threads, last_words)
        if failures:
            raise failures[0]
        return results

    def _start_and_wait(self, threads: Sequence[Thread], last_words: float) -> None:
        try:
            threads = _started(threads)
            for thread in threads:
                while thread.is_alive() and not self.stop.is_set():
                    if monotonic() > self._ends:
                        self.stop.set()
                    thread.join(_LOOK_AGAIN)
        except KeyboardInterrupt:
            self.interrupt()
        if self.stop.is_set():
            until = monotonic() + last_words
            for thread in threads:
                if thread.is_alive():
                    thread.join(max(until - monotonic(), 0.0))


def _started(threads: Sequence[Thread]) -> Sequence[Thread]:
    """Those that run; fewer do the same work where the system has no memory for more."""
    for number, thread in enumerate(threads):
        try:
            thread.start()
        except RuntimeError:
            if not number:
                raise
            return threads[:number]
    return threads
