"""Opens files that only this user may write: no links, owner and mode checked."""

import os
import stat
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

MOST = 16 << 20
"""A journal is a few kilobytes."""


class Doubt(StrEnum):
    """Why a file may hold what another user has put there."""

    LINK = "link"
    NO_FILE = "no-file"
    """A folder, a pipe, a device."""
    OWNER = "owner"
    MODE = "mode"


class Unsafe(Exception):
    """The file is there and cannot be relied on."""

    def __init__(self, path: Path, doubt: Doubt) -> None:
        super().__init__(f"{path}: {doubt}")
        self.path = path
        self.doubt = doubt


def open_own(path: Path, flags: int, *, closed_to: int, mode: int = 0o600) -> int:
    """A descriptor of a regular file of this user; Unsafe or OSError otherwise.

    `closed_to` are the permission bits that must not be set.
    """
    if path.is_symlink():
        raise Unsafe(path, Doubt.LINK)
    # A pipe would wait for a writer.
    file = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, mode)
    doubt = _doubt(os.fstat(file), closed_to, stat.S_ISREG)
    if doubt is None:
        return file
    os.close(file)
    raise Unsafe(path, doubt)


def need_own_folder(path: Path) -> None:
    """Unsafe where other users may write files there; OSError where it does not exist."""
    doubt = Doubt.LINK if path.is_symlink() else _doubt(path.lstat(), 0o022, stat.S_ISDIR)
    if doubt is not None:
        raise Unsafe(path, doubt)


def read_all(file: int) -> bytes:
    """The whole content from the beginning; OSError where it is too large to be one of ours."""
    size = os.fstat(file).st_size
    if size > MOST:
        raise OSError(27, "file too large")
    os.lseek(file, 0, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def write_all(file: int, data: bytes) -> None:
    """Writes everything: a full disk may take only a part of it."""
    while data:
        data = data[os.write(file, data) :]


def _doubt(found: os.stat_result, closed_to: int, is_right: Callable[[int], bool]) -> Doubt | None:
    if not is_right(found.st_mode):
        return Doubt.NO_FILE
    if found.st_uid != os.geteuid():
        return Doubt.OWNER
    return Doubt.MODE if found.st_mode & closed_to else None
