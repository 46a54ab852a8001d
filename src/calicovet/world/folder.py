"""A folder's files, listed and read as those of an archive are."""

from collections.abc import Collection, Iterator
from pathlib import Path

from calicovet.world.archive import Member, printable
from calicovet.world.bytes import chunks_of_file


class Folder:
    """The files below a path, in the order of their names."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = sorted(file for file in path.rglob("*") if file.is_file())

    def members(self) -> Iterator[Member]:
        for place, file in enumerate(self._files):
            yield Member(place, self._name(file), file.stat().st_size)

    def read(self, wanted: Collection[int]) -> Iterator[tuple[Member, Iterator[bytes]]]:
        for place, file in enumerate(self._files):
            if place in wanted:
                name = self._name(file)
                yield Member(place, name, file.stat().st_size), chunks_of_file(file, name)

    def _name(self, file: Path) -> str:
        return printable(file.relative_to(self._path).as_posix())
