"""The list of facts for `--facts`."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from enum import Enum

from calicovet.model.facts.base import Fact
from calicovet.model.finding import Exhibit
from calicovet.model.language import Language
from calicovet.report.terminal.wrap import shorten, width_of
from calicovet.report.words import words

_OF_EVERY_FACT = frozenset({"about", "cited", "at"})


def describe(fact: Fact) -> str:
    """`LoadAverage one=412.07 five=398.51`."""
    return f"{type(fact).__name__} {values(fact)}".strip()


def values(fact: Fact) -> str:
    """What a fact says beyond its name; what it leaves open is left out."""
    said = []
    for field in fields(fact):
        value = getattr(fact, field.name)
        if field.name in _OF_EVERY_FACT or value is None or value in ("", ()):
            continue
        said.append(f"{field.name}={_plain(value)}")
    return " ".join(said)


def about(fact: Fact) -> str:
    """The subject of a fact, as far as known."""
    subject = fact.about
    said = "/".join(part for part in (subject.node, subject.pod, subject.container) if part)
    return f"{said} (previous)" if subject.previous else said


def render_facts(facts: Sequence[tuple[Fact, Exhibit]], language: Language, width: int) -> str:
    """Every fact by the piece it was read in, with its line."""
    if not facts:
        return f"{words(language).say('facts.nothing')}\n"
    lines: list[str] = []
    piece: object = None
    for fact, exhibit in facts:
        source, _, number = exhibit.source.rpartition(":")
        here = (fact.cited[0].evidence if fact.cited else "", exhibit.taken_by)
        if here != piece:
            piece = here
            lines.append(shorten(f"{source or exhibit.source}  {exhibit.taken_by}".rstrip(), width))
        lines.append(_row(number, fact, width))
    return "\n".join(lines) + "\n"


def _row(number: str, fact: Fact, width: int) -> str:
    name = type(fact).__name__
    head = f"  {number:>6}  {name}{' ' * max(1, 24 - width_of(name))}"
    subject = about(fact)
    return shorten(f"{head}{subject}{'  ' if subject else ''}{values(fact)}", width)


def _plain(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, timedelta):
        return f"{value.total_seconds():g}s"
    if isinstance(value, (tuple, frozenset)):
        return ",".join(_plain(part) for part in value)
    text = " ".join(str(value).split())
    return repr(text) if " " in text else text
