"""Processes that do not outlive the process that started them."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from lab.errors import LabError

_PATIENCE = 5.0
"""Seconds between being asked to end and being killed."""


class Process:
    """One running program: its output goes to a file, its name is for messages."""

    def __init__(
        self,
        name: str,
        line: Sequence[str],
        log: Path,
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.name = name
        self.line = tuple(line)
        self.log = log
        with log.open("ab") as output:
            # The kernel kills it when the thread that started it ends, however that happens. In a
            # separate session Ctrl-C does not reach it, so that it is ended in order.
            self._running = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *line],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=folder,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._running.pid

    @property
    def alive(self) -> bool:
        return self._running.poll() is None

    def need_alive(self) -> None:
        """Says why it ended, if it ended."""
        if not self.alive:
            raise LabError(
                f"{self.name} ended with {self._running.returncode}",
                f"its last words ({self.log}):\n{self.last_words()}",
            )

    def last_words(self, lines: int = 15) -> str:
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def send(self, number: signal.Signals) -> None:
        """A signal to the process and to whatever it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self.send(signal.SIGKILL)
        self._running.wait()

    def stop(self) -> None:
        """Asks it to end, and kills it if it does not."""
        if self.alive:
            # Who is frozen hears nothing.
            self.send(signal.SIGCONT)
            self.send(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._running.wait(_PATIENCE)
        # Also its children, when it left some behind.
        self.kill()


@contextmanager
def running(
    name: str,
    line: Sequence[str],
    log: Path,
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Iterator[Process]:
    """A process that runs as long as the block, in `folder` if one is given."""
    process = Process(name, line, log, environment=environment, folder=folder)
    try:
        yield process
    finally:
        process.stop()


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Inside, a request to end (SIGTERM) unwinds every block, as Ctrl-C does."""

    def unwind(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, unwind)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
