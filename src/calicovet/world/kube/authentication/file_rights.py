"""Whether only the user can write a file."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path


def others_may_write(path: Path, environment: Mapping[str, str]) -> bool:
    """Whether users other than root and this one can change the file or put another in its place."""
    if not hasattr(os, "getuid"):  # Windows has no modes of this kind
        return False
    try:
        file, folder = path.stat(), path.resolve().parent.stat()
    except OSError:
        return False
    trusted = {0, os.getuid()}
    if (sudo := environment.get("SUDO_UID", "")).isdecimal():
        trusted.add(int(sudo[:10]))
    # In a folder with the sticky bit, as /tmp, only the owner of a file may replace it.
    replaceable = bool(folder.st_mode & stat.S_IWOTH) and not folder.st_mode & stat.S_ISVTX
    return file.st_uid not in trusted or _writable(file) or replaceable


def _writable(file: os.stat_result) -> bool:
    """By its mode; a group that has the number of the owner is the owner's own on most systems."""
    if file.st_mode & stat.S_IWOTH:
        return True
    return bool(file.st_mode & stat.S_IWGRP) and file.st_gid != file.st_uid
