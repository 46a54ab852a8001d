"""The files in a tar or zip, one after the other; nothing is ever written to a disk.

An archive comes from somebody else: it may be cut off, broken, locked, or made to harm. What can be read is read.
"""

import re
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, BinaryIO, Protocol

from calicovet.model.errors import BadInput
from calicovet.model.record import record
from calicovet.world.bytes import CHUNK, begin, chunks_of, holds_files, is_zip, unpacked
from calicovet.world.left_out import LeftOut, Why

if TYPE_CHECKING:
    import tarfile
    import zipfile

MOST_MEMBERS = 200_000
MOST_UNPACKED = 4 << 30
"""Bytes that are unpacked at most, whether they are looked at or not."""
BOMB = 64 << 20
"""From so many bytes on, an archive that unpacks to more than RATIO times its size is called a bomb."""
RATIO = 200


@record
class Member:
    """A file in an archive: its place there, its path, its bytes."""

    place: int
    name: str
    size: int


class Archive(Protocol):
    """Is listed first, so that what matters can be chosen, and then read once."""

    def members(self) -> Iterator[Member]: ...
    def read(self, wanted: Collection[int]) -> Iterator[tuple[Member, Iterator[bytes]]]:
        """The wanted members in their order; each must be used up before the next."""
        ...


def open_archive(file: BinaryIO, name: str, left: LeftOut) -> Archive | None:
    """The archive in an open file that can be rewound; None where it is none."""
    head, _ = begin(chunks_of(file))
    file.seek(0)
    if is_zip(head):
        return _zip(file, name, left)
    return _Tar(file, name, left) if holds_files(head) else None


def tidy_name(name: str) -> str:
    """The path without empty parts; empty itself where it leads out of its archive."""
    name = name.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or re.match(r"[A-Za-z]:", name):
        return ""
    return printable("/".join(parts))


def printable(name: str) -> str:
    """The name without what would move a terminal's cursor."""
    name = name.encode(errors="replace").decode()
    return name if name.isprintable() else "".join(c if c.isprintable() else "?" for c in name)


# tar


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


class _Tar:
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


# zip


def _zip(file: BinaryIO, name: str, left: LeftOut) -> Archive:
    import zipfile

    try:
        return _Zip(zipfile.ZipFile(file), left)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        left.add(Why.CUT, name)
        return _ZipInPieces(file, left)


class _Zip:
    def __init__(self, archive: "zipfile.ZipFile", left: LeftOut) -> None:
        self._archive, self._left = archive, left

    def members(self) -> Iterator[Member]:
        for place, found in enumerate(self._archive.infolist()):
            if place >= MOST_MEMBERS:
                self._left.add(Why.TOO_MANY, found.filename)
                return
            if found.is_dir():
                continue
            name = tidy_name(_zip_name(found.filename, found.flag_bits))
            why = _refused(name, found.flag_bits, found.external_attr)
            if why is None:
                yield Member(place, name, found.file_size)
            else:
                self._left.add(why, name or printable(found.filename))

    def read(self, wanted: Collection[int]) -> Iterator[tuple[Member, Iterator[bytes]]]:
        given = 0
        for place, found in enumerate(self._archive.infolist()):
            if place not in wanted:
                continue
            name = tidy_name(_zip_name(found.filename, found.flag_bits))
            given += found.file_size
            if given > MOST_UNPACKED or (
                found.file_size > BOMB and found.file_size > RATIO * found.compress_size
            ):
                self._left.add(Why.BOMB, name)
                continue
            yield Member(place, name, found.file_size), self._chunks(found, name)

    def _chunks(self, found: "zipfile.ZipInfo", name: str) -> Iterator[bytes]:
        import zipfile
        import zlib

        try:
            with self._archive.open(found) as content:
                while chunk := content.read(CHUNK):
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
            self._left.cut_off(name)
        except (NotImplementedError, RuntimeError):  # a packing or a lock that the library lacks
            self._left.add(Why.LOCKED, name)


class _ZipInPieces:
    """A zip that has lost its end, where the list of its files stands: read piece by piece from the front."""

    def __init__(self, file: BinaryIO, left: LeftOut) -> None:
        self._file, self._left = file, left

    def members(self) -> Iterator[Member]:
        for member, chunks in self._walk(None):
            # How big a file is shows only at its end.
            yield Member(member.place, member.name, sum(map(len, chunks)))

    def read(self, wanted: Collection[int]) -> Iterator[tuple[Member, Iterator[bytes]]]:
        yield from self._walk(wanted)

    def _walk(self, wanted: Collection[int] | None) -> Iterator[tuple[Member, Iterator[bytes]]]:
        self._file.seek(0)
        for place in range(MOST_MEMBERS):
            head = self._file.read(30)
            if len(head) < 30 or not is_zip(head):
                return
            flags, method = (
                int.from_bytes(head[6:8], "little"),
                int.from_bytes(head[8:10], "little"),
            )
            size = int.from_bytes(head[18:22], "little")
            raw = self._file.read(int.from_bytes(head[26:28], "little"))
            self._file.seek(int.from_bytes(head[28:30], "little"), 1)
            text = raw.decode("utf-8" if flags & 0x800 else "cp437", errors="replace")
            name = tidy_name(_zip_name(text, flags))
            why = _refused(name, flags, 0)
            if method not in (0, 8) or (method == 0 and flags & 8) or flags & 1:
                why = why or Why.LOCKED
            if why is not None:
                if wanted is None:
                    self._left.add(why, name or printable(text))
                if flags & 8:
                    return  # without its size nobody knows where the next one begins
                self._file.seek(size, 1)
                continue
            chunks = self._inflated(name, flags) if method else self._stored(size, name)
            if text.endswith("/") or (wanted is not None and place not in wanted):
                _use_up(chunks)
                continue
            yield Member(place, name, 0), chunks
            _use_up(chunks)

    def _stored(self, size: int, name: str) -> Iterator[bytes]:
        while size:
            chunk = self._file.read(min(size, CHUNK))
            if not chunk:
                self._left.cut_off(name)
                return
            size -= len(chunk)
            yield chunk

    def _inflated(self, name: str, flags: int) -> Iterator[bytes]:
        import zlib

        unpack = zlib.decompressobj(wbits=-15)
        given = packed = 0
        while not unpack.eof:
            chunk = self._file.read(CHUNK)
            packed += len(chunk)
            try:
                while chunk and not unpack.eof:
                    text = unpack.decompress(chunk, CHUNK)
                    given += len(text)
                    chunk = unpack.unconsumed_tail
                    if given > BOMB and given > RATIO * packed:
                        self._left.add(Why.BOMB, name)
                        self._file.seek(0, 2)
                        return
                    if text:
                        yield text
            except zlib.error:
                self._left.cut_off(name)
                self._file.seek(0, 2)
                return
            if not unpack.eof and not unpack.unconsumed_tail and packed % CHUNK:
                self._left.cut_off(name)
                return
        self._file.seek(-len(unpack.unused_data), 1)
        if flags & 8:  # its size stands behind it, with or without a mark
            mark = self._file.read(4)
            self._file.seek(12 if mark == b"PK\x07\x08" else 8, 1)


def _use_up(chunks: Iterator[bytes]) -> None:
    for _ in chunks:
        pass


def _zip_name(name: str, flags: int) -> str:
    """The name as it was meant: Chinese Windows writes its own letters and says nothing of it."""
    from calicovet.world.lines import decode

    if flags & 0x800 or name.isascii():
        return name
    try:
        return decode(name.encode("cp437"))
    except UnicodeEncodeError:
        return name


def _refused(name: str, flags: int, attributes: int) -> Why | None:
    if not name:
        return Why.UNSAFE
    if flags & 1:
        return Why.LOCKED
    kind = attributes >> 28
    if kind == 0o12:
        return Why.LINK
    return None if kind in (0, 0o10) else Why.NO_FILE
