"""A tar, packed or not, read as a stream."""

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, BinaryIO

from calicovet.model.errors import BadInput
from calicovet.world.bundles.archive import (
    BOMB,
    MOST_MEMBERS,
    MOST_UNPACKED,
    RATIO,
    Member,
    printable,
    tidy_name,
)
from calicovet.world.bundles.byte_chunks import CHUNK, unpacked
from calicovet.world.bundles.unread_files import LeftOut, Why

if TYPE_CHECKING:
    import tarfile


class _Unpacked:
    """A packed file as a stream of what is in it; ends early where it is broken or grows beyond measure."""

    def __init__(self, file: BinaryIO, name: str, end: Callable[[Why], None]) -> None:
        self._packed = 0
        self._given = 0
        self._end = end
        self._rest = memoryview(b"")
        self._last = b""
        self._at = 0

        def chunks() -> Iterator[bytes]:
            while chunk := file.read(CHUNK):
                self._packed += len(chunk)
                yield chunk

        self._chunks = unpacked(chunks(), name)

    def read(self, size: int) -> bytes:
        parts, wanted = [], size
        while wanted:
            if not self._rest and not self._next():
                break
            part = self._rest[:wanted]
            self._rest = self._rest[len(part) :]
            parts.append(part)
            wanted -= len(part)
        self._at += len(self._last)
        self._last = b"".join(parts)
        return self._last

    def block_at(self, offset: int) -> bytes:
        """The block of a tar there, if it was read last."""
        start = offset - self._at
        return self._last[start : start + 512] if start >= 0 else b""

    def _next(self) -> bool:
        if self._given > MOST_UNPACKED or (
            self._given > BOMB and self._given > RATIO * self._packed
        ):
            self._end(Why.BOMB)
            return False
        try:
            chunk = next(self._chunks, b"")
        except BadInput:
            self._end(Why.BROKEN)
            return False
        self._given += len(chunk)
        self._rest = memoryview(chunk)
        return bool(chunk)


class Tar:
    """Is walked twice: to list it, and to read what was chosen."""

    def __init__(self, file: BinaryIO, name: str, left: LeftOut) -> None:
        self._file, self._name, self._left = file, name, left

    def members(self) -> Iterator[Member]:
        yield from (member for member, _ in self._walk(None))

    def read(self, wanted: Collection[int]) -> Iterator[tuple[Member, Iterator[bytes]]]:
        yield from self._walk(wanted)

    def _walk(self, wanted: Collection[int] | None) -> Iterator[tuple[Member, Iterator[bytes]]]:
        """Every file, or the wanted ones with their bytes; what is wrong is told on the first walk."""
        import tarfile

        def told(why: Why) -> None:
            if wanted is None:
                self._left.add(why, self._name)

        self._file.seek(0)
        stream = _Unpacked(self._file, self._name, told)
        last = max(wanted, default=-1) if wanted is not None else MOST_MEMBERS
        place = -1
        try:
            # A stream has only to be read; the library asks for no more.
            with tarfile.open(fileobj=stream, mode="r|") as archive:  # type: ignore[call-overload]
                for place, found in enumerate(archive):
                    archive.members = []  # else the library remembers every one
                    if place > last:
                        told(Why.TOO_MANY)
                        return
                    if wanted is not None and place not in wanted:
                        continue
                    name = self._name_of(found, wanted is None)
                    if name:
                        chunks = self._chunks(archive, found, name) if wanted else iter(())
                        yield Member(place, name, found.size), chunks
                    # The library goes to wherever a header sends it.
                    if archive.offset > MOST_UNPACKED:
                        told(Why.CUT)
                        return
                # The library takes a header that is none for the end.
                if stream.block_at(archive.offset).strip(b"\0"):
                    told(Why.BROKEN)
        except (tarfile.TarError, EOFError, OSError, ValueError):
            told(Why.CUT)

    def _name_of(self, found: "tarfile.TarInfo", tell: bool) -> str:
        if found.isdir():
            return ""
        name = tidy_name(found.name)
        why = (
            Why.UNSAFE
            if not name
            else Why.LINK
            if found.issym() or found.islnk()
            else Why.NO_FILE
            if not found.isreg() or found.issparse()
            else None
        )
        if why is None:
            return name
        if tell:
            self._left.add(why, printable(found.name))
        return ""

    def _chunks(
        self, archive: "tarfile.TarFile", found: "tarfile.TarInfo", name: str
    ) -> Iterator[bytes]:
        import tarfile

        try:
            content = archive.extractfile(found)
            while content is not None and (chunk := content.read(CHUNK)):
                yield chunk
        except (tarfile.TarError, EOFError, OSError):
            self._left.cut_off(name)
