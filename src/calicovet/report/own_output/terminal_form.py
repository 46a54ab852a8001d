"""Recognises terminal reports."""

import re
from collections.abc import Iterator, Sequence

from calicovet.parse.commands.prompts import read_prompt
from calicovet.parse.text.blocks import typed_at
from calicovet.report.own_output.marks import Marks
from calicovet.report.terminal.layout import MARKS
from calicovet.report.terminal.wrap import width_of

_HEAD = re.compile(rf"^[ \t]*[{re.escape(''.join(sorted({*MARKS.values(), '!'})))}] \S")
_DEMO = re.compile(r"^[ \t]*== \S")
_ANSWER = re.compile(r"-> ([a-z0-9][a-z0-9-]{2,60})(?: {1,4}[(（][^()（）]{1,40}[)）])?$")
_LONGEST_ROW = 12
_FULL = 60
"""A line of this width may go on at the left edge of the next one, where a mail or a chat broke it."""


def terminal_lines(lines: Sequence[str], marks: Marks) -> Iterator[int]:
    """The places of all lines that belong to such a report."""
    before: tuple[int, int] | None = None
    waiting: list[int] = []
    cut: list[int] = []
    for paragraph in _paragraphs(lines):
        indent = _indent_of_rows(paragraph, lines, marks, before)
        if indent is None:
            frame = [at for at in paragraph if _is_frame(lines[at], marks)]
            most = len(frame) * 3 >= len(paragraph) * 2
            if before is not None or (most and len(frame) >= 2):
                yield from frame
            elif most:
                waiting += frame
            if not most:
                before, waiting = None, []
            cut = list(paragraph) if _may_be_cut_off(paragraph, lines) else []
            continue
        yield from waiting
        if before is None and not _HEAD.match(lines[paragraph[0]]) and _deep(cut, lines, indent):
            yield from cut
        waiting, cut = [], []
        yield from _of_paragraph(paragraph, lines, indent, marks)
        before = (paragraph[-1], indent)


def _may_be_cut_off(paragraph: Sequence[int], lines: Sequence[str]) -> bool:
    """Whether the paragraph is short enough to be the end of a row whose label was not copied."""
    return len(paragraph) <= _LONGEST_ROW and all(lines[at][:1].isspace() for at in paragraph)


def _deep(paragraph: Sequence[int], lines: Sequence[str], indent: int) -> bool:
    """Whether all of its lines stand as deep as the labels of the rows that follow, or deeper."""
    return all(len(lines[at]) - len(lines[at].lstrip()) >= indent for at in paragraph)


def _paragraphs(lines: Sequence[str]) -> Iterator[list[int]]:
    run: list[int] = []
    for at, line in enumerate(lines):
        if line.strip() and not _is_typed(line):
            run.append(at)
            continue
        if run:
            yield run
        run = []
    if run:
        yield run


def _is_typed(line: str) -> bool:
    if line[:1].isspace() or _HEAD.match(line):
        return False
    return read_prompt(line) is not None


def _indent_of_rows(
    paragraph: Sequence[int], lines: Sequence[str], marks: Marks, before: tuple[int, int] | None
) -> int | None:
    """How far the labels of a report stand in here; None: it is none."""
    found: dict[int, set[str]] = {}
    strong: list[int] = []
    for at in paragraph:
        line = lines[at][:2000]
        row = marks.row(line)
        if row is not None:
            indent, label = row
            found.setdefault(indent, set()).add(label)
            if label in marks.verdicts and indent:
                strong.append(indent)
        elif (
            marks.is_evidence_line(line)
            or marks.is_stage_bar(line)
            or (line[:1].isspace() and marks.names_a_cause(line))
        ):
            strong.append(len(line) - len(line.lstrip()))
    indents = [len(lines[at]) - len(lines[at].lstrip()) for at in paragraph]
    if min(indents) and any(_leads_to_a_cause(lines[at][:2000], marks) for at in paragraph):
        return min(indents)
    if strong:
        return min([*strong, *found])
    several = [indent for indent, labels in found.items() if len(labels) >= 2]
    if several:
        return min(several)
    first = marks.row(lines[paragraph[0]]) if before is not None else None
    return first[0] if before is not None and first and first[0] == before[1] else None


def _leads_to_a_cause(line: str, marks: Marks) -> bool:
    """Whether the line ends an answer to the next question: `-> ip-wrong-bridge`."""
    answer = _ANSWER.search(line) if line[:1].isspace() else None
    return answer is not None and marks.cause.fullmatch(answer[1]) is not None


def _of_paragraph(
    paragraph: Sequence[int], lines: Sequence[str], indent: int, marks: Marks
) -> Iterator[int]:
    own = [False] * len(paragraph)
    for place, at in enumerate(paragraph):
        line = lines[at]
        deep = len(line) - len(line.lstrip())
        own[place] = deep >= indent or _is_frame(line, marks)
        if not own[place] and place and own[place - 1]:
            own[place] = width_of(lines[paragraph[place - 1]][:400]) >= _FULL
    for place in reversed(range(len(paragraph) - 1)):
        if own[place + 1] and _HEAD.match(lines[paragraph[place]]):
            own[place] = True
    yield from (at for at, is_own in zip(paragraph, own, strict=True) if is_own)


def _is_frame(line: str, marks: Marks) -> bool:
    """A sentence of the page itself, or the title of a demo; a command is anybody's."""
    if _DEMO.match(line) is not None:
        return True
    return marks.is_own_sentence(line[:1000]) and typed_at(line.strip()) is None
