"""How help looks: a short usage line, and lines that fit where Chinese characters take two columns."""

import argparse
from collections.abc import Iterator, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WIDE_FROM = 0x2E80
"""The first character of the East Asian scripts, all of which take two columns."""
_NOT_FIRST = "，。；：、）？！”"
"""Punctuation that stays on the line of the word before it."""


class HelpFormatter(argparse.HelpFormatter):
    """Wraps lines by their columns on the screen; those that are indented stay as they are."""

    def _format_usage(self, usage: "Any", actions: "Any", groups: "Any", prefix: str | None) -> str:
        shown = [each for each in actions if not each.option_strings or each.required]
        text = super()._format_usage(usage, shown, [], prefix).rstrip("\n")
        if usage is not None or prefix == "":  # the name of a sub-command is made of the latter
            return f"{text}\n\n"
        return f"{text} {vars(argparse)['_']('[flags]')}\n\n"

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"  # the value once, not after each name

    def _split_lines(self, text: str, width: int) -> list[str]:
        return list(wrapped(" ".join(text.split()), width))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = [
            line if line.startswith(" ") else "\n".join(wrapped(line, width))
            for line in text.splitlines()
        ]
        return "\n".join(f"{indent}{line}" for line in lines)


def wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of at most so many columns; Chinese text may break between any two characters."""
    line, used = "", 0
    for piece in _pieces(text):
        columns = _columns(piece)
        if line and used + columns > width and piece not in _NOT_FIRST:
            yield line.rstrip()
            line, used = "", 0
            piece = piece.lstrip()
            columns = _columns(piece)
        line += piece
        used += columns
    if line.strip():
        yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """Single Chinese characters, words with the space before them."""
    word = ""
    for letter in text:
        if ord(letter) >= _WIDE_FROM:
            if word:
                yield word
            word = ""
            yield letter
        elif letter == " ":
            if word:
                yield word
            word = letter
        else:
            word += letter
    if word:
        yield word


def _columns(text: Sequence[str]) -> int:
    return sum(2 if ord(letter) >= _WIDE_FROM else 1 for letter in text)
