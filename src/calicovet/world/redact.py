"""Takes secrets out of text and objects before anything is kept; lines stay lines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from calicovet.world.secrets import (
    HIDDEN,
    is_secret_field,
    names_a_secret,
    of_a_cut_key,
    patterns_for,
    secret_argument,
)

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def redact(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The same lines without tokens, keys, passwords and the data of Secrets."""
    numbered = tuple(lines)
    within = _within_secret_objects([line for _, line in numbered])
    in_key = False
    value_next = False
    argument_next: str | None = None
    for place, (number, line) in enumerate(numbered):
        if place in within:
            yield number, _without_value(line)
            continue
        # A key that was cut off must not take the rest of the text with it.
        if in_key and ("-----END" in line or not _of_a_key().fullmatch(line)):
            in_key = False
        if in_key:
            yield number, HIDDEN
            continue
        if "PRIVATE KEY-----" in line and "-----BEGIN" in line and "-----END" not in line:
            in_key = True
            yield number, line[: line.index("PRIVATE KEY-----") + len("PRIVATE KEY-----")]
            continue
        if value_next and (value := _value().fullmatch(line)):
            line = f"{value[1]}{HIDDEN}{value[2]}"
        value_next = (
            "name" in line
            and (named := _name().fullmatch(line)) is not None
            and names_a_secret(named[1])
        )
        if argument_next is not None:
            line = _without_argument(line, argument_next)
        argument_next = (
            named[1] if "-" in line and (named := _argument_line().fullmatch(line)) else None
        )
        yield number, redact_line(line)


def redact_text(text: str) -> str:
    """The text, line by line, without secrets."""
    return "\n".join(line for _, line in redact(enumerate(text.split("\n"))))


def redact_line(line: str) -> str:
    """One line without the secrets that it shows by itself."""
    for pattern, instead in patterns_for(line):
        line = pattern.sub(instead, line)
    if len(line) >= 64 and of_a_cut_key().match(line):
        return HIDDEN
    if "Secret" in line and _secret_on_one_line().search(line):
        line = _data_on_one_line().sub(rf"\1{HIDDEN}\2", line)
    return line


@cache
def _of_a_key() -> re.Pattern[str]:
    return re.compile(r"\s*+(?:[A-Za-z0-9+/=]*+|(?:Proc-Type|DEK-Info|Comment|Version): .*)\s*+")


@cache
def _name() -> re.Pattern[str]:
    return re.compile(r"""\s*(?:- )?["']?name["']?:\s*["']?([A-Za-z_][\w.-]*)["']?,?\s*""")


@cache
def _value() -> re.Pattern[str]:
    return re.compile(r"""(\s*+["']?value["']?:\s*+["']?)(?!["']|\s*$).+?(?<=\S)(["']?,?\s*+)""")


@cache
def _argument_line() -> re.Pattern[str]:
    """An argument that has a line of its own, in YAML, JSON and what `kubectl describe` prints."""
    return re.compile(rf"""(\s+|\s*- )["']?(?:{secret_argument().pattern})["']?,?\s*""")


def _without_argument(line: str, start: str) -> str:
    """The line without its item, if it is the next one of a list whose items start so."""
    item = line[len(start) :]
    text = item.strip("\"', \t\r")
    if not line.startswith(start) or not text or text[0] in "-<" or item[0].isspace():
        return line
    return f"{start}{item[: item.index(text)]}{HIDDEN}{item[item.index(text) + len(text) :]}"


@cache
def _secret_on_one_line() -> re.Pattern[str]:
    return re.compile(r"""(?<!\\)\\*+"kind\\*+":\s?\\*+"Secret\\*+\"""")


@cache
def _data_on_one_line() -> re.Pattern[str]:
    return re.compile(r"""("(?:data|stringData)\\*+":\s?\{)[^{}]++(\})""")


# Secrets that were printed as YAML or JSON, one field to a line


@cache
def _secret_kind() -> re.Pattern[str]:
    return re.compile(r"""(\s*(?:- )?)["']?kind["']?:\s*["']?Secret["']?,?\s*""")


@cache
def _data() -> re.Pattern[str]:
    return re.compile(r"""\s*(?:- )?["']?(?:data|stringData)["']?:.*""")


@cache
def _field() -> re.Pattern[str]:
    """A key with a value on its line, which neither a mapping nor a block of text follows."""
    return re.compile(
        r"""(\s*+(?:- )?["']?[\w./-]++["']?:(?!\s*+(?:[{\[]|[|>][-+]?)?+\s*+$)\s*+)(["']?).+?(?<=\S)(\2,?\s*+)"""
    )


def _within_secret_objects(lines: Sequence[str]) -> frozenset[int]:
    """The places of lines that hold a Secret's data, or what was last applied.

    kubectl prints the data before the kind, so that it takes a look at the whole.
    """
    found: set[int] = set()
    for place, line in enumerate(lines):
        if "Secret" in line and (kind := _secret_kind().fullmatch(line)):
            for sibling in _siblings(lines, place, len(kind[1])):
                if _data().fullmatch(lines[sibling]):
                    found.update((sibling, *_below(lines, sibling, len(kind[1]))))
        elif LAST_APPLIED in line:
            indent = len(line) - len(line.lstrip())
            found.update((place, *_below(lines, place, indent)))
    return frozenset(found)


def _indent(line: str) -> int:
    """Where a line's first key stands; that of a list's item stands behind its dash."""
    text = line.lstrip()
    return len(line) - len(text) + (2 if text.startswith("- ") else 0)


def _siblings(lines: Sequence[str], place: int, indent: int) -> Iterator[int]:
    """The places of the other fields of the object that has a field there."""
    for step in (-1, 1):
        at = place if step < 0 else place + 1
        while 0 <= at < len(lines):
            line = lines[at]
            if line.startswith("---") or (line.strip() and _indent(line) < indent):
                break
            dash = line.lstrip().startswith("- ")
            if _indent(line) == indent:
                # One object has one kind: with another one, another object has begun.
                if (step > 0 and dash) or (at != place and _secret_kind().fullmatch(line)):
                    break
                yield at
                if dash:
                    break
            at += step


def _below(lines: Sequence[str], place: int, indent: int) -> Iterator[int]:
    for at in range(place + 1, len(lines)):
        line = lines[at]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            return
        yield at


def _without_value(line: str) -> str:
    """A line of a mapping with its key only; what is no such line goes wholly."""
    text = line.strip()
    if not text or text in "{}[]" or text in ("},", "],"):
        return line
    if field := _field().fullmatch(line):
        return f"{field[1]}{field[2]}{HIDDEN}{field[3]}"
    if text.endswith((":", "|", ">", "|-", ">-", "{")) and ":" in text:
        return line
    return line[: len(line) - len(line.lstrip())] + HIDDEN


# Objects


_SHORTEST = len("pwd=abc")
"""No text with less shows a secret by itself, and most texts of objects have less."""

_OF_A_MANAGER = ("manager", "operation", "time", "subresource")


def redact_object(raw: bytes) -> bytes:
    """One object or a list of them as compact JSON, without secrets; other text without those it shows.

    What was last applied goes, and so do the fields that managers own; that they were there stays.
    """
    import msgspec

    try:
        return msgspec.json.encode(redacted(msgspec.json.decode(raw)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return redact_text(raw.decode(errors="replace")).encode()


def redacted(found: Any) -> Any:
    """The decoded object, list of objects or part of one, without secrets."""
    if isinstance(found, str):
        return _redacted_string(found)
    if isinstance(found, list):
        return _items_without_secrets(found)
    if not isinstance(found, dict):
        return found
    if found.get("kind") == "Secret":
        found = {key: value for key, value in found.items() if key not in ("data", "stringData")}
    kept = {key: _field_without_secrets(key, value) for key, value in found.items()}
    if isinstance(kept.get("value"), str) and kept["value"] and _is_secret_variable(kept):
        kept["value"] = HIDDEN
    return kept


def _items_without_secrets(found: list[Any]) -> list[Any]:
    kept = [redacted(item) for item in found]
    for place, (name, value) in enumerate(pairwise(found), 1):
        if (
            isinstance(name, str)
            and isinstance(value, str)
            and not value.startswith("-")
            and secret_argument().fullmatch(name)
        ):
            kept[place] = HIDDEN
    return kept


def _field_without_secrets(key: str, value: Any) -> Any:
    if isinstance(value, str):
        if value and (key == LAST_APPLIED or is_secret_field(key)):
            return HIDDEN
        return _redacted_string(value)
    if key == "managedFields" and isinstance(value, list):
        return [
            {name: item[name] for name in _OF_A_MANAGER if name in item}
            for item in value
            if isinstance(item, dict)
        ]
    return redacted(value)


def _is_secret_variable(found: dict[str, Any]) -> bool:
    name = found.get("name")
    return isinstance(name, str) and names_a_secret(name)


def _redacted_string(text: str) -> str:
    if len(text) < _SHORTEST:
        return text
    return redact_text(text) if "\n" in text else redact_line(text)
