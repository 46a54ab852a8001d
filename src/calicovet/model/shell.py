"""Command lines with values from evidence in them: every value is quoted, or left out.

A template has holes: `command("kubectl -n {namespace} logs {pod:calico-node pod}", ...)`. A value
that is unknown, or that cannot be what its hole is named after, leaves a placeholder for a human to
fill in: `<namespace>`, or the words behind the colon.
"""

import re
import shlex
from collections.abc import Iterable, Mapping
from string import Formatter

from calicovet.model.visible import is_plain

Value = str | int | tuple[str, ...] | None
"""A tuple is several words."""

_FORMS: Mapping[str, str] = {
    name: form
    for form, names in (
        # A Kubernetes name; logs show upper case and underscores, which Kubernetes refuses.
        (
            r"[A-Za-z0-9](?:[\w.-]{0,251}[A-Za-z0-9])?",
            "node pod namespace container daemonset account secret configmap quota",
        ),
        # Roles and bindings may have colons in their names.
        (r"[A-Za-z0-9][\w.:-]*", "object"),
        (
            r"(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[A-Za-z0-9:][\w.:%-]*)(?::\d+)?",
            "address host peer service endpoint straight target",
        ),
        (r"[0-9A-Fa-f:][0-9A-Fa-f.:]*(?:/\d+)?", "network"),
        (r"[A-Za-z0-9_][\w.:@+-]*", "link device unit module"),
        (r"[A-Za-z0-9][\w.:/@-]*", "image"),
        (r"/.*", "path"),
    )
    for name in names.split()
}
"""The form of a value, by the name of its hole; any other hole takes whatever is one line."""
_FORMATTER = Formatter()


class Part(str):
    """A part of a command whose values are quoted already."""

    __slots__ = ()


def command(template: str, /, **values: Value) -> str:
    """The template with its holes filled, as a shell reads it."""
    return str(part(template, **values))


def part(template: str, /, **values: Value) -> Part:
    """The same as a part that another template takes as it is."""
    line = ""
    for text, hole, otherwise, _ in _FORMATTER.parse(template):
        line += text
        if hole is not None:
            starts = not line or line[-1].isspace()
            line += _filled(hole, otherwise or hole.replace("_", " "), values[hole], starts=starts)
    return Part(line)


def joined(between: str, parts: Iterable[Part]) -> Part:
    """Parts in a row."""
    return Part(between.join(parts))


def fits(hole: str, value: str) -> bool:
    """Whether the value may stand in a hole of that name."""
    form = _FORMS.get(hole)
    if not value or not is_plain(value):
        return False
    return form is None or re.fullmatch(form, value, re.ASCII) is not None


def compact_json(value: object) -> str:
    """A value as a patch on a command line."""
    import json

    return json.dumps(value, separators=(",", ":"))


def _filled(hole: str, otherwise: str, value: Value, *, starts: bool) -> str:
    if isinstance(value, Part):
        return value
    words = value if isinstance(value, tuple) else (str("" if value is None else value),)
    # At the start of a word a dash would make an option of it.
    options = any(word[:1] == "-" for word in (words if starts else words[1:]))
    if not words or options or not all(fits(hole, word) for word in words):
        return f"<{otherwise}>"
    return " ".join(map(shlex.quote, words))
