"""Waiting that ends."""

import time

from lab.errors import LabError


class Patience:
    """Counts down while something is awaited."""

    def __init__(self, seconds: float, awaited: str, pause: float = 0.02) -> None:
        self._until = time.monotonic() + seconds
        self._seconds = seconds
        self._awaited = awaited
        self._pause = pause

    def wait(self) -> None:
        """A short pause; LabError when the time is up."""
        if time.monotonic() > self._until:
            raise LabError(f"{self._awaited}: not so after {self._seconds:.0f} s")
        time.sleep(self._pause)
