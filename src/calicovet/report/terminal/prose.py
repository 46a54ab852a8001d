"""Sentences with code in them, wrapped for the terminal."""

import re
from collections.abc import Iterator

from calicovet.report.terminal.layout import Span, Styled
from calicovet.report.terminal.wrap import wrap

_CODE = re.compile(r"`([^`]+)`")
_STICKS = "\u00a0"
"""Stands for a blank at which no line may break."""
_KEPT_WHOLE = 48
"""Code up to this length is not torn apart."""


def lay_out_prose(text: str, width: int, *, ticks: bool, indent: str = "") -> Iterator[Styled]:
    """The text in lines; code keeps its back-ticks, or is marked by its style alone."""
    for paragraph in text.strip().splitlines():
        deeper = "  " if paragraph.startswith("- ") else ""
        shown, marks = _marked(paragraph, ticks=ticks)
        at = 0
        for line in wrap(shown, width - len(indent) - len(deeper)):
            start = indent + (deeper if at else "")
            # Only blanks at which a line was broken are missing from the lines.
            at = shown.index(line, at)
            yield (Span(start), *_spans(line, marks[at : at + len(line)]))
            at += len(line)
    yield ()


def _marked(text: str, *, ticks: bool) -> tuple[str, list[bool]]:
    """The text with code that sticks together, and for each character whether it is code."""
    shown: list[str] = []
    marks: list[bool] = []
    for number, part in enumerate(_CODE.split(text)):
        code = number % 2 == 1
        if code and len(part) <= _KEPT_WHOLE:
            part = part.replace(" ", _STICKS)
        if code and ticks:
            part = f"`{part}`"
        shown.append(part)
        marks += [code] * len(part)
    return "".join(shown), marks


def _spans(line: str, marks: list[bool]) -> Iterator[Span]:
    start = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or marks[at] != marks[start]:
            style = "label" if marks[start] else ""
            yield Span(line[start:at].replace(_STICKS, " "), style)
            start = at
