"""Tables of workloads and of everything else that `kubectl get` and calicoctl list."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    ApiEndpoint,
    BeingDeleted,
    Citation,
    CrdListed,
    Fact,
    OperatorStatus,
    PoolSeen,
    ServiceAddress,
    Unreadable,
    WorkloadListed,
)
from calicovet.model.subject import Subject
from calicovet.parse.calico.api_server import is_of_calico
from calicovet.parse.calico.bgp_tables import GIVES as BGP_TABLE_GIVES
from calicovet.parse.calico.bgp_tables import bgp_settings_of_row, no_bgp_peers, peer_of_row
from calicovet.parse.calico.tigera_status import tigera_status_of_lines, tigera_status_of_row
from calicovet.parse.columns import Row, read_rows
from calicovet.parse.events import GIVES as EVENT_GIVES
from calicovet.parse.events import read_event_table
from calicovet.parse.indented import read_lines

WORKLOAD_GIVES: tuple[type[Fact], ...] = (WorkloadListed,)
OTHER_TABLE_GIVES: tuple[type[Fact], ...] = (
    ServiceAddress,
    ApiEndpoint,
    CrdListed,
    OperatorStatus,
    PoolSeen,
    BeingDeleted,
    *BGP_TABLE_GIVES,
)
OTHER_DESCRIBE_GIVES: tuple[type[Fact], ...] = (OperatorStatus, *EVENT_GIVES)


@cache
def _prefixed() -> re.Pattern[str]:
    return re.compile(r"(daemonset|deployment|replicaset|statefulset)s?(?:\.[a-z.]+)?/(.+)$")


@cache
def _counts() -> re.Pattern[str]:
    return re.compile(r"(\d{1,6})/(\d{1,6})$")


@cache
def _cidr() -> re.Pattern[str]:
    return re.compile(
        r"(?:\d{1,3}\.){3}\d{1,3}/\d{1,2}$|[0-9a-fA-F]{1,4}:[0-9a-fA-F:]{1,38}/\d{1,3}$"
    )


@cache
def _place() -> re.Pattern[str]:
    return re.compile(r"(?:(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-fA-F:]{2,39}\]):\d{1,5}$")


def read_workload_table(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """DaemonSets by DESIRED, CURRENT, READY; Deployments by READY as a fraction."""
    for row in read_rows(evidence.content):
        listed = _workload(row, evidence)
        if listed is not None:
            yield listed


def _workload(row: Row, evidence: Evidence) -> WorkloadListed | None:
    words, first = row.words, 1 if row.heading[:1] == ("NAMESPACE",) else 0
    numbers = next(
        (i for i, word in enumerate(words[1:4], 1) if word.isdecimal() or _counts().match(word)), 0
    )
    if not numbers:
        return None
    first = max(first, numbers - 1)
    namespace = words[first - 1] if first else evidence.about.namespace
    prefixed = _prefixed().match(words[first])
    name = prefixed[2] if prefixed else words[first]
    about, cited = Subject(namespace=namespace), (Citation(evidence.id, row.line),)
    ready = _counts().match(words[numbers])
    if ready is not None:
        kind = prefixed[1] if prefixed else "deployment"
        return WorkloadListed(
            about=about,
            cited=cited,
            kind=kind,
            name=name,
            desired=int(ready[2]),
            ready=int(ready[1]),
        )
    counts = [int(word[:9]) for word in words[numbers : numbers + 3] if word.isdecimal()]
    if len(counts) < 3:
        return None
    third, fourth = row.heading[numbers + 2 : numbers + 3], row.heading[numbers + 3 : numbers + 4]
    updated = words[numbers + 3] if fourth == ("UP-TO-DATE",) and len(words) > numbers + 3 else ""
    return WorkloadListed(
        about=about,
        cited=cited,
        kind=prefixed[1] if prefixed else _kind_by_heading(row.heading, third),
        name=name,
        desired=counts[0],
        current=counts[1],
        ready=None if third == ("UP-TO-DATE",) else counts[2],
        updated=int(updated[:9]) if updated.isdecimal() else None,
    )


def _kind_by_heading(heading: tuple[str, ...], third: tuple[str, ...]) -> str:
    """Old tables of Deployments have UP-TO-DATE where those of DaemonSets have READY."""
    if third == ("UP-TO-DATE",):
        return "deployment"
    return "replicaset" if heading and "UP-TO-DATE" not in heading else "daemonset"


def read_other_table(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Service kubernetes, its endpoints, CRDs, TigeraStatus, pools; of other tables nothing."""
    for row in read_rows(evidence.content):
        for read in _READERS:
            yield from read(row, evidence.id)
    yield from no_bgp_peers(evidence)


def _service(row: Row, evidence: str) -> Iterator[Fact]:
    words = _without_namespace(row, "kubernetes")
    if len(words) >= 3 and words[1] in ("ClusterIP", "LoadBalancer", "NodePort"):
        yield ServiceAddress(cited=(Citation(evidence, row.line),), address=words[2])


def _endpoints(row: Row, evidence: str) -> Iterator[Fact]:
    words = _without_namespace(row, "kubernetes")
    if len(words) < 2:
        return
    for place in words[1].split(","):
        if _place().match(place):
            yield ApiEndpoint(cited=(Citation(evidence, row.line),), address=place)


def _without_namespace(row: Row, name: str) -> tuple[str, ...]:
    """The row from its name on; nothing where it is about another object, or another namespace's."""
    words = tuple(word.rpartition("/")[2] if i < 2 else word for i, word in enumerate(row.words))
    if words[0] == name:
        return words
    return words[1:] if words[:2] == ("default", name) else ()


def _crd(row: Row, evidence: str) -> Iterator[Fact]:
    name = row.words[0].rpartition("/")[2]
    if is_of_calico(name) and name.count(".") >= 2:
        yield CrdListed(cited=(Citation(evidence, row.line),), name=name)


def _pool(row: Row, evidence: str) -> Iterator[Fact]:
    """calicoctl's columns are NAME CIDR [NAT IPIPMODE VXLANMODE DISABLED ...] SELECTOR."""
    if "CIDR" not in row.heading or len(row.words) < 2 or not _cidr().match(row.words[1]):
        return
    cells = dict(zip(row.heading, row.words, strict=False))
    yield PoolSeen(
        cited=(Citation(evidence, row.line),),
        name=row.words[0],
        cidr=row.words[1],
        disabled=cells.get("DISABLED", "") == "true",
        ipip=cells.get("IPIPMODE", ""),
        vxlan=cells.get("VXLANMODE", ""),
        node_selector=cells.get("SELECTOR", ""),
    )


def _tigera_status(row: Row, evidence: str) -> Iterator[Fact]:
    if not row.heading or "DEGRADED" in row.heading:
        yield from tigera_status_of_row(row, evidence)


def is_of_the_installation(kind: str, name: str) -> bool:
    """Whether an object of that name belongs to Calico."""
    return kind == "Installation" or any(word in name for word in ("calico", "tigera", "canal"))


def _namespace(row: Row, evidence: str) -> Iterator[Fact]:
    """A row of `kubectl get namespaces`: three words, the second of them the state."""
    name = row.words[0].rpartition("/")[2]
    if row.words[1:2] == ("Terminating",) and is_of_the_installation("Namespace", name):
        yield BeingDeleted(cited=(Citation(evidence, row.line),), kind="Namespace", name=name)


_READERS: tuple[Callable[[Row, str], Iterator[Fact]], ...] = (
    _service,
    _endpoints,
    _crd,
    _pool,
    _tigera_status,
    _namespace,
    peer_of_row,
    bgp_settings_of_row,
)


def read_other_describe(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The events of any described object, and the conditions of a TigeraStatus."""
    yield from tigera_status_of_lines(tuple(read_lines(evidence.content)), evidence.id)
    yield from read_event_table(evidence)
