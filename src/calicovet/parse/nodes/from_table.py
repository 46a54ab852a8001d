"""Node records from kubectl get nodes, with or without a heading."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.facts.addresses import is_masked_address
from calicovet.parse.columns import Row, read_rows
from calicovet.parse.durations import read_duration
from calicovet.parse.nodes.node_record import MIGRATION, UNTOLD, NodeRecord, Told

_LONGEST_ROW = 3900


@cache
def _status() -> re.Pattern[str]:
    return re.compile(r"(?:Not)?Ready(?:,[A-Za-z,]+)?$|Unknown(?:,[A-Za-z,]+)?$")


@cache
def _name() -> re.Pattern[str]:
    return re.compile(r"(?:nodes?/)?([a-z0-9A-Z][a-zA-Z0-9._-]{0,252})$")


@cache
def _version() -> re.Pattern[str]:
    return re.compile(r"v\d{1,3}\.\d{1,3}")


@cache
def _address() -> re.Pattern[str]:
    return re.compile(r"(?:\d{1,3}\.){3}\d{1,3}$|[0-9a-fA-F:]{2,39}$|<none>$")


def _is_address(word: str) -> bool:
    return _address().match(word) is not None or is_masked_address(word)


def read_node_rows(content: str) -> Iterator[NodeRecord]:
    """The nodes of the table."""
    for row in read_rows(content):
        record = _read_row(row)
        if record is not None:
            yield record


def _read_row(row: Row) -> NodeRecord | None:
    """A name, then its status; everything else follows from the kubelet's version."""
    words = row.words
    if len(words) < 2 or _status().match(words[1]) is None:
        return None
    name = _name().match(words[0])
    if name is None:
        return None
    place = next((i for i, word in enumerate(words[2:6], 2) if _version().match(word)), 0)
    between = words[2:place] if place else words[2:4]
    age = read_duration(between[-1]) if between else None
    roles = between[0] if len(between) > 1 or (between and age is None) else ""
    wide = words[place + 1 :] if place else ()
    internal, rest = _split_addresses(wide, row.heading)
    os, kernel, runtime = _split_wide(rest, row.line)
    return NodeRecord(
        name=name[1],
        line=row.line,
        status=words[1],
        roles="" if roles == "<none>" else roles,
        age=age,
        kubelet=Told(words[place], row.line) if place else UNTOLD,
        internal=(Told(internal, row.line),) if internal else (),
        os=os,
        kernel=kernel,
        runtime=runtime,
        migration=_migration(row),
        labels=tuple(_labels(row)),
    )


def _labels(row: Row) -> Iterator[Told]:
    """The column that `--show-labels` adds, which is the last."""
    if row.heading[-1:] != ("LABELS",) or "=" not in row.words[-1]:
        return
    if sum(map(len, row.words)) + len(row.words) >= _LONGEST_ROW:
        return  # cut off
    for pair in row.words[-1].split(","):
        yield Told(pair, row.line)


def _migration(row: Row) -> Told | None:
    """The column that `-L` adds, which is the last and empty where there is no label."""
    if not row.heading or row.heading[-1] != MIGRATION.rpartition("/")[2].upper():
        return None
    last = row.words[-1]
    return Told(last if last in ("pre-operator", "migrated") else "", row.line)


def _split_addresses(
    words: tuple[str, ...], heading: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """The internal address; old releases print only the external one."""
    if heading and "INTERNAL-IP" not in heading:
        skipped = 1 if "EXTERNAL-IP" in heading else 0
        return "", words[skipped:]
    if not words or not _is_address(words[0]):
        return "", ()
    behind = 2 if len(words) > 1 and _is_address(words[1]) else 1
    return ("" if words[0] == "<none>" else words[0]), words[behind:]


def _split_wide(words: tuple[str, ...], line: int) -> tuple[Told, Told, Told]:
    """The image's name has several words; the kernel and the runtime end the row."""
    place = next((i for i, word in enumerate(words) if "://" in word), 0)
    if place < 2:
        return UNTOLD, UNTOLD, UNTOLD
    return (
        Told(" ".join(words[: place - 1]), line),
        Told(words[place - 1], line),
        Told(words[place], line),
    )
