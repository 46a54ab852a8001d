"""Writes a snapshot to one file, and reads it back.

FILE.tar.gz holds every piece at its place (`world/bundles/layout.py`), `index.json` with what its path does not say,
and `gaps.json`. The index comes first, so that a reader of the stream knows what follows.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

import msgspec

from calicovet import __version__
from calicovet.model.errors import BadInput, BadUsage, CannotGoOn
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.subject import Subject
from calicovet.world.bundles.layout import GAPS, INDEX, path_of
from calicovet.world.json_decoding import decode_as
from calicovet.world.redaction.redact import redact_line, redact_text

if TYPE_CHECKING:
    from tarfile import TarFile

SCHEMA = "calicovet-bundle/v1"

_MOST_MISSING = 100
"""Files that are told of one by one."""


class About(msgspec.Struct, omit_defaults=True):
    node: str = ""
    namespace: str = ""
    pod: str = ""
    container: str = ""
    previous: bool = False


class Piece(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One file of a bundle."""

    path: str
    id: str
    kind: str
    about: About = msgspec.field(default_factory=About)
    taken_by: str = ""
    taken_at: datetime | None = None
    whole: bool = False
    source: str = ""
    numbers: list[tuple[int, int]] = []
    """Runs of line numbers: the first, and how many follow one another."""
    order: int = 0
    from_folder: bool = False


class Index(msgspec.Struct, kw_only=True):
    schema: str
    calicovet: str = ""
    taken_at: datetime | None = None
    context: str = ""
    server: str = ""
    files: list[Piece] = []


class Missing(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One gap."""

    kind: str
    about: About = msgspec.field(default_factory=About)
    reason: str = GapReason.ABSENT.value
    detail: str = ""
    how_to_close: str = ""


# Writing


def save_bundle(
    snapshot: Snapshot,
    path: Path,
    *,
    taken_at: datetime,
    context: str = "",
    server: str = "",
    force: bool = False,
) -> None:
    """Writes the snapshot to the file at once or not at all; CannotGoOn where that cannot be done."""
    import os

    from calicovet.world.temporary_files import temporary_file

    if path.exists() and not force:
        raise _exists(path)
    try:
        with temporary_file(prefix=".calicovet-", folder=path.parent) as (file, temporary):
            _write(file, snapshot, taken_at, context, server)
            file.flush()
            os.fsync(file.fileno())
            _put_in_place(temporary, path, force)
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotGoOn(
            f"{path}: {reason}", key="not-written", name=str(path), reason=reason
        ) from error


def _exists(path: Path) -> BadUsage:
    return BadUsage(f"{path} is there already", key="bundle-exists", name=str(path))


def _put_in_place(temporary: Path, path: Path, force: bool) -> None:
    if force:
        temporary.replace(path)
        return
    try:
        # Unlike a rename, a link does not take the place of a file that came to be meanwhile.
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # not every file system has links
        temporary.replace(path)


def _write(
    file: IO[bytes], snapshot: Snapshot, taken_at: datetime, context: str, server: str
) -> None:
    import gzip
    import tarfile

    pieces, contents = _pieces(snapshot.evidence)
    index = Index(
        schema=SCHEMA,
        calicovet=__version__,
        taken_at=taken_at,
        context=context,
        server=_without_login(server),
        files=pieces,
    )
    when = int(taken_at.timestamp())
    # Equal snapshots of one time give equal files: no name, no clock of this machine.
    with (
        gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        _add(archive, INDEX, _json(index), when)
        _add(archive, GAPS, _json([_missing(gap) for gap in snapshot.gaps]), when)
        for piece in sorted(pieces, key=lambda piece: piece.path):
            _add(archive, piece.path, contents[piece.path], when)


def _add(archive: "TarFile", path: str, content: bytes, when: int) -> None:
    from tarfile import TarInfo

    member = TarInfo(path)
    member.size, member.mode, member.mtime = len(content), 0o600, when
    archive.addfile(member, BytesIO(content))


def _json(found: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _pieces(evidence: Iterable[Evidence]) -> tuple[list[Piece], dict[str, bytes]]:
    pieces: list[Piece] = []
    contents: dict[str, bytes] = {}
    used: set[str] = {INDEX, GAPS}
    for found in evidence:
        path = _free_path(found, used)
        # Everything was redacted when it became evidence; a collector that forgot must not leak.
        contents[path] = redact_text(found.content).encode(errors="replace")
        pieces.append(
            Piece(
                path=path,
                id=found.id,
                kind=found.kind,
                about=_about(found.about),
                taken_by=redact_line(found.taken_by),
                taken_at=found.taken_at,
                whole=found.whole,
                source=redact_line(found.source),
                numbers=list(_runs(found.numbers)),
                order=found.order,
                from_folder=found.from_folder,
            )
        )
    return pieces, contents


def _free_path(found: Evidence, used: set[str]) -> str:
    label = _label(found)
    path, count = path_of(found.kind, found.about, label), 1
    # The systems of laptops do not tell capitals from small letters.
    while path.lower() in used:
        count += 1
        path = path_of(found.kind, found.about, f"{label}-{count}" if label else str(count))
    used.add(path.lower())
    return path


def _label(found: Evidence) -> str:
    """A word for people: what the API path or the file is called."""
    words = redact_line(found.source).rstrip("/").partition("?")[0].rsplit("/", 2)
    if found.kind is EvidenceKind.OBJECTS:
        whose = (found.about.node, found.about.pod, found.about.namespace, "default")
        last = words[-1] if words[-1] not in whose or len(words) < 2 else words[-2]
        return re.sub(r"[^\w.-]+", "-", last.removesuffix(".json"), flags=re.ASCII)[:60]
    if found.kind is EvidenceKind.PASTE and found.source not in ("", "paste"):
        return re.sub(r"[^\w.-]+", "-", words[-1], flags=re.ASCII)[:60]
    return ""


def _about(about: Subject) -> About:
    return About(about.node, about.namespace, about.pod, about.container, about.previous)


def _missing(gap: Gap) -> Missing:
    return Missing(
        kind=gap.request.kind,
        about=_about(gap.request.about),
        reason=gap.reason,
        detail=redact_text(gap.detail),
        how_to_close=redact_text(gap.how_to_close),
    )


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    first, count = 0, 0
    for number in numbers:
        if count and number == first + count:
            count += 1
            continue
        if count:
            yield first, count
        first, count = number, 1
    if count:
        yield first, count


def _without_login(server: str) -> str:
    return re.sub(r"//[^/@]*@", "//", server).partition("?")[0]


# Reading


def index_in(content: bytes, name: str) -> Index | None:
    """The index of a bundle; None where the file is another's."""
    if SCHEMA.encode() not in content:
        return None
    try:
        index = decode_as(content, Index)
    except msgspec.DecodeError as error:
        raise BadInput(
            f"{name}: {error}", key="broken-bundle", name=name, reason=str(error)
        ) from error
    return index if index.schema == SCHEMA else None


def load_bundle(index: Index, files: Mapping[str, bytes], cut: Collection[str]) -> Snapshot:
    """What was saved; files that the index names and that are not there are gaps, those cut off not whole."""
    evidence: list[Evidence] = []
    gaps = list(_gaps(files.get(GAPS, b"")))
    named: set[str] = set()
    missing = repeated = 0
    for piece in index.files:
        if piece.path in named:
            # Each file is named once when a bundle is written; read as often as it is named, it would fill the memory.
            repeated += 1
            continue
        named.add(piece.path)
        kind = _kind(piece.kind)
        about = _subject(piece.about)
        content = files.get(piece.path)
        if content is None:
            missing += 1
            if missing > _MOST_MISSING:
                continue
            gaps.append(
                Gap(
                    Request(kind, about),
                    GapReason.ABSENT,
                    f"{piece.path} is missing in the bundle",
                    "copy the bundle again, or run `calicovet collect` again",
                )
            )
            continue
        evidence.append(
            Evidence(
                id=piece.id,
                kind=kind,
                content=content.decode(errors="replace"),
                about=about,
                taken_by=piece.taken_by,
                taken_at=piece.taken_at,
                whole=piece.whole and piece.path not in cut,
                source=piece.source,
                order=piece.order,
                from_folder=piece.from_folder,
            )
        )
        if piece.numbers:
            evidence[-1] = _numbered(evidence[-1], piece.numbers)
    left_out = (
        (missing - _MOST_MISSING, "more files are missing in the bundle"),
        (repeated, f"entries of {INDEX} name a file again, and were left out"),
    )
    gaps += [
        Gap(Request(EvidenceKind.PASTE), GapReason.ABSENT, f"{count} {what}")
        for count, what in left_out
        if count > 0
    ]
    return Snapshot(tuple(evidence), tuple(gaps))


def _numbered(found: Evidence, runs: Iterable[tuple[int, int]]) -> Evidence:
    lines = found.content.count("\n") + 1
    numbers: list[int] = []
    for first, count in runs:
        # A bundle that was tampered with must not ask for more numbers than it has lines.
        numbers.extend(range(first, first + min(count, lines - len(numbers))))
    return replace(found, numbers=tuple(numbers))


def _kind(name: str) -> EvidenceKind:
    """A kind that a later release made is searched for messages all the same."""
    with suppress(ValueError):
        return EvidenceKind(name)
    return EvidenceKind.TEXT


def _subject(about: About) -> Subject:
    return Subject(about.node, about.namespace, about.pod, about.container, about.previous)


def _gaps(content: bytes) -> Iterator[Gap]:
    if not content:
        return
    try:
        found = decode_as(content, list[Missing])
    except msgspec.DecodeError:
        yield Gap(Request(EvidenceKind.PASTE), GapReason.ABSENT, f"{GAPS} cannot be read")
        return
    for missing in found:
        reason = GapReason.ABSENT
        with suppress(ValueError):
            reason = GapReason(missing.reason)
        request = Request(_kind(missing.kind), _subject(missing.about))
        yield Gap(request, reason, missing.detail, missing.how_to_close)
