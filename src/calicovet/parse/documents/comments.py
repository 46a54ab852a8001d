"""Comments in configuration: what their author remembers, not what a program printed."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from calicovet.parse.commands.known_programs import is_call
from calicovet.parse.text.cleaning import Line

_SETTING = re.compile(r"^\s*(?:- )?(?:[\"']?[\w./-]{1,80}[\"']?:(?: \S.*)?|- \S.*)$")
_NESTS = re.compile(r"^(?P<margin>\s*)(?:- )?[\w./-]{1,80}:(?: [|>][+-]?)?$")
_COMMENT = re.compile(r"^\s*#+(?P<said>.*)$")
_BEHIND = re.compile(r"\s#\s.{0,1000}$")
_FENCE = re.compile(r"^\s*(?:`{3}|~{3})")


def without_comments(lines: Sequence[Line]) -> list[Line]:
    """The lines without the comments in YAML: in all of the text, or in its fenced blocks."""
    if not any("#" in line.text for line in lines):
        return list(lines)
    kept: list[Line] = []
    region: list[Line] = []
    for line in lines:
        if _FENCE.match(line.text):
            kept += [*_bare(region), line]
            region = []
        else:
            region.append(line)
    return kept + _bare(region)


def _bare(lines: Sequence[Line]) -> list[Line]:
    texts = [line.text[:4000] for line in lines]
    if not _is_yaml(texts):
        return list(lines)
    left_out = set(_comments(texts))
    return [
        Line(_BEHIND.sub("", line.text) if "#" in line.text else line.text, line.at)
        for place, line in enumerate(lines)
        if place not in left_out
    ]


def _comments(texts: Sequence[str]) -> Iterator[int]:
    """The comments right above or below a setting; one that stands by itself may be a heading."""
    run: list[int] = []
    before = False
    for place, text in enumerate([*texts, ""]):
        if place < len(texts) and _is_comment(text):
            run.append(place)
            continue
        now = _SETTING.match(text) is not None
        if before or now:
            yield from run
        run, before = [], now


def _is_comment(text: str) -> bool:
    """Whether the line is a comment, and not a command behind the prompt of root."""
    found = _COMMENT.match(text)
    return found is not None and not is_call(found["said"].strip())


def _is_yaml(texts: Sequence[str]) -> bool:
    """Whether the lines are settings below each other, apart from comments and the text of a block."""
    rows = [text[:400] for text in texts if text.strip() and not _is_comment(text)]
    settings = sum(1 for row in rows if _SETTING.match(row))
    return len(rows) > 1 and settings * 5 >= len(rows) * 4 and _has_depth(rows)


def _has_depth(rows: Sequence[str]) -> bool:
    """Whether a key without a value stands over a deeper line."""
    for row, below in pairwise(rows):
        found = _NESTS.match(row)
        if found is not None and (
            len(below) - len(below.lstrip()) > len(found["margin"])
            or below.lstrip().startswith("- ")
        ):
            return True
    return False
