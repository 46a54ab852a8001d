"""Recognises pages of the handbook and of `explain`, and lists of causes."""

import re
from collections.abc import Iterator, Sequence

from calicovet.parse.commands.prompts import read_prompt
from calicovet.parse.text.line_kinds import line_looks
from calicovet.report.own_output.marks import Marks

_FRONT = ("title:", "summary:", "tell:")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_FEW = 2
_LONGEST_HEAD = 8
_LONGEST_HEADING = 100
_FULL = 60
"""A title's line of this width may go on in the next one."""


def page_lines(lines: Sequence[str], marks: Marks) -> Iterator[int]:
    """The places of all lines that belong to such a page."""
    yield from _harmless_lines(lines, marks)
    last = -1
    for begin in _beginnings(lines, marks):
        if begin <= last:
            continue
        last = _end(lines, begin)
        yield from range(begin, last + 1)
    yield from (at for at, line in enumerate(lines) if _names_a_cause_in_a_list(line, marks))


def _beginnings(lines: Sequence[str], marks: Marks) -> Iterator[int]:
    headings: list[tuple[int, int, int]] = []
    for at, line in enumerate(lines):
        text = line[:2000]
        if _is_front(lines, at):
            yield at - 1 if at and lines[at - 1].startswith("---") else at
        elif marks.names_a_cause(text) and _is_a_name_alone(text, marks):
            yield _title_above(lines, at)
        elif (found := _heading(text, marks)) is not None:
            if headings and headings[-1][1] == found[0] and headings[-1][2] < found[1]:
                headings.append((at, *found))
            else:
                headings = [(at, *found)]
            if _follow_each_other(headings) or (
                len(headings) >= _FEW and _names_a_cause(lines, headings[0][0], marks)
            ):
                yield _paragraph_above(lines, headings[0][0]) if headings[0][2] else headings[0][0]
                headings = []


def _harmless_lines(lines: Sequence[str], marks: Marks) -> Iterator[int]:
    """Lines that look bad and are harmless: the line itself, its key, and rows that explain it."""
    for at, line in enumerate(lines):
        if line.strip("# \t") not in marks.harmless:
            continue
        first = at
        while first and lines[first - 1].strip() and not lines[first - 1][:1].isspace():
            first -= 1
        if first == at and at > 1 and not lines[at - 1].strip() and lines[at - 2].startswith("#"):
            first = at - 2
        yield from range(first, at + 1)
        for place in range(at + 1, len(lines)):
            if lines[place].strip() and not lines[place][:1].isspace():
                break
            yield place


def _follow_each_other(headings: Sequence[tuple[int, int, int]]) -> bool:
    """Whether three headings stand in the order of a page, none left out; no other document has such a row."""
    places = [place for _, _, place in headings[-3:]]
    return len(places) == 3 and places[-1] - places[0] == 2


def _is_front(lines: Sequence[str], at: int) -> bool:
    """Whether the head of a cause's document begins here."""
    return lines[at].startswith(_FRONT[0]) and all(
        any(line.startswith(key) for line in lines[at : at + 8]) for key in _FRONT
    )


def _is_a_name_alone(text: str, marks: Marks) -> bool:
    """Whether the line holds a cause's name and code, and nothing else that a person would write."""
    rest = re.sub(r"</?\w[^<>]{0,80}>", "", marks.named.sub("", text))
    return len(re.sub(r"\W", "", rest)) == 0


def _heading(text: str, marks: Marks) -> tuple[int, int] | None:
    """The language and the place of a heading of a cause's page."""
    if len(text) > _LONGEST_HEADING:
        return None
    bare = text.strip().lstrip("#").partition("{")[0].strip()
    for language, headings in enumerate(marks.headings):
        if bare in headings:
            return language, headings.index(bare)
    return None


def _names_a_cause(lines: Sequence[str], first: int, marks: Marks) -> bool:
    return any(
        "-" in lines[at] and marks.cause.search(lines[at][:4000])
        for at in range(first, _end(lines, first) + 1)
    )


def _title_above(lines: Sequence[str], at: int) -> int:
    """Where the page begins: at the title above the name, or at the head above that."""
    first = at
    for place in range(at - 1, max(at - 4, -1), -1):
        if lines[place].strip():
            first = at if _ends(lines[place]) else _first_of_title(lines, place)
            break
    for place in range(first - 1, max(first - _LONGEST_HEAD, -1), -1):
        if lines[place].startswith("title:") and place and lines[place - 1].startswith("---"):
            return place - 1
        if lines[place].strip() and not re.match(r"---|\w+:", lines[place]):
            break
    return first


def _first_of_title(lines: Sequence[str], at: int) -> int:
    """The first line of a title that was broken at the width of the terminal."""
    while at and lines[at - 1].strip() and len(lines[at - 1]) >= _FULL:
        at -= 1
    return at


def _paragraph_above(lines: Sequence[str], at: int) -> int:
    """Where the rest of the section before begins, whose heading is cut off."""
    place = at
    while place and not lines[place - 1].strip():
        place -= 1
    while place and lines[place - 1].strip() and not _ends(lines[place - 1]):
        place -= 1
    return place


def _end(lines: Sequence[str], begin: int) -> int:
    """The last line before something was typed or printed."""
    last = begin
    for at in range(begin + 1, len(lines)):
        if _ends(lines[at]):
            break
        if lines[at].strip():
            last = at
    return last


def _ends(line: str) -> bool:
    if not line.strip():
        return False
    if _FENCE.match(line):
        return True
    if not line[:1].isspace() and not line.startswith("#") and read_prompt(line) is not None:
        return True
    looks = line_looks(line)
    return looks is not None and looks.strong


def _names_a_cause_in_a_list(line: str, marks: Marks) -> bool:
    """A row of a table or list of causes."""
    text = line[:4000]
    return text[:1] in ("|", " ") and "-" in text and marks.names_a_cause(text)
