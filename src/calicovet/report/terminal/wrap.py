"""Wraps lines; a Chinese character takes two columns."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import combining, east_asian_width

from calicovet.model.display.visible_text import visible_line

_MAY_NOT_BEGIN_A_LINE = frozenset("，。、；：？！）】》”’,.;:?!)…")
_MAY_NOT_END_A_LINE = frozenset("（【《“‘")


def width_of(text: str) -> int:
    """How many columns a terminal needs for it."""
    text = visible_line(text)
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines no wider than that; words stay whole where they fit."""
    width = max(width, 8)
    text = visible_line(text)
    lines: list[str] = []
    line, used = "", 0
    for piece in _pieces(text):
        needed = width_of(piece.rstrip(" "))
        if line and used + needed > width:
            lines.append(line.rstrip(" "))
            line, used = "", 0
            piece = piece.lstrip(" ")
        while width_of(piece.rstrip(" ")) > width:
            head = _fitting(piece, width)
            lines.append(head)
            piece = piece[len(head) :]
        line += piece
        used += width_of(piece)
    if line.strip() or not lines:
        lines.append(line.rstrip(" "))
    return lines


def shorten(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it would be wider."""
    text = visible_line(text)
    if width_of(text) <= width:
        return text
    return f"{_fitting(text, max(width - 1, 1))}…"


def pad(text: str, width: int) -> str:
    """The text with blanks up to that width."""
    text = visible_line(text)
    return text + " " * max(0, width - width_of(text))


def _pieces(text: str) -> Iterator[str]:
    """Where a line may break: after a blank, and around a wide character."""
    piece = ""
    for char in text:
        wide = _columns(char) == 2
        ends = piece.endswith(" ") or (wide and piece) or (piece and _columns(piece[-1]) == 2)
        stays = char in _MAY_NOT_BEGIN_A_LINE or piece[-1:] in _MAY_NOT_END_A_LINE
        if ends and char != " " and not stays:
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece


def _fitting(text: str, width: int) -> str:
    used = 0
    for at, char in enumerate(text):
        used += _columns(char)
        if used > width:
            return text[: max(at, 1)]
    return text


@lru_cache(maxsize=4096)
def _columns(char: str) -> int:
    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1
