"""A tar, compressed or not, read as a stream."""

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from calicovet.model.errors import BadInput
from calicovet.world.bundles.archive import MOST_MEMBERS, Member, printable, tidy_name
from calicovet.world.bundles.byte_chunks import CHUNK, CUT_OFF, chunks_of, unpacked
from calicovet.world.bundles.unread_files import LeftOut, Why

if TYPE_CHECKING:
    import tarfile


class _Unpacked:
    """A packed file as a stream of what is in it; ends early where it is broken or grows beyond measure."""

    def __init__(self, file: BinaryIO, name: str, end: Callable[[Why], None]) -> None:
        self._end = end
        self._rest = memoryview(b"")
        self._last = b""
        self._at = 0
        self._chunks = unpacked(chunks_of(file), name)

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
        try:
            chunk = next(self._chunks, b"")
        except BadInput as error:
            self._end(_WHY.get(error.key, Why.BROKEN))
            return False
        self._rest = memoryview(chunk)
        return bool(chunk)


_WHY = {"bomb": Why.BOMB, CUT_OFF: Why.CUT}


_FARTHEST = 1 << 62
"""Farther no file can be sought."""


def _open(file: BinaryIO, stream: _Unpacked | None) -> Any:
    import tarfile

    if stream is None:  # what is not wanted is skipped, however big it is
        return tarfile.open(fileobj=file, mode="r:")
    # A stream has only to be read; the library asks for no more.
    return tarfile.open(fileobj=stream, mode="r|")  # type: ignore[call-overload]


def _block_at(offset: int, file: BinaryIO, stream: _Unpacked | None) -> bytes:
    if stream is not None:
        return stream.block_at(offset)
    file.seek(offset)
    return file.read(512)


class Tar:
    """Is walked twice: to list it, and to read what was chosen."""

    def __init__(self, file: BinaryIO, name: str, left: LeftOut, *, packed: bool) -> None:
        self._file, self._name, self._left = file, name, left
        self._packed = packed

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
        stream = _Unpacked(self._file, self._name, told) if self._packed else None
        last = max(wanted, default=-1) if wanted is not None else MOST_MEMBERS
        place = -1
        try:
            with _open(self._file, stream) as archive:
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
                    if archive.offset > _FARTHEST:
                        told(Why.CUT)
                        return
                # The library takes a header that is none for the end.
                if _block_at(archive.offset, self._file, stream).strip(b"\0"):
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
