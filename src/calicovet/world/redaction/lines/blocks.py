"""Redacts secrets over several lines: below a name, beside a name, within a key."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from calicovet.world.redaction.json_text import (
    DATA_OF_SECRETS,
    KEPT_OF_A_REFERENCE,
    LAST_APPLIED,
    NAMES_OF_PAIRS,
    VALUES_OF_PAIRS,
    says_of_a_pair,
)
from calicovet.world.redaction.lines.argument_lines import hide_arguments
from calicovet.world.redaction.lines.line_fields import (
    Field,
    field_of,
    has_dash,
    hide_lines,
    lines_below,
    plain_field,
    prefix_width,
    with_hidden,
)
from calicovet.world.redaction.lines.line_pairs import hide_pairs
from calicovet.world.redaction.lines.lone_words import hide_below_words, hide_shown, hide_word
from calicovet.world.redaction.lines.private_keys import hide_key, is_head_of_a_key
from calicovet.world.redaction.lines.secret_data import hide_data, hide_data_of_secrets
from calicovet.world.redaction.lines.tables import hide_columns
from calicovet.world.redaction.lines.tagged_blocks import hide_between_tags
from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret

_FARTHEST = 40
"""Lines between the fields of one item."""
_ABOUT = ("name", "path", "file", "ref", "seconds", "namespace", "enabled", "mode", "type")
"""Ends of names of what is told about a secret."""


def without_blocks(lines: list[str], hinted: Sequence[int], dashed: Iterable[int]) -> None:
    """Hides in place what lies below, beside or behind the lines that have a hint of a name."""
    hide_data_of_secrets(lines, hinted)
    for place in hinted:
        line = lines[place]
        if is_head_of_a_key(line):
            hide_key(lines, place)
            continue
        hide_columns(lines, place)
        hide_between_tags(lines, place)
        hide_pairs(lines, place)
        line = lines[place]
        if (field := field_of(line)) is not None:
            _hide_around(lines, place, field)
        if line.rstrip()[-1:] in (":", "："):
            hide_below_words(lines, place)
        hide_shown(lines, place)
        if (block := _braces().search(line)) and says(block["name"]) >= Says.LIKELY:
            _hide_assigned(lines, place, block.start())
    for place in (*hinted, *dashed):
        hide_arguments(lines, place)


# Below and beside a field


def _hide_around(lines: list[str], place: int, field: Field) -> None:
    if field.name in DATA_OF_SECRETS:
        hide_data(lines, place, field.column)
        return
    if field.name.lower() in NAMES_OF_PAIRS and field.value:
        named = field.value.strip("\"', ")
        if says_of_a_pair(named) >= Says.LIKELY and re.fullmatch(r"[\w./-]+", named):
            _hide_value_beside(lines, place, field)
        return
    if LAST_APPLIED.endswith(field.name) and LAST_APPLIED in lines[place]:
        hide_lines(lines, lines_below(lines, place, field.column), field.column)
        return
    said = says(field.name)
    if said < Says.LIKELY:
        return
    value = field.value.strip(", ")
    if value[:1] in ("|", ">"):
        hide_lines(lines, lines_below(lines, place, field.column), field.column)
    elif value in ("", "{", "[", "\\") or (value[:1] in "&!" and " " not in value):
        _hide_members(lines, place, field.column, said)
    elif value[0] in "\"'" and value.count(value[0]) == 1 and said is Says.SURELY:
        _hide_until_closed(lines, place, value[0])
    elif said is Says.SURELY and value not in ("{}", "[]"):
        # The rest of a value that was folded.
        rest = [
            at
            for at in lines_below(lines, place, field.column)
            if not plain_field().match(lines[at])
        ]
        if rest and rest[0] == place + 1 and not lines[place + 1].lstrip().startswith("- "):
            hide_lines(lines, rest[:_FARTHEST], field.column)


def _hide_members(lines: list[str], place: int, column: int, said: Says) -> None:
    below = list(lines_below(lines, place, column, with_items=True))
    for at in below:
        line = lines[at]
        found = plain_field().match(line[prefix_width(lines[place], column) :])
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
                lines[at] = with_hidden(line, shift + found.start("value"))
            elif not kept and value[:1] in ("|", ">"):
                hide_lines(lines, lines_below(lines, at, len(line) - len(line.lstrip())), column)
            continue
        text = line[prefix_width(lines[place], column) :].strip().removeprefix("- ").strip("\"', ")
        one = " " not in text or said is Says.SURELY or line.lstrip().startswith(("- ", '"', "'"))
        if text and text not in "{}[]" and one and is_secret(text, said, structured=True):
            lines[at] = with_hidden(line, line.index(text[:1], prefix_width(lines[place], column)))
    if not below and said is Says.SURELY and place + 1 < len(lines):
        hide_word(lines, place + 1, place)


@cache
def _braces() -> re.Pattern[str]:
    """The head of a block in HCL: `variable "db_password" {`."""
    return re.compile(
        r"""\b[a-z]{1,40}[ \t]{1,4}(?:"[^"]{1,100}"[ \t]{1,4})?"(?P<name>[\w.-]{1,100})"[ \t]{1,4}\{\s*$"""
    )


def _hide_assigned(lines: list[str], place: int, column: int) -> None:
    assigned = re.compile(r"\s*(?:default|value|content)\s{0,20}=\s{0,20}")
    for at in lines_below(lines, place, column):
        if found := assigned.match(lines[at], prefix_width(lines[place], column)):
            lines[at] = with_hidden(lines[at], found.end())


@cache
def _value_of_a_pair() -> re.Pattern[str]:
    return re.compile(rf"""(?i)["']?(?:{"|".join(VALUES_OF_PAIRS)})["']?\s{{0,8}}:\s*""")


def _hide_value_beside(lines: list[str], place: int, field: Field) -> None:
    """The `value` of an item whose `name` names a secret, before or behind it."""
    head = head_of(lines[place], field.column)
    for step in (-1, 1):
        at = place
        while abs(at - place) < _FARTHEST:
            if step < 0 and has_dash(lines[at], field.column):
                break
            at += step
            if not 0 <= at < len(lines):
                break
            line = lines[at]
            if not line.strip():
                continue
            if (step > 0 and has_dash(line, field.column)) or head_of(line, field.column) != head:
                break
            found = _value_of_a_pair().match(line, field.column)
            if found:
                _hide_field(lines, at, field.column, found.end())
                break


def _hide_field(lines: list[str], at: int, column: int, start: int) -> None:
    value = lines[at][start:].strip(", ")
    if value and value[0] not in "|>" and value.strip("\"'") not in ("", HIDDEN):
        lines[at] = with_hidden(lines[at], start)
    hide_lines(lines, lines_below(lines, at, column), column)


def _hide_until_closed(lines: list[str], place: int, quote: str) -> None:
    closing = range(place + 1, min(place + 30, len(lines)))
    end = next((at for at in closing if lines[at].rstrip(" ,").endswith(quote)), None)
    if end is None:
        return
    for at in range(place + 1, end + 1):
        text = lines[at].strip()
        if text:
            lines[at] = lines[at].replace(text, HIDDEN + (quote if at == end else ""))
