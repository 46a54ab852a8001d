"""Redacts the data of Secrets that were printed as YAML or JSON, one field to a line."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from calicovet.world.redaction.json_text import HOLDING_DATA
from calicovet.world.redaction.lines.line_fields import has_dash, lines_below, prefix_width
from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_values import HIDDEN


@cache
def _secret_kind() -> re.Pattern[str]:
    kinds = "|".join(sorted(HOLDING_DATA))
    types = (
        r"Opaque|kubernetes\.io/(?:service-account-token|tls|basic-auth|ssh-auth|dockercfg|dockerconfigjson)"
        r"|bootstrap\.kubernetes\.io/token|helm\.sh/release\.v1"
    )
    return re.compile(
        rf"""(?P<head>.*?)["']?(?:kind["']?:\s*["']?(?P<kind>{kinds})|type["']?:\s*["']?(?:{types}))["']?,?\s*"""
    )


@cache
def _data() -> re.Pattern[str]:
    return re.compile(r"""(?:- )?["']?(?:data|stringData|encryptedData)["']?:.*""")


def hide_data_of_secrets(lines: list[str], hinted: Sequence[int]) -> None:
    """kubectl prints the data before the kind, so that it takes a look at the whole."""
    for place in hinted:
        line = lines[place]
        if ("ecret" not in line and "type" not in line) or not (
            kind := _secret_kind().fullmatch(line)
        ):
            continue
        column = len(kind["head"])
        if kind["kind"] == "SecretList":
            _hide_data_of_items(lines, place, column)
            continue
        for sibling in list(_siblings(lines, place, column)):
            if _data().match(lines[sibling], _start_of(lines[sibling], column)):
                hide_data(lines, sibling, column)


def _start_of(line: str, column: int) -> int:
    return column - 2 if has_dash(line, column) else column


def hide_data(lines: list[str], place: int, column: int) -> None:
    first = lines[place].find(":", column)
    value = lines[place][first + 1 :].strip(" ,")
    if first >= 0 and value and value not in "{}":
        lines[place] = f"{lines[place][: first + 1]} {HIDDEN}"
    for at in list(lines_below(lines, place, column)):
        lines[at] = without_value(lines[at])


def _hide_data_of_items(lines: list[str], place: int, column: int) -> None:
    for sibling in _siblings(lines, place, column):
        for at in lines_below(lines, sibling, column, with_items=True):
            found = re.compile(r"""(.*?)["']?(?:data|stringData)["']?:[ ]?\{?""").fullmatch(
                lines[at].rstrip()
            )
            if found:
                hide_data(lines, at, len(found[1]))


def _siblings(lines: Sequence[str], place: int, column: int) -> Iterator[int]:
    """The places of the other fields of the object that has a field there."""
    head = head_of(lines[place], column)
    width = prefix_width(lines[place], column)
    for step in (-1, 1):
        at = place if step < 0 else place + 1
        while 0 <= at < len(lines):
            line = lines[at]
            if line[width:].startswith("---") or (
                line[width:].strip() and _indent(line, width) < column
            ):
                break
            dash = line[width:].lstrip().startswith("- ")
            if _indent(line, width) == column and head_of(line, column) == head:
                # One object has one kind: with another one, another object has begun.
                if (step > 0 and dash and column > width) or (
                    at != place and (again := _secret_kind().fullmatch(line)) and again["kind"]
                ):
                    break
                yield at
                if dash and column > width:
                    break
            at += step


def _indent(line: str, width: int) -> int:
    """Where a line's first key stands; that of a list's item stands behind its dash."""
    text = line[width:].lstrip()
    return len(line) - len(text) + (2 if text.startswith("- ") else 0)


@cache
def _filled() -> re.Pattern[str]:
    """A key with a value on its line, which neither a mapping nor a block of text follows."""
    return re.compile(
        r"""([ \t]*+(?:- )?["']?[\w./-]+["']?:(?![ \t]*+(?:[{\[]|[|>][-+]?)?$)[ \t]*+)(["']?).+?(\2,?)"""
    )


def without_value(line: str) -> str:
    """A line of a mapping with its key only; what is no such line goes wholly."""
    text = line.strip()
    if not text or text in "{}[]" or text in ("},", "],"):
        return line
    if field := _filled().fullmatch(line.rstrip()):
        return f"{field[1]}{field[2]}{HIDDEN}{field[3]}"
    if text.endswith((":", "|", ">", "|-", ">-", "{")) and ":" in text:
        return line
    return line[: len(line) - len(line.lstrip())] + HIDDEN
