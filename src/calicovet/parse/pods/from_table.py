"""Facts from kubectl get pods, with or without heading, namespace and wide columns."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from ipaddress import ip_address

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    Citation,
    Fact,
    InternalAddress,
    ManagedBy,
    OwnerKind,
    PodListed,
    Unreadable,
)
from calicovet.model.facts.addresses import is_masked_address
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.calico_names import is_calico_node, is_on_the_host_network, with_small_mask
from calicovet.parse.columns import Row, read_rows
from calicovet.parse.durations import read_duration
from calicovet.parse.pods.owners import owner_by_namespace

TABLE_GIVES: tuple[type[Fact], ...] = (PodListed, InternalAddress, ManagedBy)


@record(kw_only=True)
class _Listed:
    line: int
    namespace: str
    name: str
    ready: int
    total: int
    status: str
    restarts: int = 0
    restarted_ago: timedelta | None = None
    age: timedelta | None = None
    ip: str = ""
    node: str = ""


@cache
def _ready() -> re.Pattern[str]:
    return re.compile(r"(\d{1,4})/(\d{1,4})$")


@cache
def _name() -> re.Pattern[str]:
    return re.compile(r"(?:pods?/)?([a-z0-9][a-z0-9.-]{0,252})$")


@cache
def _pod_name() -> re.Pattern[str]:
    # An author who hides the ending writes capitals or stars.
    return re.compile(r"(?:pods?/)?([a-z0-9][a-z0-9.-]{0,252}(?:(?:X{1,12}|\*{1,12})-?){0,2})$")


@cache
def _ip() -> re.Pattern[str]:
    return re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$|[0-9a-fA-F:]{2,39}$")


def read_pod_table(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in a list of pods."""
    owners: dict[OwnerKind, ManagedBy] = {}
    for row in _unwrapped(read_rows(evidence.content)):
        listed = _read_row(row)
        if listed is None:
            if row.heading and "calico-node" in row.words[0]:
                words = " ".join(row.words)[:200]
                yield Unreadable(
                    evidence=evidence.id, line=row.line, excerpt=words, why="not a row of pods"
                )
            continue
        about = _about(listed, evidence.about)
        yield from _facts(listed, evidence.id, about)
        owner = owner_by_namespace(about.namespace)
        if owner is not None and is_calico_node(listed.name):
            owners.setdefault(owner, _owned(owner, about, evidence.id, listed.line))
    yield from owners.values()


def _unwrapped(rows: Iterator[Row]) -> Iterator[Row]:
    """Rows whose end stands on the next line, as narrow terminals print them, put together."""
    held: Row | None = None
    for row in rows:
        if held is not None and _is_tail(row, held):
            held = replace(held, words=held.words + row.words)
            continue
        if held is not None:
            yield held
        held = row
    if held is not None:
        yield held


def _is_tail(row: Row, before: Row) -> bool:
    """Whether a row has no readiness while the one before lacks columns that the heading has."""
    if "NODE" not in before.heading or before.heading != row.heading:
        return False
    listed = _read_row(before)
    if listed is None or listed.node or len(row.words) > 6:
        return False
    return not any(_ready().match(word) for word in row.words) and "@" not in row.words[0]


def _read_row(row: Row) -> _Listed | None:
    """A name, then ready/total; the words around follow from there."""
    place = next((i for i, word in enumerate(row.words[:6]) if _ready().match(word)), 0)
    if place == 0 or place + 1 >= len(row.words):
        return None
    name, found = _pod_name().match(row.words[place - 1]), _ready().match(row.words[place])
    if name is None or found is None:
        return None
    before = _name().match(row.words[place - 2]) if place >= 2 else None
    listed = _Listed(
        line=row.line,
        namespace=before[1] if before else "",
        name=with_small_mask(name[1]),
        ready=int(found[1]),
        total=int(found[2]),
        status=row.words[place + 1],
    )
    wide = "IP" in row.heading and "NODE" in row.heading
    return _with_rest(listed, row.words[place + 2 :], wide=wide)


def _with_rest(listed: _Listed, words: tuple[str, ...], *, wide: bool) -> _Listed:
    """Restarts, age and the wide columns, as far as the row goes."""
    if not words or not words[0].isdecimal():
        return listed
    listed = replace(listed, restarts=int(words[0][:9]))
    words = words[1:]
    if words and words[0].startswith("("):
        end = next((i for i, word in enumerate(words[:4]) if word.endswith(")")), 0)
        listed = replace(listed, restarted_ago=read_duration(" ".join(words[: end + 1])))
        words = words[end + 1 :]
    if not words:
        return listed
    listed = replace(listed, age=read_duration(words[0]))
    is_ip = len(words) > 1 and _ip().match(words[1]) is not None
    # Where the heading promises both columns, an address that a person replaced is still one word.
    is_column = is_ip or wide or (len(words) > 1 and is_masked_address(words[1]))
    if len(words) < 2 or not (is_column or words[1] in ("<none>", "<pending>")):
        return listed
    listed = replace(listed, ip=words[1] if is_ip else "")
    # One that waits for the scheduler has no node yet.
    node = _name().match(words[2]) if len(words) > 2 and words[2] != "<none>" else None
    return replace(listed, node=node[1]) if node else listed


def _about(listed: _Listed, about: Subject) -> Subject:
    node = listed.node or (about.node if about.pod == listed.name else "")
    return Subject(node=node, namespace=listed.namespace or about.namespace, pod=listed.name)


def _facts(listed: _Listed, evidence: str, about: Subject) -> Iterator[Fact]:
    cited = (Citation(evidence, listed.line),)
    yield PodListed(
        about=about,
        cited=cited,
        ready=listed.ready,
        total=listed.total,
        status=listed.status,
        restarts=listed.restarts,
        age=listed.age,
        ip=listed.ip,
        restarted_ago=listed.restarted_ago,
    )
    if not listed.node or not listed.ip or not is_on_the_host_network(listed.name):
        return
    try:
        address = ip_address(listed.ip)
    except ValueError:
        return
    yield InternalAddress(about=Subject(node=listed.node), cited=cited, address=address)


def _owned(owner: OwnerKind, about: Subject, evidence: str, line: int) -> ManagedBy:
    return ManagedBy(
        about=Subject(namespace=about.namespace),
        cited=(Citation(evidence, line),),
        owner=owner,
        by=f"namespace {about.namespace}",
    )
