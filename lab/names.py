"""Names that tell which process made a thing, so that what a dead one left can be swept."""

import os
from pathlib import Path

_PREFIX = "cvt"


def own_name(label: str) -> str:
    """A name for something that this process makes."""
    return f"{_PREFIX}-{os.getpid()}-{label}"


def maker(name: str) -> int | None:
    """The process that made the thing of this name; None when it is not the lab's."""
    match name.split("-", 2):
        case [prefix, pid, _] if prefix == _PREFIX and pid.isdecimal():
            return int(pid)
    return None


def is_stale(name: str) -> bool:
    """Whether its maker no longer lives."""
    pid = maker(name)
    return pid is not None and not Path(f"/proc/{pid}").exists()
