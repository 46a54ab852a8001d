"""A path or standard input as chunks of bytes."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from calicovet.model.errors import BadInput
from calicovet.world.budget import Budget
from calicovet.world.counted_files import open_counted

CHUNK = 1 << 18
CUT_OFF = "cut-off"
"""The key of what ends before its end; it is raised after all that could be read."""

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"II*\x00", b"MM\x00*")
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_FOREIGN_ARCHIVES = (b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf", b"Rar!")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ"
_BZIP2 = b"1AY&SY"
"""Behind three letters and a digit."""


def chunks_of_file(path: Path, name: str) -> Iterator[bytes]:
    """The file's bytes as they are; BadInput where it cannot be read."""
    try:
        with open_counted(path) as file:
            yield from chunks_of(file)
    except (OSError, ValueError) as error:
        raise unreadable(error, name) from error


def unreadable(error: OSError | ValueError, name: str) -> BadInput:
    """Why that file or folder cannot be read."""
    if isinstance(error, FileNotFoundError):
        return BadInput(f"no such file: {name}", key="missing", name=name)
    if isinstance(error, PermissionError):
        return BadInput(f"no permission: {name}", key="forbidden", name=name)
    reason = getattr(error, "strerror", None) or str(error)
    return BadInput(f"{name}: {reason}", key="unreadable", name=name, reason=reason)


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of an open file."""
    return iter(lambda: file.read(CHUNK), b"")


def as_text(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """The chunks, unpacked if they were packed; BadInput where they are no text."""
    chunks = unpacked(chunks, name)
    head = next(chunks, b"")
    _refuse_what_is_no_text(head, name)
    return chain((head,), chunks) if head else iter(())


def unpacked(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """The bytes without their packing by gzip, bzip2 or xz, if there is one.

    BadInput, after what could be read, where that is broken, was cut off, or unpacks without measure.
    """
    head = next(chunks, b"")
    chunks = chain((head,), chunks) if head else chunks
    budget = Budget()
    if head.startswith(_GZIP):
        return _within(budget, _gunzip(_counted(budget, chunks), name), name)
    if head.startswith(_XZ) or head[4:10] == _BZIP2:
        return _within(budget, _unpack(_counted(budget, chunks), head, name), name)
    return chunks


def _counted(budget: Budget, chunks: Iterable[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        budget.packed += len(chunk)
        yield chunk


def _within(budget: Budget, chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    for chunk in chunks:
        budget.given += len(chunk)
        if budget.is_exceeded:
            raise BadInput(f"unpacks without measure: {name}", key="bomb", name=name)
        yield chunk


def begin(chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Enough of it to tell what it is, and all of it."""
    head = next(chunks, b"")
    while head[4:10] == _BZIP2 and len(head) < _BLOCK and (more := next(chunks, b"")):
        head += more
    return head, chain((head,), chunks)


_BLOCK = 2 << 20
"""bzip2 unpacks nothing before it has a whole block."""


def holds_files(head: bytes) -> bool:
    """Whether what begins so is an archive, packed or not."""
    if is_zip(head) or is_tar(head):
        return True
    try:
        return is_tar(next(unpacked(iter((head,)), ""), b""))
    except BadInput:
        return False  # the text reader reports what is wrong


def is_zip(head: bytes) -> bool:
    return head.startswith(_ZIPS)


def is_tar(head: bytes) -> bool:
    """By the sum in its first header: the oldest tars have no other mark."""
    if len(head) < 512 or head[0] == 0:
        return head[257:262] == b"ustar"
    stated = head[148:156].strip(b" \0")
    counted = sum(head[:148]) + 8 * 32 + sum(head[156:512])
    return stated.lstrip(b"0") == b"%o" % counted


def _refuse_what_is_no_text(head: bytes, name: str) -> None:
    if head.startswith(_PICTURES) or head[8:12] == b"WEBP" or head[4:8] == b"ftyp":
        raise BadInput(f"a picture: {name}", key="picture", name=name)
    if is_zip(head) or is_tar(head) or head.startswith(_FOREIGN_ARCHIVES):
        raise BadInput(f"an archive: {name}", key="archive", name=name)
    if _is_binary(head):
        raise BadInput(f"not text: {name}", key="binary", name=name)


_USUAL_CONTROLS = b"\t\n\r\f\b\x1b"
_CONTROLS = bytes(byte for byte in range(1, 32) if byte not in _USUAL_CONTROLS)
_LETTERS_PER_CONTROL = 64


def _is_binary(head: bytes) -> bool:
    """Whether its NULs are those of a binary file; a log has a few where a machine crashed or truncated it."""
    if b"\0" not in head or head.startswith(_UTF16):
        return False
    # A file that was truncated under its writer begins with a hole, which reads as NULs.
    text = head.lstrip(b"\0")
    if not text:
        return True
    odd = len(text) - len(text.translate(None, _CONTROLS + b"\0"))
    return (odd - 1) * _LETTERS_PER_CONTROL > len(text)


def _gunzip(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    # gzip's own reader raises where a file was cut off; what came before is worth reading.
    unpack = zlib.decompressobj(wbits=31)
    nothing, complete, begun = True, False, False
    for chunk in chunks:
        while chunk:
            try:
                text = unpack.decompress(chunk, CHUNK)
            except zlib.error as error:
                if complete and not begun:
                    return  # bytes behind the last whole stream, as tapes and signatures leave them
                raise BadInput(f"broken gzip: {name}", key="broken-gzip", name=name) from error
            if text:
                nothing, begun = False, True
                yield text
            chunk = unpack.unconsumed_tail
            if unpack.eof:
                nothing, complete, begun = False, True, False
                chunk = unpack.unused_data.lstrip(b"\0")
                unpack = zlib.decompressobj(wbits=31)
    if nothing:
        raise BadInput(f"broken gzip: {name}", key="broken-gzip", name=name)
    if begun:
        raise BadInput(f"cut off: {name}", key=CUT_OFF, name=name)


def _unpack(chunks: Iterable[bytes], head: bytes, name: str) -> Iterator[bytes]:
    from bz2 import BZ2Decompressor
    from lzma import LZMADecompressor, LZMAError

    begin = LZMADecompressor if head.startswith(_XZ) else BZ2Decompressor
    unpack = begin()
    nothing, complete, begun = True, False, False
    for chunk in chunks:
        while chunk or not (unpack.eof or unpack.needs_input):
            try:
                text = unpack.decompress(chunk, CHUNK)
            except (LZMAError, OSError, EOFError) as error:
                if complete and not begun:
                    return
                raise BadInput(f"broken: {name}", key="broken-archive", name=name) from error
            if text:
                nothing, begun = False, True
                yield text
            chunk = b""
            if unpack.eof:
                complete, begun = True, False
                chunk, unpack = unpack.unused_data.lstrip(b"\0"), begin()
    if nothing:
        raise BadInput(f"broken: {name}", key="broken-archive", name=name)
    if begun:
        raise BadInput(f"cut off: {name}", key=CUT_OFF, name=name)
