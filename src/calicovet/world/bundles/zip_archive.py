"""A zip, by its index or without it."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, BinaryIO

from calicovet.world.budget import BOMB, RATIO, Budget
from calicovet.world.bundles.archive import (
    MOST_MEMBERS,
    MOST_OF_A_MEMBER,
    Archive,
    Member,
    printable,
    tidy_name,
)
from calicovet.world.bundles.byte_chunks import CHUNK, is_zip
from calicovet.world.bundles.text_lines import decode
from calicovet.world.bundles.unread_files import LeftOut, Why

if TYPE_CHECKING:
    import zipfile


def open_zip(file: BinaryIO, name: str, left: LeftOut) -> Archive:
    """The zip; where its end is lost, what can be read from the front."""
    import zipfile

    try:
        return _Zip(zipfile.ZipFile(file), file.seek(0, 2), left)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        left.add(Why.CUT, name)
        return _ZipInPieces(file, left)


class _Zip:
    def __init__(self, archive: "zipfile.ZipFile", size: int, left: LeftOut) -> None:
        self._archive, self._size, self._left = archive, size, left

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
        # Members may share their bytes: together they are measured against the whole archive.
        budget = Budget(self._size)
        for place, found in enumerate(self._archive.infolist()):
            if place not in wanted:
                continue
            name = tidy_name(_zip_name(found.filename, found.flag_bits))
            swells = found.file_size > BOMB and found.file_size > RATIO * found.compress_size
            budget.given += 0 if swells else min(found.file_size, MOST_OF_A_MEMBER)
            if swells or budget.is_exceeded:
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
        budget = Budget()
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
                    return  # without its size the start of the next one is unknown
                self._file.seek(size, 1)
                continue
            chunks = self._inflated(name, flags, budget) if method else self._stored(size, name)
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

    def _inflated(self, name: str, flags: int, budget: Budget) -> Iterator[bytes]:
        import zlib

        unpack = zlib.decompressobj(wbits=-15)
        while not unpack.eof:
            chunk = self._file.read(CHUNK)
            read = len(chunk)
            budget.packed += read
            try:
                while chunk and not unpack.eof:
                    text = unpack.decompress(chunk, CHUNK)
                    budget.given += len(text)
                    chunk = unpack.unconsumed_tail
                    if budget.is_exceeded:
                        self._left.add(Why.BOMB, name)
                        self._file.seek(0, 2)
                        return
                    if text:
                        yield text
            except zlib.error:
                self._left.cut_off(name)
                self._file.seek(0, 2)
                return
            if not unpack.eof and not unpack.unconsumed_tail and read < CHUNK:
                self._left.cut_off(name)
                return
        self._file.seek(-len(unpack.unused_data), 1)
        budget.packed -= len(unpack.unused_data)
        if flags & 8:  # its size stands behind it, with or without a mark
            mark = self._file.read(4)
            self._file.seek(12 if mark == b"PK\x07\x08" else 8, 1)


def _use_up(chunks: Iterator[bytes]) -> None:
    for _ in chunks:
        pass


def _zip_name(name: str, flags: int) -> str:
    """The name as it was meant: Chinese Windows writes its own letters and says nothing of it."""
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
