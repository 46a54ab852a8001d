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
    for path in scratch_folders():
        if is_stale(path.name):
            shutil.rmtree(path, ignore_errors=True)


def scratch_folders() -> tuple[Path, ...]:
    """Those of every run, also of others."""
    return tuple(sorted(_all().iterdir())) if _all().is_dir() else ()


def _all() -> Path:
    return cache.folder() / "run"
