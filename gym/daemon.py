"""A program that a machine keeps running: containerd, the kubelet, kube-proxy."""

import signal
from collections.abc import Sequence
from pathlib import Path

from gym.machine import Machine
from lab.processes import Process


class Daemon:
    """One program on a machine; its log is a file there and outside."""

    def __init__(self, machine: Machine, name: str, line: Sequence[str]) -> None:
        self.name = name
        self.line = tuple(line)
        """May be changed; the next start takes it."""
        self._machine = machine
        self._process: Process | None = None

    @property
    def log(self) -> Path:
        # In the machine's own /var/log, where people look.
        return self._machine.folder / "var/log" / f"{self.name}.log"

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.alive

    def start(self) -> None:
        if not self.alive:
            line = self._machine.line(*self.line)
            self._process = self._machine.launch(self.name, line, self.log)

    def stop(self) -> None:
        """Ends it in order; what it started, like containers of containerd, goes on."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def freeze(self) -> None:
        """It holds its sockets and says nothing, until it is thawed."""
        self._machine.signal(self.name, signal.SIGSTOP)

    def thaw(self) -> None:
        self._machine.signal(self.name, signal.SIGCONT)

    def need_alive(self) -> None:
        if self._process is not None:
            self._process.need_alive()
