"""Removes calicovet's own reports and pages from the evidence."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calicovet.model.evidence import Evidence, EvidenceKind, LeftOut, Snapshot, WhatWasLeft
from calicovet.report.own_output.machine_forms import (
    html_lines,
    json_lines,
    marked_lines,
    single_lines,
)
from calicovet.report.own_output.markdown_form import markdown_lines
from calicovet.report.own_output.marks import Marks, bare, marks, may_hold_own_output
from calicovet.report.own_output.page_forms import page_lines
from calicovet.report.own_output.terminal_form import terminal_lines


def without_own_output(snapshot: Snapshot) -> Snapshot:
    """The snapshot without calicovet's own texts, and with a note of where they stood."""
    if not any(_is_text(piece) for piece in snapshot.evidence):
        return snapshot
    kept: list[Evidence] = []
    left: list[LeftOut] = []
    for piece in snapshot.evidence:
        found = _own_runs(piece) if _is_text(piece) else []
        if not found:
            kept.append(piece)
            continue
        left += (
            LeftOut(
                WhatWasLeft.OWN, piece.source, piece.number_of(first + 1), piece.number_of(last + 1)
            )
            for first, last in found
        )
        rest = _without(piece, found)
        if rest.content.strip():
            kept.append(rest)
    return replace(snapshot, evidence=tuple(kept), left_out=(*snapshot.left_out, *left))


def _is_text(piece: Evidence) -> bool:
    return piece.kind is EvidenceKind.PASTE and may_hold_own_output(piece.content)


def _own_runs(piece: Evidence) -> list[tuple[int, int]]:
    """The first and the last line of each passage, counted from 0."""
    lines = [bare(line) for line in piece.content.split("\n")]
    own = set(_own_lines(lines, marks()))
    for at in range(1, len(lines)):
        # Of a line that is too long, the rest follows with the same number.
        if at - 1 in own and piece.number_of(at) == piece.number_of(at + 1):
            own.add(at)
    runs: list[tuple[int, int]] = []
    for at in sorted(own):
        if runs and not any(line.strip() for line in lines[runs[-1][1] + 1 : at]):
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return runs


def _own_lines(lines: Sequence[str], known: Marks) -> Iterator[int]:
    yield from marked_lines(lines)
    yield from html_lines(lines)
    yield from json_lines(lines)
    yield from single_lines(lines)
    yield from terminal_lines(lines, known)
    yield from markdown_lines(lines, known)
    yield from page_lines(lines, known)
    yield from (at for at, line in enumerate(lines) if known.points_to_a_cause(line))


def _without(piece: Evidence, runs: Sequence[tuple[int, int]]) -> Evidence:
    """The piece with an empty line in place of each passage."""
    lines = piece.content.split("\n")
    content: list[str] = []
    numbers: list[int] = []
    ends = dict(runs)
    at = 0
    while at < len(lines):
        last = ends.get(at, at)
        content.append("" if at in ends else lines[at])
        numbers.append(piece.number_of(at + 1))
        at = last + 1
    return replace(piece, content="\n".join(content), numbers=tuple(numbers))
