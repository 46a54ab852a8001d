"""Paths and standard input to a snapshot of pasted text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from calicovet.model.errors import BadInput
from calicovet.model.evidence import (
    Evidence,
    EvidenceKind,
    Gap,
    GapReason,
    Request,
    Snapshot,
    evidence_id,
)
from calicovet.model.record import record
from calicovet.world.bytes import chunks_of, chunks_of_file
from calicovet.world.casefile import sections_of
from calicovet.world.lines import lines_of
from calicovet.world.redact import redact

Numbered = Iterable[tuple[int, str]]


class Kept(Protocol):
    """What is held of a text: its lines, the number of each in the source, whether any is missing."""

    @property
    def content(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def cut(self) -> bool: ...


Sift = Callable[[Numbered], Kept]
"""Knows what to keep of a text that is too big to hold."""

BIG_IN_A_FOLDER = 20 << 20
"""Bytes; longer files of a folder are left out, and named."""


@record
class Named:
    """Text under the name that people know it by."""

    name: str
    lines: Numbered


def read_texts(
    paths: Sequence[str], stdin: BinaryIO, sift: Sift, note: Callable[[str, str], None]
) -> Snapshot:
    """One incident out of all paths; BadInput where nothing can be read.

    `note` is told, by key and name, what was cut or could not be decoded.
    """
    evidence: list[Evidence] = []
    gaps: list[Gap] = []
    for text in _open(paths, stdin, gaps):
        piece = _evidence(text, len(evidence), sift, note)
        if piece is not None:
            evidence.append(piece)
    if not evidence:
        names = ", ".join(_display(path) for path in paths)
        raise BadInput(f"nothing in it: {names}", key="empty", name=names)
    return Snapshot(tuple(evidence), tuple(gaps))


def _open(paths: Sequence[str], stdin: BinaryIO, gaps: list[Gap]) -> Iterator[Named]:
    short = _short_names(paths)
    for path in paths:
        if path == "-":
            yield Named("paste", lines_of(chunks_of(stdin, "paste")))
            continue
        place = Path(path)
        if place.is_dir():
            yield from _folder(place, gaps)
        else:
            yield from _file(place, short[path])


def _file(path: Path, name: str) -> Iterator[Named]:
    lines = lines_of(chunks_of_file(path, name))
    if path.suffix == ".case":
        yield from (Named(place, found) for place, found in sections_of(lines))
    else:
        yield Named(name, lines)


def _folder(folder: Path, gaps: list[Gap]) -> Iterator[Named]:
    files = sorted(
        path for path in folder.rglob("*") if path.is_file() and not _hidden(path, folder)
    )
    if not files:
        name = _display(str(folder))
        raise BadInput(f"an empty folder: {name}", key="empty-folder", name=name)
    for path in files:
        name = _display(path.relative_to(folder).as_posix())
        if path.stat().st_size >= BIG_IN_A_FOLDER:
            gaps.append(_left_out(name, GapReason.NOT_CONFIGURED, "too big for a folder", name))
            continue
        try:
            # A file that is no text must not hide the ones that are.
            texts = [Named(text.name, list(text.lines)) for text in _file(path, name)]
        except BadInput as error:
            reason = GapReason.FORBIDDEN if error.key == "forbidden" else GapReason.ABSENT
            gaps.append(_left_out(name, reason, error.message, ""))
            continue
        yield from texts


def _left_out(name: str, reason: GapReason, detail: str, alone: str) -> Gap:
    close = f"calicovet diagnose {alone}" if alone else f"give {name} as text"
    return Gap(Request(EvidenceKind.PASTE), reason, f"{name}: {detail}", close)


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _evidence(
    text: Named, order: int, sift: Sift, note: Callable[[str, str], None]
) -> Evidence | None:
    kept = sift(text.lines)
    if kept.cut:
        note("sifted", text.name)
    lines = zip(kept.numbers, kept.content.split("\n"), strict=True)
    content = "\n".join(line for _, line in redact(lines)) if kept.numbers else ""
    if not content.strip():
        return None
    if "\ufffd" in content:
        note("replaced", text.name)
    everything = kept.numbers == tuple(range(1, len(kept.numbers) + 1))
    return Evidence(
        id=evidence_id(text.name, order, content),
        kind=EvidenceKind.PASTE,
        content=content,
        whole=not kept.cut,
        source=text.name,
        numbers=() if everything else kept.numbers,
        order=order,
    )


def _short_names(paths: Sequence[str]) -> dict[str, str]:
    """The last part of each path where that is enough to tell them apart."""
    short = {path: _display(Path(path).name) for path in paths}
    if len(set(short.values())) < len(short):
        return {path: _display(path) for path in paths}
    return short


def _display(name: str) -> str:
    # A file name may hold bytes that are no text.
    return name.encode(errors="replace").decode()
