"""Redacts a secret on the line below its name: complex keys of YAML, lists of pairs, here-documents."""

import re
from collections.abc import Iterable
from functools import cache

from calicovet.world.redaction.lines.line_fields import hide_lines, lines_below, prefix_width
from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret

_MOST_LINES = 60


@cache
def _name_above() -> re.Pattern[str]:
    """A complex key, or the first item of a list within a list."""
    return re.compile(r"""(?<!\S)(?P<mark>\?|- -)[ ]{1,4}["']?(?P<name>[\w./-]{1,100})["']?\s*$""")


@cache
def _asked() -> re.Pattern[str]:
    return re.compile(r"(?i)\bexpect\b.{0,200}(?:assword|passphrase|secret|token)")


@cache
def _sent() -> re.Pattern[str]:
    return re.compile(r"""(\bsend\b[ ]{1,4}(?:-- )?["'{])([^"'{}\n]{1,200}?)((?:\\[rn])*["'}])""")


@cache
def _lines_of_a_key() -> re.Pattern[str]:
    return re.compile(r"Private-Lines:[ ](\d{1,3})")


def hide_pairs(lines: list[str], place: int) -> None:
    """Hides what the lines below this one hold, if this one says that it is a secret."""
    line = lines[place]
    if found := _name_above().search(line):
        _hide_below(lines, place, found)
    elif "<<" in line:
        _hide_document(lines, place)
    elif "expect" in line and _asked().search(line):
        _hide_sent(lines, place)
    elif "PuTTY-User-Key-File" in line:
        _hide_private_lines(lines, place)


def _hide_below(lines: list[str], place: int, found: re.Match[str]) -> None:
    said = says(found["name"])
    if said < Says.LIKELY or place + 1 >= len(lines):
        return
    column = found.start("mark") + len(found["mark"]) - 1
    mark = ":" if found["mark"] == "?" else "-"
    width = prefix_width(lines[place], found.start("mark"))
    line = lines[place + 1]
    if (
        head_of(line, width) != head_of(lines[place], width)
        or line[column : column + 2] != f"{mark} "
    ):
        return
    text = line[column + 2 :].strip().strip("\"'")
    if text in ("|", ">", "|-", ">-"):
        hide_lines(lines, lines_below(lines, place + 1, column), column)
    elif text and is_secret(text, said, structured=True):
        start = line.index(text, column)
        lines[place + 1] = line[:start] + HIDDEN + line[start + len(text) :]


@cache
def _document() -> re.Pattern[str]:
    """The beginning of a here-document, and its word that ends it."""
    return re.compile(r"""<<[-~]?[ ]{0,3}["']?(?P<end>[A-Za-z_]\w{0,40})["']?""")


@cache
def _written_to() -> re.Pattern[str]:
    """What a here-document is for: a variable, or a file."""
    return re.compile(
        r"""(?<![\w.-])(?P<variable>[\w.-]{1,100})["']?[ ]{0,20}=[ ]{0,20}<<|>{1,2}[ ]{0,3}["']?(?P<file>[^\s"'<>|;&]{1,200})"""
    )


def _hide_document(lines: list[str], place: int) -> None:
    line = lines[place]
    document = _document().search(line)
    if document is None:
        return
    last = min(place + 1 + _MOST_LINES, len(lines))
    end = next(
        (at for at in range(place + 1, last) if lines[at].rstrip().endswith(document["end"])), last
    )
    if "chpasswd" in line:
        _hide_logins(lines, range(place + 1, end))
    elif end < last and any(_is_for_a_secret(found) for found in _written_to().finditer(line)):
        hide_lines(lines, range(place + 1, end), 0)


def _is_for_a_secret(found: re.Match[str]) -> bool:
    name = found["variable"] or found["file"].rpartition("/")[2]
    return says(name) >= Says.LIKELY


def _hide_logins(lines: list[str], places: Iterable[int]) -> None:
    """What `chpasswd` reads: a login on each line."""
    login = re.compile(r"([A-Za-z_][\w.-]{0,60}:)(?!<redacted>)\S{2,200}\s*$")
    for at in places:
        left = login.sub(rf"\1{HIDDEN}", lines[at])
        if left == lines[at] and HIDDEN not in left:
            return
        lines[at] = left


def _hide_sent(lines: list[str], place: int) -> None:
    for at in range(place, min(place + 3, len(lines))):
        if found := _sent().search(lines[at]):
            start, end = found.span(2)
            lines[at] = lines[at][:start] + HIDDEN + lines[at][end:]
            return


def _hide_private_lines(lines: list[str], place: int) -> None:
    last = min(place + _MOST_LINES, len(lines))
    for at in range(place + 1, last):
        if found := _lines_of_a_key().search(lines[at]):
            head = lines[at][: found.start()]
            for body in range(at + 1, min(at + 1 + int(found[1]), len(lines))):
                lines[body] = head + HIDDEN
        elif (sum_at := lines[at].find("Private-MAC:")) >= 0:
            lines[at] = lines[at][:sum_at] + f"Private-MAC: {HIDDEN}"
            return
