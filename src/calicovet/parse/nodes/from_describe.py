"""Node records from kubectl describe node, whole or in fragments."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from calicovet.parse.indented import Line
from calicovet.parse.nodes.node_record import MIGRATION, UNTOLD, ConditionRecord, NodeRecord, Told
from calicovet.parse.times import read_time

_CALICO = ("projectcalico.org/IPv4Address", "projectcalico.org/IPv6Address")
_VTEP = ("projectcalico.org/IPv4VXLANTunnelAddr", "projectcalico.org/VXLANTunnelMACAddr")
_SECTIONS = frozenset(
    {
        "Labels",
        "Annotations",
        "Taints",
        "Conditions",
        "Addresses",
        "Capacity",
        "Allocatable",
        "System Info",
        "Non-terminated Pods",
        "Allocated resources",
        "Lease",
        "Images",
    }
)


@cache
def _condition() -> re.Pattern[str]:
    return re.compile(r"([A-Z][A-Za-z]{2,60})\s+(True|False|Unknown)\s+(\S.*)$")


@cache
def _taint() -> re.Pattern[str]:
    return re.compile(
        r"\s*[\w./-]{1,300}(?:=[\w.-]{0,80})?:(?:NoSchedule|NoExecute|PreferNoSchedule)\s*$"
    )


@cache
def _time() -> re.Pattern[str]:
    return re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}")


class _Reader:
    def __init__(self, first: int) -> None:
        self.first = first
        self.section = ""
        self.told: dict[str, Told] = {}
        self.internal: list[Told] = []
        self.calico: list[Told] = []
        self.conditions: list[ConditionRecord] = []
        self.taints: list[Told] = []
        self.labels: list[Told] = []
        self.shown: set[str] = set()

    def take(self, line: Line) -> None:
        if line.key in _SECTIONS:
            self.section = line.key
            self.shown.add(line.key)
        # The first label or annotation stands behind its heading.
        key, _, rest = line.value.partition(":") if line.key == "Annotations" else ("", "", "")
        for name, value in ((line.key, line.value), (key.strip(), rest.strip())):
            if name in _CALICO:
                self.calico.append(Told(value, line.number))
                return
            if name in _VTEP:
                self.told[name] = Told(value, line.number)
                return
        if line.key in _SECTIONS:
            if line.key == "Taints" and line.value != "<none>":
                self.taints.append(Told(line.value, line.number))
            if line.key == "Labels" and "=" in line.value:
                self.labels.append(Told(line.value, line.number))
            return
        if self.section == "Labels" and line.indent and not line.key and "=" in line.text:
            self.labels.append(Told(line.text.strip(), line.number))
            return
        if self.section == "Taints" and line.indent and _taint().match(line.text):
            # The first stands behind the heading, the others below it.
            self.taints.append(Told(line.text.strip(), line.number))
            return
        if self.section == "Conditions" and (condition := _read_condition(line)) is not None:
            self.conditions.append(condition)
            return
        self._keyed(line)

    def _keyed(self, line: Line) -> None:
        told = Told(line.value, line.number)
        if line.key == "InternalIP":
            self.internal.append(told)
        elif line.key == "cpu" and self.section == "Capacity":
            self.told.setdefault("cpu", told)
        elif line.key in _OWN_KEYS and (line.indent == 0 or line.key in _INFO_KEYS):
            self.told.setdefault(line.key, told)

    def record(self) -> NodeRecord:
        get = self.told.get
        return NodeRecord(
            name=get("Name", UNTOLD).text,
            line=get("Name", UNTOLD).line or self.first,
            status=self._status(),
            roles=get("Roles", UNTOLD).text.replace("<none>", ""),
            kubelet=get("Kubelet Version", UNTOLD),
            runtime=get("Container Runtime Version", UNTOLD),
            kernel=get("Kernel Version", UNTOLD),
            os=get("OS Image", UNTOLD),
            cpus=get("cpu", UNTOLD),
            architecture=get("Architecture", UNTOLD),
            internal=tuple(self.internal),
            calico=tuple(self.calico),
            machine=get("Machine ID", UNTOLD),
            system=get("System UUID", UNTOLD),
            provider=get("ProviderID", UNTOLD),
            vtep=(get(_VTEP[0], UNTOLD), get(_VTEP[1], UNTOLD)),
            migration=self._migration(),
            pod_cidr=self._pod_cidr(),
            conditions=tuple(self.conditions),
            taints=tuple(self.taints),
            # The section that follows shows that they were not cut off.
            labels=tuple(self.labels) if "Annotations" in self.shown else (),
        )

    def _migration(self) -> Told | None:
        for label in self.labels:
            name, _, value = label.text.partition("=")
            if name == MIGRATION:
                return Told(value, label.line)
        whole = self.labels and "Annotations" in self.shown
        return Told("", self.labels[0].line) if whole else None

    def _pod_cidr(self) -> Told | None:
        if "PodCIDR" in self.told:
            return self.told["PodCIDR"]
        # It stands between these two, so its absence is seen only with both.
        whole = {"System Info", "Non-terminated Pods"} <= self.shown
        return Told("", self.first) if whole else None

    def _status(self) -> str:
        ready = next((told for told in self.conditions if told.type == "Ready"), None)
        words = []
        if ready is not None:
            words.append("Ready" if ready.status == "True" else "NotReady")
        if self.told.get("Unschedulable", UNTOLD).text == "true":
            words.append("SchedulingDisabled")
        return ",".join(words) if ready is not None else ""


_INFO_KEYS = frozenset(
    {
        "Kubelet Version",
        "Container Runtime Version",
        "Kernel Version",
        "OS Image",
        "Architecture",
        "Machine ID",
        "System UUID",
        "ProviderID",
        "PodCIDR",
        "Unschedulable",
    }
)
_OWN_KEYS = _INFO_KEYS | {"Name", "Roles"}


def _read_condition(line: Line) -> ConditionRecord | None:
    """`Type Status LastHeartbeatTime LastTransitionTime Reason Message`."""
    found = _condition().match(line.text)
    if found is None:
        return None
    times = list(_time().finditer(found[3]))
    rest = found[3][times[-1].end() :] if times else found[3]
    reason, _, message = rest.strip().partition(" ")
    return ConditionRecord(
        line=line.number,
        type=found[1],
        status=found[2],
        reason=reason,
        message=message.strip(),
        since=read_time(times[-1][0]) if len(times) > 1 else None,
    )


def read_node_blocks(lines: Iterable[Line]) -> Iterator[tuple[NodeRecord, tuple[Line, ...]]]:
    """Each node with the lines of its Events section."""
    reader: _Reader | None = None
    events: list[Line] = []
    in_events = False
    for line in lines:
        if reader is None or (line.key == "Name" and line.indent == 0):
            if reader is not None:
                yield reader.record(), tuple(events)
            reader, events, in_events = _Reader(line.number), [], False
        if line.key == "Events" and line.indent == 0:
            in_events = True
        if in_events:
            events.append(line)
        else:
            reader.take(line)
    if reader is not None:
        yield reader.record(), tuple(events)
