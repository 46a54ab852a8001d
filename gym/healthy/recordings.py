"""Recorded healthy clusters: one archive for each situation, with all forms of it.

The forms hold the same logs and objects, so they compress best together.
"""

import tarfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from gym.healthy.forms import Form

FOLDER = Path(__file__).parents[2] / "tests" / "recorded" / "healthy"
_ENDING = ".tar.xz"


def recorded(folder: Path = FOLDER) -> tuple[str, ...]:
    """The names of the situations that are recorded."""
    return tuple(path.name.removesuffix(_ENDING) for path in sorted(folder.glob(f"*{_ENDING}")))


def pack(situation: str, taken: Path, folder: Path = FOLDER) -> Path:
    """Writes the archive of what was taken; the same files give the same archive."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / f"{situation}{_ENDING}"
    with tarfile.open(archive, "w:xz", preset=9) as opened:
        for path in sorted(taken.rglob("*")):
            if path.is_file():
                _add(opened, path.relative_to(taken).as_posix(), path.read_bytes())
    return archive


def unpack(situation: str, to: Path, folder: Path = FOLDER) -> Mapping[Form, Path]:
    """Writes the forms below a folder, as users have them; the path of each."""
    with tarfile.open(folder / f"{situation}{_ENDING}") as opened:
        opened.extractall(to, filter="data")
    return {**{form: to / form for form in Form}, Form.COLLECT: _bundle(to)}


def _bundle(unpacked: Path) -> Path:
    """The bundle of `calicovet collect` is one file."""
    own = unpacked / Form.COLLECT
    archive = unpacked / f"{Form.COLLECT}.tar.gz"
    with tarfile.open(archive, "w:gz") as opened:
        for path in sorted(own.rglob("*")):
            if path.is_file():
                _add(opened, path.relative_to(own).as_posix(), path.read_bytes())
    return archive


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    archive.addfile(entry, BytesIO(content))
