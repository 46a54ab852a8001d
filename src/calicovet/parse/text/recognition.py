"""Which kind of evidence a piece of text looks like, and where one kind ends and another begins."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.evidence_kinds.row import Where
from calicovet.parse.text.line_kinds import Looks, line_looks

_LOGS = frozenset(
    {
        Kind.CALICO_LOG,
        Kind.OTHER_LOG,
        Kind.KUBELET_JOURNAL,
        Kind.RUNTIME_JOURNAL,
        Kind.SYSTEM_JOURNAL,
        Kind.KERNEL_LOG,
    }
)
_JOURNALS = _LOGS - {Kind.CALICO_LOG, Kind.OTHER_LOG}
_DESCRIBES = frozenset(
    {Kind.POD_DESCRIBE, Kind.NODE_DESCRIBE, Kind.DAEMONSET_DESCRIBE, Kind.OTHER_DESCRIBE}
)
_FILES = frozenset(
    {
        Kind.OBJECTS,
        Kind.KUBEADM_CONFIG,
        Kind.KUBELET_CONFIG,
        Kind.CONTAINERD_CONFIG,
        Kind.DOCKER_CONFIG,
        Kind.HOST_FILE,
    }
)
_TABLES = frozenset(
    {
        Kind.POD_TABLE,
        Kind.NODE_TABLE,
        Kind.WORKLOAD_TABLE,
        Kind.EVENT_TABLE,
        Kind.OTHER_TABLE,
        Kind.CONTAINER_LIST,
        Kind.MODULES,
        Kind.SYSCTL,
        Kind.SOCKETS,
        Kind.LOAD,
        Kind.CPU_COUNT,
        Kind.MEMORY,
        Kind.DISKS,
        Kind.KERNEL,
        Kind.NODE_ADDRESSES,
    }
)
"""What ends at the first blank line after which something else stands."""


class Run(NamedTuple):
    """Lines low..high (high not included) that look like one thing."""

    kind: Kind | None
    low: int
    high: int


def split_runs(lines: Sequence[str], expected: Kind | None = None) -> list[Run]:
    """The lines cut where they begin to look like another thing.

    `expected` is what the command before them shows: its output is cut only at what cannot be part of it.
    """
    runs: list[Run] = []
    current, low = expected, 0
    blank_before = False
    for place, text in enumerate(lines):
        if not text.strip():
            blank_before = True
            continue
        looks = line_looks(text)
        turned = _turn(
            current,
            looks,
            _Place(blank_before, place == low, current is expected, text[0].isspace()),
        )
        if turned is not _SAME:
            if place > low:
                runs.append(Run(current, low, place))
            low, current = place, turned
        elif current is None and looks is not None:
            current = looks.kind
        elif (
            looks is not None and _is_another_unit(current, looks.kind) and current is not expected
        ):
            current = Kind.SYSTEM_JOURNAL
        blank_before = False
    runs.append(Run(current, low, len(lines)))
    return [
        Run(_refine(run.kind, lines[run.low : run.high], run.kind is expected), run.low, run.high)
        for run in runs
    ]


def _is_another_unit(current: Kind | None, kind: Kind) -> bool:
    return current is not kind and current in _JOURNALS and kind in _JOURNALS


_SAME = Kind.PASTE
"""Stands for: this line goes on with what was before it."""


class _Place(NamedTuple):
    """Where a line stands."""

    after_blank: bool
    first: bool
    expected: bool
    """Whether it stands in what its command shows."""
    indented: bool


def _turn(current: Kind | None, looks: Looks | None, place: _Place) -> Kind | None:
    """What begins with this line, if anything does."""
    if looks is None:
        # Unknown words after a table and a blank line belong to no output.
        return None if place.after_blank and current in _TABLES and not place.first else _SAME
    kind = looks.kind
    if current is None:
        return _SAME if place.first else kind
    if kind is Kind.OTHER_TABLE and place.expected and current.row.where is Where.HOST:
        # Many host commands print a header in capitals; the typed command says more than that form.
        return _SAME
    if current in _DESCRIBES and kind in _DESCRIBES:
        return current if looks.begins and not place.first else _SAME
    if kind is current or _belongs(current, looks, place.indented):
        return _SAME
    return kind if looks.strong or (current in _TABLES and not place.expected) else _SAME


def _belongs(current: Kind, looks: Looks, indented: bool) -> bool:
    """Whether such a line is usual inside what is being read."""
    kind = looks.kind
    if current in _DESCRIBES:
        # A termination message quotes whole log lines, further in.
        return indented or kind is Kind.EVENT_LINES or not (looks.strong or looks.begins)
    if current in _FILES:
        return (
            indented
            or kind in _FILES
            or kind in (Kind.NODE_ADDRESSES, Kind.VERSIONS)
            or not looks.strong
        )
    if current in _JOURNALS:
        return kind in _LOGS
    if current in _LOGS:
        return kind in (Kind.CALICO_LOG, Kind.OTHER_LOG, Kind.KUBELET_JOURNAL) or (
            current is Kind.OTHER_LOG and kind in _LOGS
        )
    near = _NEAR.get(current)
    return near is not None and kind in near


_NEAR: dict[Kind, frozenset[Kind]] = {
    Kind.EVENT_TABLE: frozenset({Kind.EVENT_LINES, Kind.POD_DESCRIBE}),
    Kind.EVENT_LINES: frozenset({Kind.EVENT_TABLE}),
    Kind.IP_ADDR: frozenset({Kind.IP_LINK}),
    Kind.IP_LINK: frozenset({Kind.IP_ADDR}),
    Kind.BRIDGES: frozenset({Kind.IP_LINK, Kind.IP_ADDR}),
    Kind.UNITS: frozenset(
        {Kind.KUBELET_JOURNAL, Kind.RUNTIME_JOURNAL, Kind.SYSTEM_JOURNAL, Kind.CGROUP_PATHS}
    ),
    Kind.LOAD: frozenset({Kind.MEMORY, Kind.SOCKETS}),
    Kind.API_CURL: frozenset({Kind.OBJECTS, Kind.VERSIONS, Kind.API_CURL}),
    Kind.VERSIONS: frozenset({Kind.OBJECTS, Kind.KERNEL, Kind.VERSIONS}),
    Kind.NODE_ADDRESSES: frozenset({Kind.OBJECTS}),
    Kind.SYSCTL: frozenset({Kind.SYSCTL}),
    Kind.OS_RELEASE: frozenset({Kind.SYSCTL, Kind.VERSIONS}),
    Kind.OTHER_TABLE: frozenset({Kind.OTHER_TABLE}),
    Kind.SOCKETS: frozenset({Kind.OTHER_TABLE}),
    Kind.HOST_FILE: frozenset({Kind.OBJECTS}),
    Kind.POD_TABLE: frozenset({Kind.CPU_COUNT}),
    Kind.CPU_STAT: frozenset({Kind.CPU_STAT}),
}


def _refine(kind: Kind | None, lines: Sequence[str], was_expected: bool) -> Kind | None:
    """The kind after a look at the whole run."""
    if kind is None:
        return None
    if kind in (Kind.POD_DESCRIBE, Kind.OTHER_DESCRIBE) and not was_expected:
        return _which_describe(lines)
    if kind is Kind.POD_DESCRIBE and _has_only_events(lines):
        return Kind.EVENT_LINES
    if kind in (Kind.IP_LINK, Kind.IP_ADDR) and not was_expected:
        has_address = any(
            text.lstrip().startswith(("inet ", "inet6 ", "inet addr")) for text in lines
        )
        return Kind.IP_ADDR if has_address or kind is Kind.IP_ADDR else Kind.IP_LINK
    if kind is Kind.OBJECTS and not was_expected:
        return _which_file(lines)
    if kind is Kind.HOST_FILE and any(text.startswith("apiVersion:") for text in lines[:40]):
        return _which_file(lines)
    if kind is Kind.CALICO_LOG and not was_expected:
        return Kind.OTHER_LOG if log_component(lines) else Kind.CALICO_LOG
    return kind


def _has_only_events(lines: Sequence[str]) -> bool:
    """Whether only the end of a description is there, as `tail` shows it."""
    looks = [line_looks(text) for text in lines if text.strip()]
    return bool(looks) and all(one is not None and one.kind is Kind.EVENT_LINES for one in looks)


def _which_describe(lines: Sequence[str]) -> Kind:
    head = "\n".join(lines[:400])
    if re.search(r"^(?:Desired Number of Nodes Scheduled|Pod Template):", head, re.MULTILINE):
        return Kind.DAEMONSET_DESCRIBE
    if re.search(
        r"^(?:Roles|Capacity|Allocatable|PodCIDRs?|System Info|Taints):|^\s+(?:NetworkUnavailable|DiskPressure) ",
        head,
        re.MULTILINE,
    ):
        return Kind.NODE_DESCRIBE
    if re.search(
        r"^\s*(?:Node|Controlled By|Priority|Start Time|Init Containers|Containers|QoS Class):"
        r"|^\s*(?:State|Last State|Liveness|Readiness|Restart Count|Exit Code|Container ID|Reason|Image):",
        head,
        re.MULTILINE,
    ):
        return Kind.POD_DESCRIBE
    # Only pods have events of the scheduler, and hardly anything else has the kubelet's.
    if re.search(
        r"^\s*(?:Normal|Warning)\s{1,8}[A-Z]\w{2,40}\s{1,60}.{0,60}\b(?:kubelet|default-scheduler)\b",
        head,
        re.MULTILINE,
    ):
        return Kind.POD_DESCRIBE
    return Kind.OTHER_DESCRIBE


def _which_file(lines: Sequence[str]) -> Kind:
    head = "\n".join(lines[:300])
    if re.search(r"^\s*kind: KubeletConfiguration\b", head, re.MULTILINE):
        return Kind.KUBELET_CONFIG
    if re.search(r"^\s*kind: (?:Cluster|Init|Join)Configuration\b", head, re.MULTILINE):
        return Kind.KUBEADM_CONFIG
    if '"exec-opts"' in head or '"registry-mirrors"' in head:
        return Kind.DOCKER_CONFIG
    if '"cniVersion"' in head and '"apiVersion"' not in head and "kind:" not in head:
        return Kind.HOST_FILE
    return Kind.OBJECTS


@cache
def _components() -> re.Pattern[str]:
    return re.compile(
        r"kube-controllers/|\] main\.go \d+: (?:Loaded configuration|Ensuring Calico datastore|"
        r"Failed to initialize|Getting initial config|Starting status report)|"
        r"(?P<typha>sync_server\.go|typha/|] daemon\.go \d+: Typha)|"
        r"(?P<operator>\"logger\":\"(?:setup|controller|controller_installation|tigera)[\w.-]*\"|controller-runtime)"
    )


def log_component(lines: Sequence[str]) -> str:
    """Which other program of Calico wrote this log; empty: calico-node, as far as can be told."""
    for text in lines[:60]:
        match = _components().search(text[:400])
        if match is not None:
            if match["typha"]:
                return "calico-typha"
            return "tigera-operator" if match["operator"] else "calico-kube-controllers"
    return ""


def log_container(lines: Sequence[str]) -> str:
    """Which container of a calico-node pod wrote this log; empty: it does not show."""
    for text in lines[:200]:
        head = text[:400]
        if re.search(r"\b(?:ipam_plugin|migrate)\.go \d+:|calico-ipam", head):
            return "upgrade-ipam"
        if re.search(
            r"cni-installer|\binstall\.go[: ]|Installed /host/|CNI config: |Wrote Calico CNI|/host/opt/cni/bin",
            head,
        ):
            return "install-cni"
        if re.search(
            r"\b(?:felix|startup|confd|tunnel-ip-allocator|monitor-addresses|cni-config-monitor)/"
            r"|\bstartup\.go \d+:|^bird6?: |Calico node (?:started|failed)",
            head,
        ):
            return "calico-node"
    return ""
