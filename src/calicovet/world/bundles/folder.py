"""Lists and reads the files of a folder."""

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

from calicovet.model.record import record
from calicovet.world.bundles.archive import MOST_MEMBERS, Member, printable
from calicovet.world.bundles.byte_chunks import chunks_of_file, unreadable
from calicovet.world.bundles.unread_files import LeftOut, Why
from calicovet.world.counted_files import open_counted


@record
class _File:
    path: Path
    size: int


class Folder:
    """The files below a path, in the order of their names; links that lead out of it are not followed."""

    def __init__(self, path: Path, left: LeftOut) -> None:
        self._path = path
        self._left = left
        # Empty where the working folder was deleted: then no link is followed.
        self._root = os.path.realpath(path) if path.is_absolute() or _has_working_folder() else ""
        self._seen: set[tuple[int, int]] = set()
        """Every file and folder by device and inode: a second way to it is a link, and perhaps a loop."""
        top = path.stat()
        self._seen.add((top.st_dev, top.st_ino))
        self._files = sorted(self._walk(path), key=lambda file: file.path)

    def members(self) -> Iterator[Member]:
        for place, file in enumerate(self._files):
            yield Member(place, self._name(file.path), file.size)

    def read(self, wanted: Collection[int]) -> Iterator[tuple[Member, Iterator[bytes]]]:
        for place, file in enumerate(self._files):
            if place in wanted:
                name = self._name(file.path)
                yield Member(place, name, file.size), chunks_of_file(file.path, name)

    def open(self, place: int) -> BinaryIO:
        """The file at that place; BadInput where it cannot be read."""
        path = self._files[place].path
        try:
            return open_counted(path)
        except (OSError, ValueError) as error:
            raise unreadable(error, self._name(path)) from error

    def _walk(self, top: Path) -> Iterator[_File]:
        """All files that may be read; real ones first, so that a link never takes the place of its target."""
        folders, links, found = [top], list[Path](), 0
        while folders or links:
            following = not folders
            names = [links.pop(0)] if following else self._names_in(folders.pop())
            for path in names:
                if path.is_symlink() and not following:
                    links.append(path)
                    continue
                entry = self._entry(path, link=following)
                if isinstance(entry, Path):
                    folders.append(entry)
                elif entry is not None:
                    found += 1
                    if found > MOST_MEMBERS:
                        self._left.add(Why.TOO_MANY, self._name(path))
                        return
                    yield entry

    def _names_in(self, folder: Path) -> list[Path]:
        try:
            with os.scandir(folder) as entries:
                return [folder / entry.name for entry in entries]
        except OSError:
            self._left.add(Why.FORBIDDEN, self._name(folder))
            return []

    def _entry(self, path: Path, *, link: bool) -> Path | _File | None:
        """The file, the folder to go on with, or None where it is neither, was seen before, or is outside."""
        try:
            about = path.stat()
            if link and not self._holds(path):
                self._left.add(Why.LINK, self._name(path))
                return None
        except (OSError, RuntimeError):
            # A link to nothing or to itself has nothing to show; anything else may have.
            self._left.add(Why.LINK if link else Why.FORBIDDEN, self._name(path))
            return None
        mark = (about.st_dev, about.st_ino)
        if not (S_ISDIR(about.st_mode) or S_ISREG(about.st_mode)):
            self._left.add(Why.NO_FILE, self._name(path))
            return None
        if link and mark in self._seen:
            return None
        self._seen.add(mark)
        return path if S_ISDIR(about.st_mode) else _File(path, about.st_size)

    def _holds(self, link: Path) -> bool:
        """Whether the link ends below the folder; False where that cannot be known."""
        if not self._root:
            return False
        return os.path.commonpath((self._root, os.path.realpath(link))) == self._root

    def _name(self, path: Path) -> str:
        return printable(path.relative_to(self._path).as_posix())


def _has_working_folder() -> bool:
    try:
        Path.cwd()
    except OSError:
        return False
    return True
