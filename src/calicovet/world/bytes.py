"""A path or standard input, as chunks of bytes."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from calicovet.model.errors import BadInput

CHUNK = 1 << 18

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"II*\x00", b"MM\x00*")
_ARCHIVES = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\xfd7zXZ",
    b"BZh",
    b"\x28\xb5\x2f\xfd",
    b"7z\xbc\xaf",
    b"Rar!",
)
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_GZIP = b"\x1f\x8b"


def chunks_of_file(path: Path, name: str) -> Iterator[bytes]:
    """The file's bytes, unpacked if it was gzipped; BadInput where it is no text."""
    try:
        with path.open("rb") as file:
            yield from chunks_of(file, name)
    except FileNotFoundError as error:
        raise BadInput(f"no such file: {name}", key="missing", name=name) from error
    except PermissionError as error:
        raise BadInput(f"no permission: {name}", key="forbidden", name=name) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(f"{name}: {reason}", key="unreadable", name=name, reason=reason) from error


def chunks_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The bytes of an open file, unpacked if it was gzipped; BadInput where it is no text."""
    chunks: Iterator[bytes] = iter(lambda: file.read(CHUNK), b"")
    head = next(chunks, b"")
    if head.startswith(_GZIP):
        chunks = _gunzip(chain((head,), chunks), name)
        head = next(chunks, b"")
    _refuse_what_is_no_text(head, name)
    return chain((head,), chunks) if head else iter(())


def _refuse_what_is_no_text(head: bytes, name: str) -> None:
    if head.startswith(_PICTURES) or head[8:12] == b"WEBP" or head[4:8] == b"ftyp":
        raise BadInput(f"a picture: {name}", key="picture", name=name)
    if head.startswith(_ARCHIVES) or head[257:262] == b"ustar":
        raise BadInput(f"an archive: {name}", key="archive", name=name)
    if b"\0" in head and not head.startswith(_UTF16):
        raise BadInput(f"not text: {name}", key="binary", name=name)


def _gunzip(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    # gzip's own reader raises where a file was cut off; what came before is worth reading.
    unpack = zlib.decompressobj(wbits=31)
    for chunk in chunks:
        while chunk:
            try:
                text = unpack.decompress(chunk, CHUNK)
            except zlib.error as error:
                raise BadInput(f"broken gzip: {name}", key="broken-gzip", name=name) from error
            if text:
                yield text
            chunk = unpack.unconsumed_tail
            if unpack.eof:
                chunk = unpack.unused_data.lstrip(b"\0")
                unpack = zlib.decompressobj(wbits=31)
