"""Command lines with values from evidence in them: every value is quoted, or left out.

A template has holes: `command("kubectl -n {namespace} logs {pod:calico-node pod}", ...)`. A value
that is unknown, or that cannot be what its hole is named after, leaves the placeholder `<pod>`,
or the words behind the colon, for a human to fill in.
"""

import re
import shlex
from collections.abc import Iterable, Mapping
from string import Formatter

from calicovet.model.visible import is_plain

Value = str | int | tuple[str, ...] | None
"""A tuple is several words."""

_OBJECT = re.compile(r"[A-Za-z0-9](?:[\w.-]{0,251}[A-Za-z0-9])?", re.ASCII)
"""A Kubernetes name; kubelets and logs show upper case and underscores, which are refused later."""
_OF_RBAC = re.compile(r"[A-Za-z0-9][\w.:-]*", re.ASCII)
"""Roles and bindings may have colons in their names."""
_ADDRESS = re.compile(
    r"(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[A-Za-z0-9:][\w.:%-]*)(?::\d+)?", re.ASCII
)
_NETWORK = re.compile(r"[0-9A-Fa-f:][0-9A-Fa-f.:]*(?:/\d+)?", re.ASCII)
_LINK = re.compile(r"[A-Za-z0-9_][\w.:@+-]*", re.ASCII)
_IMAGE = re.compile(r"[A-Za-z0-9][\w.:/@-]*", re.ASCII)
_PATH = re.compile(r"/.*", re.DOTALL)
_WORDS = (
    (_OBJECT, "node pod namespace container daemonset account secret configmap quota"),
    (_OF_RBAC, "object"),
    (_ADDRESS, "address host peer service endpoint straight target"),
    (_NETWORK, "network"),
    (_LINK, "link device unit module"),
    (_IMAGE, "image"),
    (_PATH, "path"),
)
_FORMS: Mapping[str, re.Pattern[str]] = {
    name: form for form, names in _WORDS for name in names.split()
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
    return bool(value) and is_plain(value) and (form is None or form.fullmatch(value) is not None)


def placeholder(words: str) -> Part:
    """What a human has to fill in."""
    return Part(f"<{words}>")


def compact_json(value: object) -> str:
    """A value as a patch on a command line."""
    import json

    return json.dumps(value, separators=(",", ":"))


def _filled(hole: str, otherwise: str, value: Value, *, starts: bool) -> str:
    if isinstance(value, Part):
        return value
    words = value if isinstance(value, tuple) else (str("" if value is None else value),)
    # At the start of a word a dash would make an option of it.
    if not words or not all(fits(hole, word) and not (starts and word[0] == "-") for word in words):
        return placeholder(otherwise)
    return " ".join(map(shlex.quote, words))
