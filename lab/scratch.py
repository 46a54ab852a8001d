"""Folders for logs, keys and data of one run, outside the tree."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab import cache
from lab.names import is_stale, own_name


@contextmanager
def scratch_folder(label: str) -> Iterator[Path]:
    """A folder that only its owner may read, deleted after the block."""
    path = _all() / own_name(label)
    path.mkdir(parents=True, mode=0o700)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def sweep_folders() -> None:
    """Deletes what processes that no longer live have left behind."""
    if not _all().is_dir():
        return
    for path in _all().iterdir():
        if is_stale(path.name):
            shutil.rmtree(path, ignore_errors=True)


def _all() -> Path:
    return cache.folder() / "run"
