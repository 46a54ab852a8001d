"""Redacts secrets in text and objects; line numbers stay."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from calicovet.world.redaction.arguments import arguments_in_list, without_arguments
from calicovet.world.redaction.fields import without_fields, without_neighbours
from calicovet.world.redaction.json_text import (
    DATA_OF_SECRETS,
    HOLDING_DATA,
    KEPT_OF_A_REFERENCE,
    LAST_APPLIED,
    NAMES_OF_PAIRS,
    OF_WEB_KEYS,
    VALUES_OF_PAIRS,
    says_of_a_pair,
    value_in_a_pair,
    without_json,
)
from calicovet.world.redaction.lines.blocks import without_blocks
from calicovet.world.redaction.lines.quoted_strings import without_quoted
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_patterns import compiled, of_a_cut_key, tokens
from calicovet.world.redaction.secret_values import HIDDEN, is_secret
from calicovet.world.redaction.suspects import Suspects, look_for_suspects, lowered_in_place

_OF_A_KEY = 64
"""A line of a key's body."""
_DEEPEST = 6
"""Strings within strings that are read."""
_MOST_LOOKS = 3
"""What one pattern leaves may have a form that another one knows."""


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
    found = look_for_suspects(plain)
    left = list(plain)
    if within := found.strings(left):
        without_json(left, within, _redacted_within(depth))
        without_quoted(left, within, _redacted_within(depth))
    if found.hinted or found.programs:
        without_blocks(left, found.hinted, found.programs)
    # A header goes whole, before its value is looked at by its name.
    _hide_forms(left, found)
    for place in found.hinted:
        left[place] = _without_names(left[place])
    return [
        line if read == kept else kept for line, read, kept in zip(lines, plain, left, strict=True)
    ]


def _without_names(line: str) -> str:
    for _ in range(_MOST_LOOKS):
        left = without_fields(line, lowered_in_place(line))
        if left == line:
            break
        line = left
    return line


def _hide_forms(lines: list[str], found: Suspects) -> None:
    for place in found.commands:
        lines[place] = without_arguments(lines[place])
    for place in found.tokens:
        left = tokens().sub(HIDDEN, lines[place])
        if left != lines[place]:
            lines[place] = without_neighbours(left)
    for place, rows in found.forms.items():
        line = lines[place]
        lowered = line.lower()
        for word, pattern, instead in rows:
            if word in lowered:
                known = compiled(pattern)
                # Most lines have the word and no secret, and a replacement costs time to prepare.
                if known.search(line):
                    line = known.sub(instead, line)
        lines[place] = line
    for place, line in enumerate(lines):
        if len(line) >= _OF_A_KEY and " " not in line[-_OF_A_KEY:] and of_a_cut_key().match(line):
            lines[place] = HIDDEN


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
            # These have no kind.
            items = [
                {"kind": "Secret", **each} if isinstance(each, dict) else each
                for each in found["items"]
            ]
            found = {**found, "items": items}
    kept = {key: _field_without_secrets(key, value, said) for key, value in found.items()}
    for key in _secret_values(found):
        kept[key] = HIDDEN if _is_scalar(kept[key]) else redacted(kept[key], Says.SURELY)
    for key in DATA_OF_SECRETS:
        if isinstance(data := found.get(key), dict):
            kept[key] = {name: HIDDEN if value else value for name, value in data.items()}
    return kept


def _secret_values(found: dict[str, Any]) -> Iterator[str]:
    """The fields that another field says are secret: the value beside a name, the parts of a web key."""
    if "kty" in found:
        yield from (key for key in OF_WEB_KEYS if key in found)
    values = [key for key in found if key.lower() in VALUES_OF_PAIRS and found[key]]
    if values and any(
        says_of_a_pair(name) >= Says.LIKELY
        for field, name in found.items()
        if isinstance(name, str) and field.lower() in NAMES_OF_PAIRS
    ):
        for key in values:
            if not _is_scalar(found[key]) or is_secret(
                str(found[key]), Says.SURELY, structured=True
            ):
                yield key


def _is_scalar(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != ""


def _items_without_secrets(found: list[Any], said: Says) -> list[Any]:
    kept = [redacted(item, said) for item in found]
    if len(found) > 1 and all(isinstance(item, str) for item in found):
        if value_in_a_pair(found):
            kept[1] = HIDDEN
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
