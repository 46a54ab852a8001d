"""What gyms and labs that no longer run have left on this machine."""

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from gym.machine import CGROUPS, remove_cgroups
from lab.errors import LabError
from lab.names import is_stale
from lab.namespace import sweep_namespaces
from lab.scratch import scratch_folders, sweep_folders

_NAMED = Path("/run/netns")
_LINKS = Path("/sys/class/net")


def sweep() -> None:
    """Takes away what makers that are dead have left; what cannot be taken away is found later."""
    for name in sorted({path.name for path in _stale(CGROUPS.glob("*/*"))}):
        try:
            remove_cgroups(name)
        except LabError:
            continue
    sweep_namespaces()
    sweep_folders()


def lasting(seconds: float = 20) -> tuple[str, ...]:
    """What is still there after a while: the last processes take a moment to die."""
    until = time.monotonic() + seconds
    while (left := found()) and time.monotonic() < until:
        time.sleep(0.5)
        sweep()
    return left


def found() -> tuple[str, ...]:
    """What is there now of makers that are dead."""
    return (
        *(f"cgroup {path}" for path in _stale(CGROUPS.glob("*/*"))),
        *(f"network namespace {path.name}" for path in _stale(_NAMED.glob("*"))),
        *(f"folder {path}" for path in _stale(scratch_folders())),
        *(f"mount {path}" for path in _mounts()),
        *(f"process {pid} ({name})" for pid, name in _processes()),
    )


def links() -> frozenset[str]:
    """Network links of the machine itself."""
    return frozenset(path.name for path in _LINKS.iterdir())


def _stale(paths: Iterable[Path]) -> Iterator[Path]:
    return (path for path in paths if is_stale(path.name))


def _mounts() -> Iterator[str]:
    for line in Path("/proc/self/mounts").read_text().splitlines():
        path = line.split()[1]
        if _names_a_stale_one(path):
            yield path


def _processes() -> Iterator[tuple[int, str]]:
    """Those that mention in their command lines, or sit in cgroups of, a maker that is dead."""
    for path in Path("/proc").iterdir():
        if not path.name.isdecimal() or int(path.name) == os.getpid():
            continue
        try:
            line = (path / "cmdline").read_text(errors="replace").replace("\0", "/")
            if _names_a_stale_one(line) or _names_a_stale_one((path / "cgroup").read_text()):
                yield int(path.name), (path / "comm").read_text().strip()
        except OSError:
            # It has ended while it was looked at.
            continue


def _names_a_stale_one(text: str) -> bool:
    return any(is_stale(part) for part in text.replace("\n", "/").split("/"))
