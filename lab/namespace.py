"""Network namespaces of the lab: named after the process that made them, deleted with it."""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.errors import LabError
from lab.names import is_stale, maker, own_name

_NAMED = Path("/run/netns")
_CLONE_NEWNET = 0x40000000


class Namespace:
    """A network namespace with its loopback up."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.path = _NAMED / name

    def line(self, *line: str) -> tuple[str, ...]:
        """The command line that runs `line` inside."""
        return ("ip", "netns", "exec", self.name, *line)

    def ip(self, *arguments: str) -> str:
        """What `ip` inside prints."""
        return ip("-n", self.name, *arguments)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Sockets that this thread, and threads started by it, make in the block are inside."""
        with Path("/proc/thread-self/ns/net").open("rb") as outside, self.path.open("rb") as inside:
            _enter(inside.fileno())
            try:
                yield
            finally:
                _enter(outside.fileno())


@contextmanager
def network_namespace(label: str) -> Iterator[Namespace]:
    """A fresh namespace, deleted after the block."""
    made = Namespace(own_name(label))
    ip("netns", "add", made.name)
    try:
        made.ip("link", "set", "lo", "up")
        yield made
    finally:
        ip("netns", "del", made.name)


def ip(*arguments: str) -> str:
    """What `ip` prints; its complaint becomes ours."""
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        refused = "not permitted" in done.stderr or "denied" in done.stderr
        raise LabError(
            f"ip {' '.join(arguments)}: {done.stderr.strip()}",
            "network namespaces need root" if refused else "",
        )
    return done.stdout


def own_namespaces() -> tuple[str, ...]:
    """Names of this process's namespaces that exist now."""
    return tuple(name for name in _names() if maker(name) == os.getpid())


def sweep_namespaces() -> None:
    """Deletes what processes that no longer live have left behind."""
    for name in _names():
        if is_stale(name):
            # Another process may be sweeping too: that it is gone already is no failure.
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def _names() -> tuple[str, ...]:
    return tuple(sorted(path.name for path in _NAMED.iterdir())) if _NAMED.is_dir() else ()


def _enter(descriptor: int) -> None:
    # os.setns came with Python 3.12.
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, _CLONE_NEWNET):
        raise LabError(f"cannot enter a network namespace: {os.strerror(ctypes.get_errno())}")
