"""Reads folders and archives: our bundles as snapshots, others file by file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from calicovet.model.errors import BadInput
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.record import record
from calicovet.world.bundles.archive import MOST_OF_A_MEMBER, Archive, Member, open_archive
from calicovet.world.bundles.byte_chunks import as_text, begin, holds_files, unreadable
from calicovet.world.bundles.dump_stream import is_of_a_dump, read_dump
from calicovet.world.bundles.file_choice import Picked, Room, pick
from calicovet.world.bundles.folder import Folder
from calicovet.world.bundles.layout import INDEX
from calicovet.world.bundles.layouts.hosts import MOST_OF_A_NAME, Hosts, holds_a_host_name
from calicovet.world.bundles.layouts.paths import node_of_archive
from calicovet.world.bundles.layouts.row import Told
from calicovet.world.bundles.named_text import Named
from calicovet.world.bundles.sections import logs_in, sections_of
from calicovet.world.bundles.text_lines import LONGEST, lines_of
from calicovet.world.bundles.unread_files import LeftOut, Why, until_fault
from calicovet.world.json_decoding import indented

MOST_HELD = 512 << 20
"""Bytes of an archive that can be read only once, and of a bundle's files together."""
_OF_AN_ARCHIVE_WITHIN = 128 << 20
_OF_AN_INDEX = 64 << 20

DEEPEST = 3
"""So many archives may stand in one another, the outermost included."""

Refuse = Callable[[Member, BadInput], None]


@record
class Nest:
    """What the archives in a folder or an archive share."""

    gaps: list[Gap]
    room: Room
    depth: int
    """How many archives are around them."""
    open: Callable[[Member, Iterator[bytes]], BinaryIO]
    """One of them as a file that can be rewound."""


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

    nest = Nest(gaps, Room(), 0, lambda member, _: folder.open(member.place))
    hosts = _hosts(folder, members, around, "")
    yield from _texts(folder, picked, _Reading(around, hosts, refuse, left, nest))
    gaps.extend(left.gaps(name))


_ANY = Request(EvidenceKind.PASTE)


def open_packed(
    file: BinaryIO, name: str, gaps: list[Gap], *, within: Nest | None = None, around: str = ""
) -> Iterator[Named | Snapshot]:
    """What the archive holds; BadInput where nothing of it can be read.

    `within` is what it shares with the other archives that stand in the same one; `around` is its path there.
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
    node = node_of_archive(around) if around else ""
    around = _without_ending(around or name)
    picked = pick(members, around, left, within.room if within is not None else Room())
    given = 0

    def refuse(member: Member, error: BadInput) -> None:
        left.add(Why.NESTED if error.key == "archive" else Why.BINARY, member.name)

    depth = within.depth + 1 if within is not None else 1
    nest = Nest(gaps, within.room if within is not None else Room(), depth, _held)
    hosts = _hosts(archive, members, around, node)
    for text in _texts(archive, picked, _Reading(around, hosts, refuse, left, nest)):
        given += 1
        yield text
    gaps.extend(left.gaps(name))
    if not given and within is None:
        raise _nothing(name, left)


def _without_ending(name: str) -> str:
    folders, _, last = name.rpartition("/")
    last = last.partition(".tar")[0].removesuffix(".zip").removesuffix(".tgz").removesuffix(".txz")
    return f"{folders}/{last}" if folders else last


def _held(_: Member, chunks: Iterator[bytes]) -> BinaryIO:
    return BytesIO(_up_to(_OF_AN_ARCHIVE_WITHIN, chunks))


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
    from calicovet.world.bundles.snapshot_file import index_in, load_bundle

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


@record
class _Reading:
    """What is known of the folder or archive that is being read."""

    around: str
    """Its name, with the names of what is around it."""
    hosts: Hosts
    refuse: Refuse
    left: LeftOut
    nest: Nest


def _hosts(archive: Archive, members: Sequence[Member], around: str, node: str) -> Hosts:
    """The hosts that the files of hosts in it were taken on."""
    holding = {
        each.place
        for each in members
        if each.size <= MOST_OF_A_NAME and holds_a_host_name(each.name)
    }
    names: list[tuple[str, str]] = []
    if holding and not node:
        for member, chunks in archive.read(holding):
            try:
                content = _up_to(MOST_OF_A_NAME, chunks)
            except BadInput:  # reported when the file itself is read
                continue
            names.append((member.name, content.decode(errors="replace")))
    return Hosts(around, node, names)


def _texts(
    archive: Archive, picked: Mapping[int, Picked], reading: _Reading
) -> Iterator[Named | Snapshot]:
    """The texts of the picked members, and what the archives among them hold."""
    nest, left = reading.nest, reading.left
    for member, chunks in archive.read(picked.keys()):
        told, whole_up_to = picked[member.place].told, picked[member.place].whole_up_to
        try:
            head, chunks = begin(chunks)
            if holds_files(head) and nest.depth < DEEPEST:
                with nest.open(member, chunks) as packed:
                    inner = open_packed(
                        packed,
                        member.name,
                        nest.gaps,
                        within=nest,
                        around=f"{reading.around}/{member.name}",
                    )
                    yield from _under(member.name if len(picked) > 1 else "", inner)
                continue
            text = until_fault(as_text(chunks, member.name), member.name, left)
            text = _until_limit(text, member.name, left)
            is_cut = partial(left.is_cut, member.name)
            host = reading.hosts.of(member.name)
            for found in _of_member(member.name, text, told, host, is_cut):
                yield replace(found, whole_up_to=whole_up_to)
        except BadInput as error:
            # A file that is no text must not hide the ones that are.
            reading.refuse(member, error)


def _under(archive: str, found: Iterator[Named | Snapshot]) -> Iterator[Named | Snapshot]:
    """The same, named after the archive that they came in: several may hold files of one name."""
    for each in found:
        yield (
            replace(each, name=f"{archive}/{each.name}")
            if archive and isinstance(each, Named)
            else each
        )


def _until_limit(chunks: Iterator[bytes], name: str, left: LeftOut) -> Iterator[bytes]:
    read = 0
    for chunk in chunks:
        yield chunk
        read += len(chunk)
        if read >= MOST_OF_A_MEMBER:
            left.cut_off(name, Why.TOO_LONG)
            return


def _of_member(
    name: str, chunks: Iterator[bytes], told: Told | None, host: str, is_cut: Callable[[], bool]
) -> Iterator[Named]:
    if told is not None and told.of_the_host and host and not told.about.node:
        told = replace(told, about=replace(told.about, node=host))
    if told is not None and told.kind is EvidenceKind.OBJECTS:
        chunks = iter((_readable(_up_to(_OF_AN_ARCHIVE_WITHIN, chunks), told),))
    elif told is None and name.endswith(".json"):
        chunks = iter((_in_lines(_up_to(_OF_AN_ARCHIVE_WITHIN, chunks)),))
    lines = lines_of(chunks)
    if name.endswith(".case"):
        yield from (Named(place, found) for place, found in sections_of(lines))
    elif told is not None and told.several:
        for container, found in logs_in(lines):
            about = replace(told.about, container=container)
            yield Named(name, found, replace(told, about=about), is_cut)
    elif told is not None:
        yield Named(name, lines, told, is_cut)
    else:
        if is_of_a_dump(lines):
            yield from read_dump(name, lines, is_cut)
        else:
            yield Named(name, lines, None, is_cut, host=host, from_folder=True)


def _readable(content: bytes, told: Told) -> bytes:
    """Objects with a line for each field, and a bare array as the list that it is."""
    content = content.strip()
    if told.null_is_empty:
        content = content.replace(b': "null"\n', b': ""\n')
    if content[:1] == b"[" and told.list_kind:
        content = b'{"kind": "%s", "items": %s}' % (told.list_kind.encode(), content)
    return _in_lines(content)


def _in_lines(content: bytes) -> bytes:
    """JSON that stands on one line, with a line for each field; anything else as it is."""
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
