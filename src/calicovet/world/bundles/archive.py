"""Opens tar and zip archives as streams of files; nothing is written to disk.

An archive is untrusted input: it may be cut off, broken, locked, or made to harm. What can be read is read.
"""

import re
from collections.abc import Collection, Iterator
from typing import BinaryIO, Protocol

from calicovet.model.record import record
from calicovet.world.bundles.byte_chunks import begin, chunks_of, holds_files, is_tar, is_zip
from calicovet.world.bundles.unread_files import LeftOut

MOST_MEMBERS = 200_000
MOST_OF_A_MEMBER = 8 << 30
"""Bytes that are read of one file: one without an end must not hide what comes after it."""


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
        from calicovet.world.bundles.zip_archive import open_zip

        return open_zip(file, name, left)
    if not holds_files(head):
        return None
    from calicovet.world.bundles.tar_archive import Tar

    return Tar(file, name, left, packed=not is_tar(head))


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
