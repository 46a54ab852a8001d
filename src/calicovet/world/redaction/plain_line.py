"""A line without colours, invisible characters and entities, which could hide a secret."""

import re
from functools import cache

_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u3000\u2002\u2003\u2007\u2009\u202f"), " ")
_PLAIN = _FULL_WIDTH | _BLANKS


@cache
def _escape() -> re.Pattern[str]:
    """What acts on a terminal, also where the escape character itself was lost or spelt out."""
    return re.compile(
        r"(?:\x1b|\\x1b|\\e|\\033|\\u001[bB]|\^\[)"
        r"(?:\[[0-?]{0,40}[ -/]{0,9}[@-~]|\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)?|[()][0-9A-B]|[@-Z\\^_=>])"
        r"|\x9b[0-?]{0,40}[ -/]{0,9}[@-~]"
        r"|\[(?:[0-9]{1,3};){1,4}[0-9]{1,3}m(?!\])|\[(?:0|1|3[0-7]|9[0-7])m(?!\])"
    )


@cache
def _bare() -> re.Pattern[str]:
    """What is left of a colour whose escape character was lost."""
    return re.compile(r"\[[0-9;]{1,12}m")


@cache
def _unseen() -> re.Pattern[str]:
    return re.compile(
        "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
        "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
        "\U000e0000-\U000e0fff]"
    )


@cache
def _entity() -> re.Pattern[str]:
    return re.compile(r"&(?:quot|apos|amp|lt|gt|nbsp|colon|equals|#\d{2,5}|#[xX][0-9a-fA-F]{2,4});")


@cache
def _option_between_zeros() -> re.Pattern[str]:
    """An option whose value is a separate item, as files of /proc hold it."""
    return re.compile(r"\x00(--?[A-Za-z][\w-]{0,80})\x00")


@cache
def _end_of_an_item() -> re.Pattern[str]:
    """A zero before an option or a variable."""
    return re.compile(r"\x00(?=--?[a-z]|[A-Z_]{2,80}=)")


def plain_line(line: str) -> str:
    """The line as a person sees it; the same object where it is plain already."""
    if "\x00" in line:
        line = _end_of_an_item().sub(" ", _option_between_zeros().sub(r" \1 ", line))
    if "\x1b" in line or "\x9b" in line or "\\" in line or "^[" in line or _bare().search(line):
        line = _escape().sub("", line)
    if not line.isascii():
        line = _unseen().sub("", line).translate(_PLAIN)
    elif not line.isprintable():
        line = _unseen().sub("", line)
    if "&" in line and ";" in line:
        line = _entity().sub(_written, line)
    return line


def _written(found: re.Match[str]) -> str:
    from html import unescape

    return unescape(found[0]).replace("\u00a0", " ").replace("\n", " ")


def head_of(line: str, column: int) -> str:
    """What stands before a column, whatever number or time it holds."""
    return re.sub(r"\d", "0", line[:column]).replace("- ", "  ")
