"""Redacts what stands between tags, and what an attribute or a field beside a secret's name holds."""

import re
from functools import cache
from itertools import pairwise

from calicovet.world.redaction.lines.line_fields import prefix_width
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret

_KEYS = frozenset({"key", "tls-auth", "tls-crypt", "tls-crypt-v2", "pkcs12"})
"""Blocks of OpenVPN that hold keys; those of certificates are no secret."""
_MOST_LINES = 400


@cache
def _opening() -> re.Pattern[str]:
    """A tag at the end of a line."""
    return re.compile(r"<(?P<name>[A-Za-z][\w.:-]{0,60})(?:[ ][^<>]{0,200})?>\s*$")


@cache
def _between() -> re.Pattern[str]:
    """What stands between two tags of one line."""
    return re.compile(r"(?<=>)[^<>]{1,400}(?=</)")


@cache
def _property() -> re.Pattern[str]:
    """An entry of a property list, with its value on the same line."""
    return re.compile(
        r"<(?P<tag>key|name)>(?P<name>[^<>]{1,100})</(?P=tag)>\s{0,20}(?:<(?:string|data|integer|value)>(?P<value>[^<>]{1,400})</|$)"
    )


@cache
def _attribute() -> re.Pattern[str]:
    """Attributes, or fields of a mapping on one line, that name something and what it holds."""
    return re.compile(
        r"""(?<![\w-])(?:[a-z]{1,20}:)?(?P<of>key|name|value|val)["']?(?:=|:[ ]{0,3})"""
        r"""(?:(?P<quote>["'])(?P<text>[^"'<>\n]{0,400})(?P=quote)|(?P<bare>[^\s"',;{}\[\]<>]{1,400}))""",
        re.IGNORECASE,
    )


@cache
def _element() -> re.Pattern[str]:
    """An element with attributes or a namespace, and its text."""
    return re.compile(
        r"<(?:[\w-]{1,30}:)?(?P<name>[A-Za-z][\w.-]{1,60})(?:[ ][^<>]{1,200})?>(?P<text>[^<>]{2,400})</"
    )


def hide_between_tags(lines: list[str], place: int) -> None:
    """Hides the text of elements, and attributes, on a line and below it."""
    line = lines[place]
    if "=" in line or ":" in line:
        line = lines[place] = _without_attributes(line)
    if "<" not in line:
        return
    if found := _opening().search(line):
        name = found["name"]
        if name.lower() in _KEYS or says(name) >= Says.LIKELY:
            _hide_until(lines, place, found.start(), f"</{name}>")
    if "<key>" in line or "<name>" in line:
        _hide_property(lines, place)
    if "</" in line:
        lines[place] = _without_elements(lines[place])


def _hide_until(lines: list[str], place: int, column: int, closing: str) -> None:
    last = min(place + 1 + _MOST_LINES, len(lines))
    end = next((at for at in range(place + 1, last) if closing in lines[at]), None)
    if end is None:
        return
    width = prefix_width(lines[place], column)
    for at in range(place + 1, end):
        line = lines[at]
        text = line[width:].strip()
        if text[:1] == "<":
            lines[at] = _between().sub(HIDDEN, line)
        elif text and text[:5] != "-----" and text[0] != "#":
            start = line.index(text, width)
            lines[at] = line[:start] + HIDDEN


def _hide_property(lines: list[str], place: int) -> None:
    found = _property().search(lines[place])
    if found is None or says(found["name"].strip().replace(" ", "_")) < Says.LIKELY:
        return
    if found["value"] is not None:
        start, end = found.span("value")
        lines[place] = lines[place][:start] + HIDDEN + lines[place][end:]
    elif place + 1 < len(lines):
        lines[place + 1] = _between().sub(HIDDEN, lines[place + 1])


def _without_attributes(line: str) -> str:
    """Attributes such as `key="password" value="…"`, in either order."""
    found = list(_attribute().finditer(line))
    for one, other in pairwise(found):
        name, value = (other, one) if one["of"].lower().startswith("val") else (one, other)
        is_pair = not name["of"].lower().startswith("val") and value["of"].lower().startswith("val")
        said = says(name["text"] or name["bare"] or "") if is_pair else Says.NOTHING
        group = "text" if value["quote"] else "bare"
        if said >= Says.LIKELY and is_secret(value[group], Says.SURELY, structured=True):
            start, end = value.span(group)
            return _without_attributes(line[:start] + HIDDEN + line[end:])
    return line


def _without_elements(line: str) -> str:
    for found in reversed(list(_element().finditer(line))):
        said = says(found["name"])
        if said >= Says.LIKELY and is_secret(found["text"], said, structured=True):
            start, end = found.span("text")
            line = line[:start] + HIDDEN + line[end:]
    return line
