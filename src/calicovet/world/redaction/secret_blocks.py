"""Redacts secrets over several lines: below a name, beside a name, within a key."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from calicovet.world.redaction.argument_lines import hide_arguments
from calicovet.world.redaction.json_text import HOLDING_DATA, KEPT_OF_A_REFERENCE, LAST_APPLIED
from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.private_keys import hide_key
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret, looks_random

_TOKENS = ("token", "Token", "secret", "Secret")
_FARTHEST = 40
"""Lines between the fields of one item, and items of one list of arguments."""
_ABOUT = ("name", "path", "file", "ref", "seconds", "namespace", "enabled", "mode", "type")
"""Ends of names of what is told about a secret."""
_LONGEST_LINE = 4_000
"""A longer line is no field of a printed object."""


class Field(NamedTuple):
    """The last field that begins on a line, as YAML, JSON and `kubectl describe` print one."""

    column: int
    name: str
    start: int
    """Where its value begins."""
    value: str


@cache
def _field() -> re.Pattern[str]:
    return re.compile(
        r"""(?:^|(?<=[\s>|:+"'-]))["']?(?P<name>[\w./-]{1,100})["']?[ \t]{0,8}:(?:[ \t]+|$)(?P<value>.*)$"""
    )


@cache
def _plain_field() -> re.Pattern[str]:
    """A field with nothing but blanks before it."""
    return re.compile(
        r"""\s*(?:- +)*["']?(?P<name>[\w./-]{1,100})["']?[ \t]{0,8}:(?:[ \t]+|$)(?P<value>.*)$"""
    )


def field_of(line: str) -> Field | None:
    if len(line) > _LONGEST_LINE:
        return None
    found = _plain_field().match(line) or _field().search(line)
    if found is None:
        return None
    column = found.start("name")
    if column and line[column - 1] in "\"'":
        column -= 1
    return Field(column, found["name"], found.start("value"), found["value"].strip())


def without_blocks(lines: list[str], hinted: Sequence[int], dashed: Iterable[int]) -> None:
    """Hides in place what lies below, beside or behind the lines that have a hint of a name."""
    _hide_data_of_secrets(lines, hinted)
    for place in hinted:
        line = lines[place]
        if "PRIVATE KEY" in line and "-----BEGIN" in line:
            hide_key(lines, place)
            continue
        if (field := field_of(line)) is not None:
            _hide_around(lines, place, field)
        if line.rstrip()[-1:] in (":", "："):
            _hide_below_words(lines, place)
        _hide_shown(lines, place)
        if (block := _braces().search(line)) and says(block["name"]) >= Says.LIKELY:
            _hide_assigned(lines, place, block.start())
    for place in (*hinted, *dashed):
        hide_arguments(lines, place)


# Below and beside a field


def _hide_around(lines: list[str], place: int, field: Field) -> None:
    if field.name in ("name", "key") and field.value:
        named = field.value.strip("\"', ")
        said = says(named)
        if said >= Says.LIKELY and re.fullmatch(r"[\w./-]+", named):
            _hide_value_beside(lines, place, field)
        return
    if LAST_APPLIED.endswith(field.name) and LAST_APPLIED in lines[place]:
        _hide_lines(lines, _below(lines, place, field.column), field.column)
        return
    said = says(field.name)
    if said < Says.LIKELY:
        return
    value = field.value.strip(", ")
    if value[:1] in ("|", ">"):
        _hide_lines(lines, _below(lines, place, field.column), field.column)
    elif value in ("", "{", "[", "\\") or (value[:1] in "&!" and " " not in value):
        _hide_members(lines, place, field.column, said)
    elif value[0] in "\"'" and value.count(value[0]) == 1 and said is Says.SURELY:
        _hide_until_closed(lines, place, value[0])
    elif said is Says.SURELY and value not in ("{}", "[]"):
        # The rest of a value that was folded.
        rest = [
            at for at in _below(lines, place, field.column) if not _plain_field().match(lines[at])
        ]
        if rest and rest[0] == place + 1 and not lines[place + 1].lstrip().startswith("- "):
            _hide_lines(lines, rest[:_FARTHEST], field.column)


def _hide_members(lines: list[str], place: int, column: int, said: Says) -> None:
    below = list(_below(lines, place, column, with_items=True))
    for at in below:
        line = lines[at]
        found = _plain_field().match(line[_prefix(lines[place], column) :])
        if found is not None:
            shift = len(line) - len(found.string)
            name, value = found["name"].lower(), found["value"].strip(", ")
            kept = name in KEPT_OF_A_REFERENCE or (
                says(found["name"]) is Says.NOTHING and name.endswith(_ABOUT)
            )
            if (
                not kept
                and value[:1] not in ("|", ">")
                and is_secret(value.strip("\"'"), said, structured=True)
            ):
                lines[at] = _with_hidden(line, shift + found.start("value"))
            elif not kept and value[:1] in ("|", ">"):
                _hide_lines(lines, _below(lines, at, len(line) - len(line.lstrip())), column)
            continue
        text = line[_prefix(lines[place], column) :].strip().removeprefix("- ").strip("\"', ")
        one = " " not in text or said is Says.SURELY or line.lstrip().startswith(("- ", '"', "'"))
        if text and text not in "{}[]" and one and is_secret(text, said, structured=True):
            lines[at] = _with_hidden(line, line.index(text[:1], _prefix(lines[place], column)))
    if not below and said is Says.SURELY and place + 1 < len(lines):
        _hide_word(lines, place + 1, place)


def _hide_word(lines: list[str], place: int, header: int) -> None:
    """Hides what stands alone on a line, behind no more than stands before the header too."""
    line = lines[place].rstrip(" \t\r\"'`%")
    start = max(line.rfind(mark) for mark in " \t\"'`") + 1
    before = head_of(line, start).rstrip(" \t\"'`")
    text = line[start:]
    if looks_random(text) and head_of(lines[header], len(before)) == before:
        lines[place] = line[:start] + HIDDEN + lines[place][len(line) :]


def _hide_below_words(lines: list[str], place: int) -> None:
    """ "The password is:" and what stands alone on the next line."""
    words = re.findall(r"[\w-]+", lines[place][-80:])
    last = words[-6:]
    pairs = (f"{one}-{other}" for one, other in pairwise(last))
    if not any(says(word) is Says.SURELY or word in _TOKENS for word in (*last, *pairs)):
        return
    for at in range(place + 1, min(place + 3, len(lines))):
        if lines[at].strip(" \t`"):
            _hide_word(lines, at, place)
            return


@cache
def _braces() -> re.Pattern[str]:
    """The head of a block in HCL: `variable "db_password" {`."""
    return re.compile(
        r"""\b[a-z]{1,40}[ \t]{1,4}(?:"[^"]{1,100}"[ \t]{1,4})?"(?P<name>[\w.-]{1,100})"[ \t]{1,4}\{\s*$"""
    )


def _hide_assigned(lines: list[str], place: int, column: int) -> None:
    assigned = re.compile(r"\s*(?:default|value|content)\s{0,20}=\s{0,20}")
    for at in _below(lines, place, column):
        if found := assigned.match(lines[at], _prefix(lines[place], column)):
            lines[at] = _with_hidden(lines[at], found.end())


def _hide_value_beside(lines: list[str], place: int, field: Field) -> None:
    """The `value` of an item whose `name` names a secret, before or behind it."""
    head = head_of(lines[place], field.column)
    for step in (-1, 1):
        at = place
        while abs(at - place) < _FARTHEST:
            if step < 0 and _has_dash(lines[at], field.column):
                break
            at += step
            if not 0 <= at < len(lines):
                break
            line = lines[at]
            if not line.strip():
                continue
            if (step > 0 and _has_dash(line, field.column)) or head_of(line, field.column) != head:
                break
            found = re.compile(r"""["']?value["']?\s{0,8}:\s*""").match(line, field.column)
            if found:
                _hide_field(lines, at, field.column, found.end())
                break


def _hide_field(lines: list[str], at: int, column: int, start: int) -> None:
    value = lines[at][start:].strip(", ")
    if value and value[0] not in "|>" and value.strip("\"'") not in ("", HIDDEN):
        lines[at] = _with_hidden(lines[at], start)
    _hide_lines(lines, _below(lines, at, column), column)


def _has_dash(line: str, column: int) -> bool:
    return line[max(0, column - 2) : column] == "- "


def _prefix(line: str, column: int) -> int:
    """How much of a line stands before its indentation: a log's prefix, marks of a quotation."""
    return len(line[:column].rstrip(" -\t"))


def _below(
    lines: Sequence[str], place: int, column: int, *, with_items: bool = False
) -> Iterator[int]:
    """The lines that are deeper than the field that begins at the column."""
    width = _prefix(lines[place], column)
    prefix = head_of(lines[place], width)
    for at in range(place + 1, len(lines)):
        line = lines[at]
        if not line[width:].strip():
            if at + 1 < len(lines) and lines[at + 1].strip():
                continue
            return
        if head_of(line, width) != prefix:
            return
        indent = len(line) - len(line[width:].lstrip())
        item = with_items and indent == column and line[indent : indent + 2] == "- "
        if indent <= column and not item:
            return
        yield at


def _hide_lines(lines: list[str], places: Iterable[int], column: int) -> None:
    for at in places:
        line = lines[at]
        if text := line[column:].strip():
            start = line.index(text, column)
            lines[at] = line[:start] + HIDDEN


def _hide_until_closed(lines: list[str], place: int, quote: str) -> None:
    closing = range(place + 1, min(place + 30, len(lines)))
    end = next((at for at in closing if lines[at].rstrip(" ,").endswith(quote)), None)
    if end is None:
        return
    for at in range(place + 1, end + 1):
        text = lines[at].strip()
        if text:
            lines[at] = lines[at].replace(text, HIDDEN + (quote if at == end else ""))


def _with_hidden(line: str, start: int) -> str:
    """The line, in which all from there is hidden but quotes and a comma around it."""
    rest = line[start:]
    opened = rest[:1] if rest[:1] in ("'", '"') else ""
    text = rest.rstrip(" \r")
    comma = "," if text.endswith(",") else ""
    return f"{line[:start]}{opened}{HIDDEN}{opened}{comma}"


# Secrets that were printed as YAML or JSON, one field to a line


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


def _hide_data_of_secrets(lines: list[str], hinted: Sequence[int]) -> None:
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
                _hide_data(lines, sibling, column)


def _start_of(line: str, column: int) -> int:
    return column - 2 if _has_dash(line, column) else column


def _hide_data(lines: list[str], place: int, column: int) -> None:
    first = lines[place].find(":", column)
    value = lines[place][first + 1 :].strip(" ,")
    if first >= 0 and value and value not in "{}":
        lines[place] = f"{lines[place][: first + 1]} {HIDDEN}"
    for at in list(_below(lines, place, column)):
        lines[at] = without_value(lines[at])


def _hide_data_of_items(lines: list[str], place: int, column: int) -> None:
    for sibling in _siblings(lines, place, column):
        for at in _below(lines, sibling, column, with_items=True):
            found = re.compile(r"""(.*?)["']?(?:data|stringData)["']?:[ ]?\{?""").fullmatch(
                lines[at].rstrip()
            )
            if found:
                _hide_data(lines, at, len(found[1]))


def _siblings(lines: Sequence[str], place: int, column: int) -> Iterator[int]:
    """The places of the other fields of the object that has a field there."""
    head = head_of(lines[place], column)
    width = _prefix(lines[place], column)
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


# What a command prints


@cache
def _showing() -> re.Pattern[str]:
    """Commands whose output is a secret and nothing else."""
    return re.compile(
        r"[#$>%]\s.*(?:\bget secrets?\b.*(?:jsonpath|go-template|custom-columns|base64|template)"
        r"|\bcat\b.*(?:token|password|passwd\b(?!$)|\.key\b|secret|\.pgpass|node-token|credentials?)(?![\w-]*\.ya?ml)"
        r"|kubeadm token (?:create|generate)|certificate-key|upload-certs"
        r"|\bprint-access-token|get-login-password|\bcreate token\b|\btoken (?:create|lookup)|\bwg (?:genkey|genpsk)"
        r"|\bopenssl rand|\bpwgen\b|config view.*raw.*jsonpath|get-access-token|get-token)"
    )


def _hide_shown(lines: list[str], place: int) -> None:
    if not _showing().search(lines[place]):
        return
    for at in range(place + 1, min(place + 4, len(lines))):
        _hide_word(lines, at, place)
