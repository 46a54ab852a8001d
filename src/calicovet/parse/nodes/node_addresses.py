"""Calico's addresses of nodes, as printed by grep, jsonpath or custom columns."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import CalicoAddress, Fact, InternalAddress, Unreadable
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.nodes.node_facts import calico_address, internal_address
from calicovet.parse.nodes.node_record import Told

ADDRESSES_GIVES: tuple[type[Fact], ...] = (CalicoAddress, InternalAddress)


@cache
def _annotation() -> re.Pattern[str]:
    return re.compile(
        r"projectcalico\.org/IPv[46]Address[\"']?\s*[:=]\s*[\"']?([0-9a-fA-F.:]+(?:/\d{1,3})?)"
    )


@cache
def _internal() -> re.Pattern[str]:
    return re.compile(r"InternalIP[\"']?\s*[:=]\s*[\"']?([0-9a-fA-F.:]{3,39})(?=[\s\"',]|$)")


@cache
def _name() -> re.Pattern[str]:
    return re.compile(
        r"\s*+-?\s*+[\"']?(Name|name|kubernetes\.io/hostname)[\"']?\s*[:=]\s*[\"']?"
        r"([a-zA-Z0-9][a-zA-Z0-9._-]{0,252})[\"']?,?\s*$"
    )


@cache
def _interface() -> re.Pattern[str]:
    return re.compile(
        r"(?:\d{1,3}\.){3}\d{1,3}/\d{1,2}$|[0-9a-fA-F]{0,4}:[0-9a-fA-F:]{1,38}/\d{1,3}$"
    )


@cache
def _host() -> re.Pattern[str]:
    return re.compile(r"[a-z][a-zA-Z0-9._-]{0,252}$|[a-z0-9][a-z0-9-]{0,62}$")


@record
class _Item:
    """A name, or an address; in the order in which they stand."""

    line: int
    text: str
    kind: str


def read_node_addresses(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Addresses, tied to a node where a name stands beside them."""
    items: list[_Item] = []
    for number, text in enumerate(evidence.content.split("\n"), 1):
        text = text[:2000]
        row = _read_row(text)
        if row is not None:
            about = Subject(node=row[0])
            yield from calico_address(Told(row[1], number), evidence.id, about)
            continue
        items.extend(_read_items(number, text))
    yield from _tied(items, evidence)


def _read_row(text: str) -> tuple[str, str] | None:
    """A row of columns: a name and an address with its prefix."""
    words = text.replace(",", " ").split()
    if not 2 <= len(words) <= 12 or _host().match(words[0]) is None or "projectcalico" in text:
        return None
    address = next((word for word in words[1:] if _interface().match(word)), "")
    return (words[0], address) if address else None


def _read_items(number: int, text: str) -> Iterator[_Item]:
    name = _name().match(text)
    if name is not None:
        yield _Item(number, name[2], "after" if name[1] == "Name" else "before")
        return
    for found in _annotation().finditer(text):
        yield _Item(number, found[1], "calico")
    for found in _internal().finditer(text):
        yield _Item(number, found[1], "internal")
    words = text.split()
    if len(words) == 1 and _interface().match(words[0].strip("\"',")):
        yield _Item(number, words[0].strip("\"',"), "calico")


def _tied(items: list[_Item], evidence: Evidence) -> Iterator[Fact]:
    """Describe prints a node's name before its addresses; YAML, in the order of letters, behind its annotations."""
    named = [item for item in items if item.kind in ("after", "before")]
    leads = bool(named) and (
        named[0].kind == "after" or (items[0] is named[0] and items[-1] is not named[-1])
    )
    node, waiting = "", list[_Item]()
    for item in items:
        if item.kind not in ("after", "before"):
            waiting.append(item)
            continue
        if leads:
            yield from _facts(waiting, node, evidence)
            node, waiting = item.text, []
        else:
            yield from _facts(waiting, item.text, evidence)
            waiting = []
    yield from _facts(waiting, node if leads else "", evidence)


def _facts(items: list[_Item], node: str, evidence: Evidence) -> Iterator[Fact]:
    about = Subject(node=node) if node else evidence.about
    for item in items:
        make = calico_address if item.kind == "calico" else internal_address
        yield from make(Told(item.text, item.line), evidence.id, about)
