"""Folders and archives: a bundle of ours as the snapshot that it holds, others file by file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from calicovet.model.errors import BadInput
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.foreign_layout import Told, host_in, tells_the_host
from calicovet.model.layout import INDEX
from calicovet.model.shell import command
from calicovet.world.archive import MOST_OF_A_MEMBER, Archive, Member, open_archive
from calicovet.world.bytes import as_text, begin, holds_files, unreadable
from calicovet.world.casefile import sections_of
from calicovet.world.decoding import indented
from calicovet.world.dump_logs import logs_in
from calicovet.world.folder import Folder
from calicovet.world.left_out import LeftOut, Why, until_fault
from calicovet.world.lines import LONGEST, lines_of
from calicovet.world.named import Named
from calicovet.world.pick import Picked, Room, pick

BIG_IN_A_FOLDER = 20 << 20
"""Bytes; longer files of a folder are left out, and named."""
MOST_HELD = 512 << 20
"""Bytes of an archive that can be read only once, and of a bundle's files together."""
_OF_AN_ARCHIVE_WITHIN = 128 << 20
_OF_AN_INDEX = 64 << 20

Refuse = Callable[[Member, BadInput], None]


def open_folder(path: Path, gaps: list[Gap]) -> Iterator[Named | Snapshot]:
    """What the folder holds; BadInput where that is nothing."""
    name = _display(path)
    left = LeftOut()
    try:
        folder = Folder(path, left)
    except OSError as error:
        raise unreadable(error, name) from error
    members = tuple(folder.members())
    bundle = _bundle(folder, members, name, left)
    if bundle is not None:
        yield bundle
        gaps.extend(left.gaps(name))
        return
    around = _own_name(path)
    picked = pick(members, around, left, Room())
    if not picked:
        if left.has(Why.FORBIDDEN):
            raise BadInput(f"no permission: {name}", key="forbidden", name=name)
        if left.has(Why.NO_USE):
            raise _nothing(name, left)
        raise BadInput(f"an empty folder: {name}", key="empty-folder", name=name)

    def refuse(member: Member, error: BadInput) -> None:
        reason = GapReason.FORBIDDEN if error.key == "forbidden" else GapReason.ABSENT
        detail = f"{member.name}: {error.message}"
        gaps.append(Gap(_ANY, reason, detail, f"give {member.name} as text"))

    small: dict[int, Picked] = {}
    for place, each in picked.items():
        if each.member.size < BIG_IN_A_FOLDER:
            small[place] = each
            continue
        close = command("calicovet diagnose {file}", file=str(path / each.member.name))
        detail = f"{each.member.name}: too big for a folder"
        gaps.append(Gap(_ANY, GapReason.NOT_CONFIGURED, detail, close))
    yield from _texts(folder, small, _host(folder, members, around), refuse, left)
    gaps.extend(left.gaps(name))


_ANY = Request(EvidenceKind.PASTE)


def open_packed(
    file: BinaryIO, name: str, gaps: list[Gap], *, within: Room | None = None
) -> Iterator[Named | Snapshot]:
    """What the archive holds; BadInput where nothing of it can be read.

    `within` is the room for all archives that stand in another one together.
    """
    left = LeftOut()
    archive = open_archive(file, name, left)
    if archive is None:
        raise BadInput(f"a broken archive: {name}", key="broken-archive", name=name)
    members = tuple(archive.members())
    bundle = _bundle(archive, members, name, left)
    if bundle is not None:
        yield bundle
        gaps.extend(left.gaps(name))
        return
    around = name.partition(".tar")[0].removesuffix(".zip").removesuffix(".tgz")
    picked = pick(members, around, left, Room() if within is None else within)
    given = 0

    def refuse(member: Member, error: BadInput) -> None:
        left.add(Why.NESTED if error.key == "archive" else Why.BINARY, member.name)

    host = _host(archive, members, around)
    nested = gaps if within is None else None
    for text in _texts(archive, picked, host, refuse, left, nested=nested):
        given += 1
        yield text
    gaps.extend(left.gaps(name))
    if not given and within is None:
        raise _nothing(name, left)


def _nothing(name: str, left: LeftOut) -> BadInput:
    """Why nothing at all could be read."""
    for why, key in (
        (Why.LOCKED, "locked-archive"),
        (Why.BOMB, "bomb"),
        (Why.CUT, "broken-archive"),
        (Why.BROKEN, "broken-archive"),
    ):
        if left.has(why):
            return BadInput(f"{name}: {why}", key=key, name=name)
    return BadInput(f"no text in {name}", key="empty-archive", name=name)


def hold(chunks: Iterator[bytes]) -> BinaryIO:
    """The bytes in memory, within bounds, as a file that can be rewound."""
    return BytesIO(_up_to(MOST_HELD, chunks))


# Bundles of ours


def _bundle(
    archive: Archive, members: Sequence[Member], name: str, left: LeftOut
) -> Snapshot | None:
    """The snapshot that was saved there, be it wrapped in a folder or not; None: it is no bundle of ours."""
    index = min(
        (each for each in members if each.name.rpartition("/")[2] == INDEX),
        key=lambda member: member.name.count("/"),
        default=None,
    )
    if index is None or index.size > _OF_AN_INDEX:
        return None
    from calicovet.world.bundle import index_in, load_bundle

    head = b"".join(chain.from_iterable(chunks for _, chunks in archive.read({index.place})))
    found = index_in(head, name)
    if found is None:
        return None
    root = index.name.removesuffix(INDEX)
    ours = {
        each.place for each in members if each.name.startswith(root) and each.place != index.place
    }
    files: dict[str, bytes] = {}
    cut: set[str] = set()
    held = 0
    for member, chunks in archive.read(ours):
        content = _up_to(MOST_HELD - held, chunks)
        held += len(content)
        if held >= MOST_HELD:
            break
        files[member.name.removeprefix(root)] = content
        if left.is_cut(member.name):
            cut.add(member.name.removeprefix(root))
    return load_bundle(found, files, cut)


def _up_to(most: int, chunks: Iterator[bytes]) -> bytes:
    parts, have = [], 0
    for chunk in chunks:
        parts.append(chunk)
        have += len(chunk)
        if have >= most:
            break
    return b"".join(parts)


# Bundles of others


def _host(archive: Archive, members: Sequence[Member], around: str) -> str:
    """The host that all of it was taken on, where it is one; empty: not known."""
    for name in (around, *(member.name for member in members[:1])):
        if host := host_in(name):
            return host
    told = next((each for each in members if tells_the_host(each.name)), None)
    if told is None or told.size > 300:
        return ""
    for _, chunks in archive.read({told.place}):
        words = b"".join(chunks).decode(errors="replace").split()
        return words[0].lower() if words and words[0].isascii() else ""
    return ""


def _texts(
    archive: Archive,
    picked: Mapping[int, Picked],
    host: str,
    refuse: Refuse,
    left: LeftOut,
    nested: list[Gap] | None = None,
) -> Iterator[Named | Snapshot]:
    """The texts of the picked members; an archive within is opened once where `nested` takes its gaps."""
    room = Room()
    for member, chunks in archive.read(picked.keys()):
        told = picked[member.place].told
        if told is not None and told.of_the_host and host:
            told = replace(told, about=replace(told.about, node=host))
        try:
            head, chunks = begin(chunks)
            if holds_files(head) and nested is not None:
                packed = BytesIO(_up_to(_OF_AN_ARCHIVE_WITHIN, chunks))
                yield from open_packed(packed, member.name, nested, within=room)
                continue
            text = until_fault(as_text(chunks, member.name), member.name, left)
            text = _until_limit(text, member.name, left)
            yield from _of_member(member.name, text, told, partial(left.is_cut, member.name))
        except BadInput as error:
            # A file that is no text must not hide the ones that are.
            refuse(member, error)


def _until_limit(chunks: Iterator[bytes], name: str, left: LeftOut) -> Iterator[bytes]:
    read = 0
    for chunk in chunks:
        yield chunk
        read += len(chunk)
        if read >= MOST_OF_A_MEMBER:
            left.cut_off(name, Why.TOO_LONG)
            return


def _of_member(
    name: str, chunks: Iterator[bytes], told: Told | None, is_cut: Callable[[], bool]
) -> Iterator[Named]:
    if told is not None and told.kind is EvidenceKind.OBJECTS:
        chunks = iter((_readable(_up_to(_OF_AN_ARCHIVE_WITHIN, chunks), told),))
    lines = lines_of(chunks)
    if name.endswith(".case"):
        yield from (Named(place, found) for place, found in sections_of(lines))
    elif told is not None and told.several:
        for container, found in logs_in(lines):
            about = replace(told.about, container=container)
            yield Named(name, found, replace(told, about=about), is_cut)
    else:
        yield Named(name, lines, told, is_cut)


def _readable(content: bytes, told: Told) -> bytes:
    """JSON with a line for each field, and a bare array as the list that it is."""
    content = content.strip()
    if content[:1] == b"[" and told.list_kind:
        content = b'{"kind": "%s", "items": %s}' % (told.list_kind.encode(), content)
    if content[:1] != b"{" or content.count(b"\n") * LONGEST > len(content):
        return content
    return indented(content)


def _own_name(path: Path) -> str:
    """The folder's name, also where it is given as a dot; empty where the working folder was deleted."""
    try:
        return path.absolute().name
    except OSError:
        return path.name


def _display(path: Path) -> str:
    # A file name may hold bytes that are no text.
    return str(path).encode(errors="replace").decode()
