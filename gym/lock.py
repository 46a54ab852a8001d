"""A lock that says who holds it; the kernel takes it back when its holder ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from lab.errors import LabError


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Holds it during the block; LabError when another process does. Returns its descriptor."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise LabError(
                f"another gym runs: {file.read().strip() or 'it has just begun'}",
                "wait for it, or end it: two of them would fight for the kernel's settings",
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}, since {datetime.now():%Y-%m-%d %H:%M:%S}\n")
        file.flush()
        yield file.fileno()
