"""Programs of this machine's distribution, with the libraries they need, for use in an image."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from gym.archive import File, Link, Tree
from lab.errors import LabError

_LIBRARY = re.compile(r"^\t(?:\S+ => )?(/\S+) \(", re.MULTILINE)
_NOT_FOUND = re.compile(r"^\t(\S+) => not found", re.MULTILINE)


def host_programs(names: Iterable[str]) -> Tree:
    """These programs under `usr/sbin`, which comes first in an image's PATH, and their libraries."""
    found = {name: _where(name) for name in names}
    # Many names of iptables are one file, which looks at what it is called.
    files: dict[str, File | Link] = {_inside(path): File(path) for path in found.values()}
    links = {f"usr/sbin/{name}": Link(str(path)) for name, path in found.items()}
    return {**links, **files, **libraries(found.values())}


def programs_at(places: Mapping[str, Path]) -> Tree:
    """Programs that are not installed, each at its place in the image, and their libraries."""
    if missing := [path for path in places.values() if not path.exists()]:
        raise LabError(f"{missing[0]} is not there", "get it with: make gym")
    return {
        **{place: File(path) for place, path in places.items()},
        **libraries(places.values()),
    }


def libraries(programs: Iterable[Path]) -> Tree:
    """What the programs need to be loaded, where the loader looks for it."""
    # ldd complains about programs that need nothing, and goes on.
    done = subprocess.run(("ldd", *map(str, programs)), capture_output=True, text=True, check=False)
    if missing := _NOT_FOUND.findall(done.stdout):
        raise LabError(f"libraries are not installed: {', '.join(sorted(set(missing)))}")
    return {path.lstrip("/"): File(Path(path)) for path in set(_LIBRARY.findall(done.stdout))}


def _where(name: str) -> Path:
    if (path := shutil.which(name)) is None:
        raise LabError(f"{name} is not installed", "get it with: make gym")
    return Path(path).resolve()


def _inside(path: Path) -> str:
    return str(path).lstrip("/")
