"""Temporary files, removed however the program ends (except by SIGKILL)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

_IN_USE: set[Path] = set()
"""A signal ends the main thread, and not a worker that would remove its file."""


@contextmanager
def temporary_file(*, prefix: str, folder: Path | None = None) -> Iterator[tuple[IO[bytes], Path]]:
    """A new file that only the user may read; it may be moved away in the block."""
    path = (folder or _usual_folder()) / f"{prefix}{token_hex(8)}"
    # Known before it is made, so that no moment is left in which a signal would leave it behind.
    _IN_USE.add(path)
    try:
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(number, "w+b") as file:
            yield file, path
    finally:
        path.unlink(missing_ok=True)
        _IN_USE.discard(path)


def remove_temporary_files() -> None:
    """Removes those that are still in use, before the process ends."""
    for path in list(_IN_USE):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _usual_folder() -> Path:
    from tempfile import gettempdir

    return Path(gettempdir())
