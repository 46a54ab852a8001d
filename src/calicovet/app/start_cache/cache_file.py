"""The file of the start cache: beside the bytecode, or in the user's cache folder.

It is trusted as bytecode is: who can write it can also change the program. So a file that another user may have written
is not read, and none is written where PYTHONDONTWRITEBYTECODE forbids bytecode.
"""

import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from calicovet.app.start_cache.patterns import ENGINE_VERSION

_NAME = f"start-cache.{sys.implementation.cache_tag}"
_GROUP_OR_OTHERS = 0o022
Tables = dict[str, dict[Any, Any]]
"""What can be marshalled, by name."""


def read() -> Tables:
    """The tables of earlier starts with this interpreter, from all places together."""
    tables: Tables = {}
    head = _head()
    # The user's own file holds what a program that the user may not write lacks.
    for path in _places():
        content = _content(path)
        if not content.startswith(head):
            continue
        with suppress(EOFError, ValueError, TypeError):
            for name, table in marshal.loads(memoryview(content)[len(head) :]).items():
                tables[name] = {**tables[name], **table} if name in tables else table
    return tables


def write(tables: Tables) -> None:
    """Replaces the file in the first place that can be written; without such a place nothing happens."""
    if sys.dont_write_bytecode:
        return
    content = _head() + marshal.dumps(tables)
    for path in _places():
        part = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            with os.fdopen(number, "wb") as file:
                file.write(content)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        else:
            return


def _head() -> bytes:
    """What the tables depend on besides their sources: the interpreter."""
    return f"calicovet 1 {sys.version} {ENGINE_VERSION}\n".encode()


def _places() -> Iterator[Path]:
    bytecode = __spec__.cached
    if bytecode:
        yield Path(bytecode).with_name(_NAME)
    home = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111
    if home.is_absolute():
        yield home / "calicovet" / _NAME


def _content(path: Path) -> bytes:
    """What the file holds; nothing where it is not there or another user may have written it."""
    try:
        with path.open("rb") as file:
            return file.read() if _is_trusted(os.fstat(file.fileno())) else b""
    except OSError:
        return b""


def _is_trusted(file: os.stat_result) -> bool:
    if os.name != "posix":
        return True
    trusted = {0, os.geteuid(), Path(__file__).stat().st_uid}
    return file.st_uid in trusted and not file.st_mode & _GROUP_OR_OTHERS
