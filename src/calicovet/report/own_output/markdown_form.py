"""Recognises calicovet's Markdown reports."""

import re
from collections.abc import Iterator, Sequence

from calicovet.report.own_output.marks import Marks

_LIST = re.compile(r"^\s*(?:[-*] |\d{1,3}\\?[.)] )\S")
_HEAD = re.compile(r"^#{2,4} \S")
_FENCE = re.compile(r"^(`{3,})(\w*)\s*$")
_FEW = 2


def markdown_lines(lines: Sequence[str], marks: Marks) -> Iterator[int]:
    """The places of all lines that belong to such a report."""
    blocks = list(_blocks(lines))
    kinds = [_is_own(block, lines, marks) for block in blocks]
    labels = [place for place, own in enumerate(kinds) if own]
    if len(labels) < _FEW and not any(
        marks.markdown_row(lines[blocks[place][0]]) in marks.verdicts for place in labels
    ):
        return
    own = set(labels)
    for place, block in enumerate(blocks):
        first = lines[block[0]]
        if (place - 1 in own and (_LIST.match(first) or _is_of_commands(first))) or (
            place + 1 in own and _HEAD.match(first)
        ):
            own.add(place)
    # The middle of a report begins with the rest of a list or of commands.
    for place in range(labels[0] - 1, -1, -1):
        begun = place == 0 and _FENCE.match(lines[blocks[place][-1]]) is not None
        if begun or all(_is_rest(lines[at]) for at in blocks[place]):
            own.add(place)
        elif place not in own:
            break
    for place in own:
        yield from blocks[place]


def _blocks(lines: Sequence[str]) -> Iterator[list[int]]:
    """Paragraphs, and blocks of code as a whole."""
    run: list[int] = []
    fence = ""
    for at, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence:
            run.append(at)
            if found and found[1] == fence:
                yield run
                run, fence = [], ""
            continue
        if found and found[2] and not run:
            fence = found[1]
            run = [at]
        elif line.strip():
            run.append(at)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_own(block: Sequence[int], lines: Sequence[str], marks: Marks) -> bool:
    first = lines[block[0]][:2000]
    return bool(marks.markdown_row(first)) or marks.is_stage_bar(first)


def _is_of_commands(line: str) -> bool:
    found = _FENCE.match(line)
    return found is not None and found[2] == "sh"


def _is_rest(line: str) -> bool:
    return _LIST.match(line) is not None or line.startswith("  ")
