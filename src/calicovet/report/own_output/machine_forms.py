"""Recognises calicovet's JSON and YAML, and texts that carry its mark."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from calicovet.report.machine.diagnosis_json import json_schema
from calicovet.report.own_marks import BEGIN, END

_SCHEMA = re.compile(r"""["']?schema["']?\s*:\s*["']?calicovet(?:-[a-z-]{1,20})?/v\d""")
_HTML = re.compile(r"<!doctype html|<html\b", re.IGNORECASE)
_GENERATOR = re.compile(r"""<meta\b[^<>]{0,80}\bcontent=["']?calicovet\b""")
_METRIC = re.compile(r"(?:# (?:HELP|TYPE) )?calicovet_[a-z_]{1,40}[ {]")
_CHANGE = re.compile(r"calicovet: \d\d:\d\d:\d\d ")
_HEAD_OF_HTML = 200
_ON_ONE_LINE = 200
"""An object whose first line is longer stands on that line."""
_BEGIN = re.compile(re.escape(BEGIN).replace(r"\{what\}", r"(?!end)[a-z ]{1,40}"))
_KEY = re.compile(r"""^\s*(?:- )?["']?(?P<key>[a-z]+(?:_[a-z]+)+)["']?:(?:\s|$)""")
_OF_JSON = re.compile(r"""^\s*(?:[\]\[{}],?\s*$|["'\]\[{}]|- |[a-z_]+:)""")


def marked_lines(lines: Sequence[str]) -> Iterator[int]:
    """The places of all lines between the mark of a text and its end."""
    inside = False
    for at, line in enumerate(lines):
        # A mark stands alone: a name in evidence that holds one hides nothing.
        # In YAML it is a comment.
        mark = line.strip().removeprefix("# ") if "<!--" in line else ""
        if mark and _BEGIN.fullmatch(mark):
            inside = True
        if inside:
            yield at
        if mark == END:
            inside = False


def single_lines(lines: Sequence[str]) -> Iterator[int]:
    """The places of calicovet's own metrics, and of the changes that `--watch` shows."""
    for at, line in enumerate(lines):
        if "calicovet" in line and (_METRIC.match(line) or _CHANGE.match(line)):
            yield at


def html_lines(lines: Sequence[str]) -> Iterator[int]:
    """The places of all lines of a page that names calicovet as its generator."""
    begin: int | None = None
    for at, line in enumerate(lines):
        if "<" not in line:
            continue
        if begin is None and _HTML.search(line[:2000]):
            head = "\n".join(lines[at : at + _HEAD_OF_HTML])
            begin = at if _GENERATOR.search(head) else None
        if begin is not None and "</html>" in line.lower():
            yield from range(begin, at + 1)
            begin = None
    if begin is not None:
        yield from range(begin, len(lines))


def json_lines(lines: Sequence[str]) -> Iterator[int]:
    """The places of all lines of an object with the schema, and of a part of one that has several of its keys."""
    taken = -1
    for at, line in enumerate(lines):
        if at <= taken or "schema" not in line or not _SCHEMA.search(line):
            continue
        first, last = _object_around(lines, at)
        taken = last
        yield from range(first, last + 1)
    yield from _parts(lines)


def _object_around(lines: Sequence[str], at: int) -> tuple[int, int]:
    """The object that holds the line; without braces (YAML) the block of its indentation."""
    first = at
    if not lines[at].lstrip().startswith("{") and at and lines[at - 1].strip() == "{":
        first = at - 1
    if not lines[first].lstrip().startswith("{"):
        return first, _end_of_block(lines, at)
    if len(lines[first]) > _ON_ONE_LINE:
        return first, first  # which may be cut, and then never closes
    depth, quoted = 0, False
    for place in range(first, len(lines)):
        for sign in _SIGN.findall(lines[place]):
            if sign == '"':
                quoted = not quoted
            elif not quoted and sign in "{[":
                depth += 1
            elif not quoted and sign in "}]":
                depth -= 1
        quoted = False
        if depth <= 0:
            return first, place
    return first, len(lines) - 1


_SIGN = re.compile(r"\\.|[\"{}\[\]]")


def _end_of_block(lines: Sequence[str], at: int) -> int:
    last = at
    for place in range(at + 1, len(lines)):
        line = lines[place]
        if line.strip() and not (line[:1].isspace() or re.match(r"[a-z_]+:|- ", line)):
            break
        last = place
    return last


def _parts(lines: Sequence[str]) -> Iterator[int]:
    """The middle of such an object: a run of lines of its form in which several keys are calicovet's alone."""
    run: list[int] = []
    found: set[str] = set()
    for at, line in enumerate((*lines, "-")):
        if at < len(lines) and _OF_JSON.match(line):
            run.append(at)
            key = _KEY.match(line) if "_" in line[:200] else None
            if key and key["key"] in _own_keys():
                found.add(key["key"])
            continue
        if len(found) >= 2:
            yield from run
        run, found = [], set()


@cache
def _own_keys() -> frozenset[str]:
    """Keys of the schema with an underscore, which no object of Kubernetes has."""
    return frozenset(re.findall(r'"([a-z]+(?:_[a-z]+)+)"\s*:', json_schema()))
