"""Reads the TOML files of the package, each once as long as it does not change."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

PARSED: dict[str, tuple[int, int, dict[str, Any]]] = {}
"""By path: when the file was changed, its size, its content. The start cache fills it, because parsing is slow."""


def read_toml(path: Path) -> Mapping[str, Any]:
    """The content of a file."""
    file = path.stat()
    known = PARSED.get(str(path))
    if known is not None and known[:2] == (file.st_mtime_ns, file.st_size):
        return known[2]
    from tomllib import loads

    content = loads(path.read_text(encoding="utf-8"))
    PARSED[str(path)] = file.st_mtime_ns, file.st_size, content
    return content
