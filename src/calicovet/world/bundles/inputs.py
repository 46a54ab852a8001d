"""Reads paths and standard input into a snapshot."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol

from calicovet.model.errors import BadInput, BadUsage
from calicovet.model.evidence import (
    Evidence,
    EvidenceKind,
    Gap,
    GapReason,
    Request,
    Snapshot,
    evidence_id,
)
from calicovet.model.provenance import Basis
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.world.bundles.byte_chunks import (
    as_text,
    begin,
    chunks_of,
    chunks_of_file,
    holds_files,
    unreadable,
)
from calicovet.world.bundles.dump_stream import is_of_a_dump, read_dump
from calicovet.world.bundles.named_text import Named, Numbered
from calicovet.world.bundles.sections import sections_of
from calicovet.world.bundles.text_lines import lines_of
from calicovet.world.bundles.unread_files import LeftOut, until_fault
from calicovet.world.counted_files import counted, open_counted
from calicovet.world.redaction.redact import redact


class Kept(Protocol):
    """What is held of a text: its lines, the number of each in the source, whether any is missing."""

    @property
    def content(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def cut(self) -> bool: ...


KeepLines = Callable[[Numbered, int], Kept]
"""Knows what to keep of a text of more than so many bytes."""


def read_texts(
    paths: Sequence[str], stdin: BinaryIO, keep_lines: KeepLines, note: Callable[[str, str], None]
) -> Snapshot:
    """One incident out of all paths; BadInput where nothing can be read.

    `note` is told, by key and name, what was cut, could not be decoded, or not be read at all.
    """
    if "" in paths:
        raise BadUsage("an empty path", key="empty-path")
    evidence: list[Evidence] = []
    gaps: list[Gap] = []
    refused: dict[str, BadInput] = {}
    order = 0
    read: set[str] = set()
    for path, found in _open(paths, stdin, gaps, refused):
        if isinstance(found, Snapshot):
            # What is given later is newer; a bundle that is given alone stays as it was.
            evidence += [replace(piece, order=order + piece.order) for piece in found.evidence]
            gaps += found.gaps
            order = max((piece.order for piece in evidence), default=-1) + 1
            read.add(path)
        elif (piece := _evidence(found, order, keep_lines, note)) is not None:
            evidence.append(piece)
            order += 1
            read.add(path)
    if not evidence and refused:
        raise next(iter(refused.values()))
    if evidence:
        refused |= {path: _empty(path) for path in paths if path not in read | refused.keys()}
    for error in refused.values():
        note("path-skipped", error.message)
        reason = GapReason.FORBIDDEN if error.key == "forbidden" else GapReason.ABSENT
        gaps.append(Gap(Request(EvidenceKind.PASTE), reason, error.message, error.hint))
    if not evidence:
        raise _empty(", ".join(paths))
    return Snapshot(tuple(evidence), tuple(gaps))


def _open(
    paths: Sequence[str], stdin: BinaryIO, gaps: list[Gap], refused: dict[str, BadInput]
) -> Iterator[tuple[str, Named | Snapshot]]:
    """What every path holds; of several, one that cannot be read does not hide the others."""
    short = _short_names(paths)
    for path in paths:
        try:
            for found in _open_one(path, short[path], stdin, gaps):
                yield path, found
        except BadInput as error:
            refused[path] = error


def _empty(name: str) -> BadInput:
    name = _display(name)
    return BadInput(f"nothing in it: {name}", key="empty", name=name)


def _open_one(path: str, name: str, stdin: BinaryIO, gaps: list[Gap]) -> Iterator[Named | Snapshot]:
    place = Path(path)
    if path == "-":
        yield from _stream(counted(chunks_of(stdin)), "paste", gaps)
    elif _is_folder(place, name):
        from calicovet.world.bundles.file_tree import open_folder

        yield from open_folder(place, gaps)
    elif place.suffix == ".case":
        lines = lines_of(as_text(chunks_of_file(place, name), name))
        yield from (Named(section, found) for section, found in sections_of(lines))
    else:
        yield from _stream(chunks_of_file(place, name), name, gaps, place)


def _is_folder(path: Path, name: str) -> bool:
    try:
        return path.is_dir()
    except OSError as error:  # a folder above it that may not be entered, a name that is too long
        raise unreadable(error, name) from error


def _stream(
    chunks: Iterator[bytes], name: str, gaps: list[Gap], path: Path | None = None
) -> Iterator[Named | Snapshot]:
    """What comes through a pipe, or out of a file, which may be a pipe as well."""
    head, chunks = begin(chunks)
    if not holds_files(head):
        left = LeftOut()
        text = until_fault(as_text(chunks, name), name, left)
        is_cut = partial(left.is_cut, name)
        lines = lines_of(text)
        yield from (
            read_dump(name, lines, is_cut)
            if is_of_a_dump(lines)
            else (Named(name, lines, is_cut=is_cut),)
        )
        gaps.extend(left.gaps(name))
        return
    from calicovet.world.bundles.file_tree import hold, open_packed

    # An archive is read twice, and a pipe flows but once.
    with open_counted(path) if path is not None and path.is_file() else hold(chunks) as file:
        yield from open_packed(file, name, gaps)


def _evidence(
    text: Named, order: int, keep_lines: KeepLines, note: Callable[[str, str], None]
) -> Evidence | None:
    kept = keep_lines(text.lines, text.whole_up_to)
    if kept.cut:
        note("sifted", text.name)
    lines = kept.content.split("\n")
    numbers = kept.numbers
    cut = text.is_cut()
    if cut and len(lines) > 1:
        # Half a line may say the opposite of the whole one, or name a node that there is not.
        lines, numbers = lines[:-1], numbers[:-1]
    redacted = redact(zip(numbers, lines, strict=True)) if numbers else ()
    content = "\n".join(line for _, line in redacted)
    if not content.strip():
        return None
    if "\ufffd" in content:
        note("replaced", text.name)
    everything = numbers == tuple(range(1, len(numbers) + 1))
    told = text.told
    return Evidence(
        id=evidence_id(text.name, order, content),
        kind=told.kind if told else EvidenceKind.PASTE,
        content=content,
        about=told.about if told else Subject(text.host) if text.host else NO_SUBJECT,
        taken_by=told.taken_by if told else "",
        whole=not (kept.cut or cut),
        source=text.name,
        numbers=() if everything else numbers,
        order=order,
        attributed_by=Basis.PATH if told and told.about != NO_SUBJECT else Basis.NONE,
        from_folder=text.from_folder,
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
