"""Takes secrets out of text and objects before anything is kept; lines stay lines."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from calicovet.world.redaction.arguments import PROGRAMS, arguments_in_list, without_arguments
from calicovet.world.redaction.fields import without_fields
from calicovet.world.redaction.json_text import (
    HOLDING_DATA,
    KEPT_OF_A_REFERENCE,
    LAST_APPLIED,
    without_json,
)
from calicovet.world.redaction.plain_line import plain_line
from calicovet.world.redaction.secret_blocks import without_blocks
from calicovet.world.redaction.secret_names import FOREIGN_HINTS, HINTS, Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret
from calicovet.world.secrets import Forms, compiled, forms, has_tokens, of_a_cut_key, tokens

_BLOCK = 256
"""Lines in which a word is looked for at once: most words stand nowhere."""
_GATES = (*HINTS, "opaque", "kubernetes.io/", "\\u")
_COMMANDS = (" -", '"-', "'-", "login", "echo ", "vault ", "ctl ", "wpa_", " alias ")
_SHORT = 60
"""Longer than a line with nothing but a program's name."""
_OF_A_KEY = 64
"""A line of a key's body."""
_DEEPEST = 6
"""Strings within strings that are read."""
_MOST_LOOKS = 3
"""What one pattern leaves may have a form that another one knows."""


class _Block(NamedTuple):
    """Some lines, and what has to be looked for in them."""

    first: int
    end: int
    forms: tuple[Forms, ...]
    has_tokens: bool
    commands: tuple[str, ...]
    """Marks of command lines."""


def redact(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The same lines without tokens, keys, passwords and the data of Secrets."""
    numbered = tuple(lines)
    texts = _redacted_lines([line for _, line in numbered])
    return ((number, text) for (number, _), text in zip(numbered, texts, strict=True))


def redact_text(text: str) -> str:
    """The text, line by line, without secrets."""
    return "\n".join(_redacted_lines(text.split("\n")))


def redact_line(line: str) -> str:
    """One line without the secrets that it shows by itself."""
    return redact_text(line)


def _redacted_within(depth: int) -> Callable[[str], str]:
    """What redacts the text of a string, in which strings may stand again."""
    if depth >= _DEEPEST:
        return str
    return lambda text: "\n".join(_redacted_lines(text.split("\n"), depth + 1))


def _redacted_lines(lines: list[str], depth: int = 0) -> list[str]:
    """The lines as they are, or where one held a secret, as it is read and without it."""
    plain = list(lines)
    hinted: list[int] = []
    dashed: list[int] = []
    blocks = [
        _look_at(plain, first, min(first + _BLOCK, len(plain)), hinted, dashed)
        for first in range(0, len(plain), _BLOCK)
    ]
    left = list(plain)
    if hinted or dashed:
        without_json(left, hinted, _redacted_within(depth))
        without_blocks(left, hinted, dashed)
    # A header goes whole, before its value is looked at by its name.
    for block in blocks:
        _hide_forms(left, block)
    for place in hinted:
        left[place] = _without_names(left[place])
    return [
        line if read == kept else kept for line, read, kept in zip(lines, plain, left, strict=True)
    ]


def _look_at(
    plain: list[str], first: int, end: int, hinted: list[int], dashed: list[int]
) -> _Block:
    """Makes the lines of a block plain, and notes where names are that may say something."""
    text = "\n".join(plain[first:end])
    if _is_odd(text):
        plain[first:end] = [plain_line(line) for line in plain[first:end]]
        text = "\n".join(plain[first:end])
    lowered = text.lower()
    words = [word for word in _GATES if word in lowered]
    if not text.isascii():
        words += (word for word in FOREIGN_HINTS if word in lowered)
    if words:
        for place in range(first, end):
            line = plain[place].lower()
            for word in words:
                if word in line:
                    hinted.append(place)
                    break
    dashed += (
        place
        for place in range(first, end)
        if len(plain[place]) < _SHORT and plain[place].strip("\"', \t-") in PROGRAMS
    )
    return _Block(
        first,
        end,
        tuple(each for each in forms() if each.part in lowered),
        has_tokens(text),
        tuple(word for word in _COMMANDS if word in text),
    )


@cache
def _colour() -> re.Pattern[str]:
    return re.compile(r"\[[0-9;]{1,12}m")


_SPELT_OUT = ("&quot;", "&#", "&apos;", "&amp;", "&nbsp;", "&colon;", "&equals;", "&lt;", "&gt;")
_ESCAPES = ("\\e[", "\\033[", "\\x1b", "\\u001b", "^[[")


def _is_odd(text: str) -> bool:
    """Whether a line of it may have to be made plain."""
    if not text.isascii() or not text.replace("\n", "").replace("\t", "").isprintable():
        return True
    if "&" in text and any(entity in text for entity in _SPELT_OUT):
        return True
    return _colour().search(text) is not None or any(escape in text for escape in _ESCAPES)


def _without_names(line: str) -> str:
    for _ in range(_MOST_LOOKS):
        left = without_fields(line, _lowered(line))
        if left == line:
            break
        line = left
    return line


def _lowered(line: str) -> str:
    """In lower case, each letter at its place."""
    lowered = line.lower()
    if len(lowered) == len(line):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in line)


def _hide_forms(lines: list[str], block: _Block) -> None:
    for place in range(block.first, block.end):
        line = lines[place]
        for word in block.commands:
            if word in line:
                line = without_arguments(line)
                break
        if block.has_tokens:
            line = tokens().sub(HIDDEN, line)
        if block.forms:
            line = _without_forms(line, block.forms)
        if len(line) >= _OF_A_KEY and of_a_cut_key().match(line):
            line = HIDDEN
        lines[place] = line


def _without_forms(line: str, active: tuple[Forms, ...]) -> str:
    lowered = line.lower()
    for part, rows in active:
        if part in lowered:
            for word, pattern, instead in rows:
                if word in lowered:
                    line = compiled(pattern).sub(instead, line)
    return line


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


def redacted(found: Any, said: Says = Says.NOTHING) -> Any:
    """The decoded object, list of objects or part of one, without secrets.

    `said` is what the names above it say of all that is in it.
    """
    if isinstance(found, str):
        if said >= Says.LIKELY and is_secret(found, said, structured=True):
            return HIDDEN
        return _redacted_string(found)
    if isinstance(found, list):
        return _items_without_secrets(found, said)
    if isinstance(found, dict):
        return _fields_without_secrets(found, said)
    if said is Says.SURELY and found is not None and not isinstance(found, bool):
        return HIDDEN
    return found


def _fields_without_secrets(found: dict[str, Any], said: Says) -> dict[str, Any]:
    kind = found.get("kind")
    if isinstance(kind, str) and kind in HOLDING_DATA:
        found = {key: value for key, value in found.items() if key not in ("data", "stringData")}
        if kind == "SecretList" and isinstance(found.get("items"), list):
            # These have no kind of their own.
            items = [
                {"kind": "Secret", **each} if isinstance(each, dict) else each
                for each in found["items"]
            ]
            found = {**found, "items": items}
    kept = {key: _field_without_secrets(key, value, said) for key, value in found.items()}
    value = kept.get("value")
    if isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != "":
        name = found.get("name", found.get("key"))
        if isinstance(name, str) and is_secret(str(value), _of_a_variable(name), structured=True):
            kept["value"] = HIDDEN
    return kept


def _of_a_variable(name: str) -> Says:
    return Says.SURELY if says(name) >= Says.LIKELY else Says.NOTHING


def _items_without_secrets(found: list[Any], said: Says) -> list[Any]:
    kept = [redacted(item, said) for item in found]
    if len(found) > 1 and all(isinstance(item, str) for item in found):
        for place, text in arguments_in_list(found).items():
            kept[place] = text
    return kept


def _field_without_secrets(key: str, value: Any, above: Says) -> Any:
    if key == LAST_APPLIED and isinstance(value, str):
        return HIDDEN if value else value
    if key == "managedFields" and isinstance(value, list):
        return [
            {name: item[name] for name in _OF_A_MANAGER if name in item}
            for item in value
            if isinstance(item, dict)
        ]
    said = says(key)
    if isinstance(value, (dict, list)):
        # Under a name such as `secret` most fields tell where one is kept.
        if said < Says.LIKELY:
            said = Says.NOTHING if key.lower() in KEPT_OF_A_REFERENCE else above
        return redacted(value, said)
    if above >= Says.LIKELY and key.lower() not in KEPT_OF_A_REFERENCE:
        said = max(said, above)
    if isinstance(value, str) and said is Says.MAYBE:
        return HIDDEN if is_secret(value, said, structured=True) else _redacted_string(value)
    return redacted(value, said)


def _redacted_string(text: str) -> str:
    return text if len(text) < _SHORTEST else redact_text(text)
