"""A line for every step, with the time since the run began."""

import sys
import threading
import time
from collections.abc import Callable

Tell = Callable[[str], None]


class Progress:
    """Lines of several nodes, one after the other, never mixed."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._one_at_a_time = threading.Lock()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def tell(self, what: str, *, where: str = "", trial: str = "") -> None:
        minutes, seconds = divmod(int(self.seconds), 60)
        line = f"{minutes:3}:{seconds:02}  {where:<8} {trial:<28} {what}".rstrip()
        with self._one_at_a_time:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    def of(self, where: str, trial: str = "") -> Tell:
        """Lines about one trial, or about a whole cluster."""
        return lambda what: self.tell(what, where=where, trial=trial)
