"""What changed shortly before a node became unhealthy: reported, never weighed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from functools import cache

from calicovet.diagnosis.context.daemonset_revisions import rollouts
from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.diagnosis.health.onset import event_time
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import Change
from calicovet.model.facts import (
    DaemonSetRevision,
    EventSeen,
    Fact,
    NodeCondition,
    NodeJoined,
    ObjectEdited,
    UnitState,
)
from calicovet.model.record import record
from calicovet.parse.times import read_time

SHORTLY = timedelta(hours=1)
_MOST = 3
_SAME_ACT = timedelta(minutes=1)
"""An edit of the DaemonSet and the revision that comes of it."""
_MACHINES = frozenset(
    {
        "operator",
        "tigera-operator",
        "kube-controller-manager",
        "kube-controllers",
        "calico-kube-controllers",
        "calico-node",
        "kubelet",
        # Calico's own programs before they had a name for themselves.
        "Go-http-client",
    }
)
"""Managers that write on their own account: what they write follows from something else, as a rule."""
_STARTS = ("node-joined", "rebooted", "kubelet-started", "ready-again")
"""Signs of one and the same start of a node, the most telling first."""
_EVENTS = {
    "Rebooted": "rebooted",
    "ContainerdStart": "runtime-started",
    "DockerStart": "runtime-started",
    "KubeletStart": "kubelet-started",
    "NodeNotSchedulable": "event",
    "SystemOOM": "event",
    "EvictionThresholdMet": "event",
    "FreeDiskSpaceFailed": "event",
    "KernelDeadlock": "event",
}
_CONDITIONS = {
    "NodeNotReady": ("Ready", "False"),
    "NodeHasDiskPressure": ("DiskPressure", "True"),
    "NodeHasInsufficientMemory": ("MemoryPressure", "True"),
    "NodeHasInsufficientPID": ("PIDPressure", "True"),
}
"""Events that tell of a condition."""
_UNITS = {
    "kubelet": "kubelet-started",
    "containerd": "runtime-started",
    "docker": "runtime-started",
    "cri-docker": "runtime-started",
    "crio": "runtime-started",
}


@cache
def _clock() -> re.Pattern[str]:
    """Of all zones that systemd abbreviates, UTC is the one whose letters mean the same everywhere."""
    return re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\b")


@record(kw_only=True)
class _Seen:
    """A change as far as one fact shows it."""

    key: str
    at: datetime
    fact: Fact
    details: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    by_machine: bool = False


def changes_before(
    view: NodeView,
    since: datetime | None,
    evidence_index: EvidenceIndex,
    within: timedelta = SHORTLY,
) -> tuple[Change, ...]:
    """At most three things that changed on the node or for all nodes, the nearest first.

    What programs wrote on their own account is told only where nothing else is.
    """
    if since is None:
        return ()
    view = view.unread()
    near = [
        seen for seen in _all(view, evidence_index) if timedelta(0) <= since - seen.at <= within
    ]
    near = [seen for seen in near if not seen.by_machine] or near
    start = next((key for key in _STARTS if any(seen.key == key for seen in near)), "")
    near = [seen for seen in near if seen.key == start or seen.key not in _STARTS]
    near.sort(key=lambda seen: seen.at, reverse=True)
    told: dict[tuple[object, ...], Change] = {}
    for seen in near:
        exhibit = next(iter(exhibits_of((seen.fact,), evidence_index)), None)
        if exhibit is None:
            continue
        change = Change(
            key=seen.key, at=seen.at, exhibit=exhibit, details=seen.details, parts=seen.parts
        )
        # The same restart may be an event, a condition and a unit's state.
        told.setdefault((seen.key, *seen.details.values()), change)
    return tuple(told.values())[:_MOST]


def _all(view: NodeView, evidence_index: EvidenceIndex) -> Iterator[_Seen]:
    yield from _of_the_daemonset(view)
    yield from _of_the_node(view)
    yield from _events(view, evidence_index)
    yield from _units(view)


def _of_the_daemonset(view: NodeView) -> Iterator[_Seen]:
    """Revisions, and edits of other objects; an edit that made a revision is told as that."""
    made = rollouts(view.all(DaemonSetRevision))
    for rollout in made:
        number = str(rollout.revision.number)
        key = (
            "revision-first" if rollout.first else "revision" if rollout.parts else "revision-bare"
        )
        yield _Seen(
            key=key,
            at=rollout.at,
            fact=rollout.revision,
            details={"name": rollout.revision.name, "number": number},
            parts=rollout.parts,
        )
    for edit in view.all(ObjectEdited):
        if edit.kind == "DaemonSet" and any(
            abs(rollout.at - edit.edited) <= _SAME_ACT for rollout in made
        ):
            continue
        yield _Seen(
            key="edited",
            at=edit.edited,
            fact=edit,
            details={"kind": edit.kind, "name": edit.name, "manager": edit.manager},
            by_machine=edit.manager in _MACHINES,
        )


def _of_the_node(view: NodeView) -> Iterator[_Seen]:
    joined = view.one(NodeJoined)
    if joined is not None:
        yield _Seen(key="node-joined", at=joined.joined, fact=joined)
    for condition in view.all(NodeCondition):
        # What Calico itself says of the network follows from its own state.
        if condition.since is None or condition.type == "NetworkUnavailable":
            continue
        if condition.type == "Ready" and condition.status == "True":
            yield _Seen(key="ready-again", at=condition.since, fact=condition)
        elif condition.type == "Ready" or condition.status == "True":
            yield _Seen(
                key="condition",
                at=condition.since,
                fact=condition,
                details={"type": condition.type, "status": condition.status},
            )


def _events(view: NodeView, evidence_index: EvidenceIndex) -> Iterator[_Seen]:
    for event in view.all(EventSeen, lambda event: not event.about.pod):
        key, details = _told_by(event)
        at = event_time(event, evidence_index) if key else None
        if at is not None:
            yield _Seen(key=key, at=at, fact=event, details=details)


def _told_by(event: EventSeen) -> tuple[str, Mapping[str, str]]:
    if event.reason in _CONDITIONS:
        type_, status = _CONDITIONS[event.reason]
        return "condition", {"type": type_, "status": status}
    if event.reason == "Starting" and "kubelet" in f"{event.message} {event.source}":
        return "kubelet-started", {}
    key = _EVENTS.get(event.reason, "")
    return key, {"reason": event.reason} if key == "event" else {}


def _units(view: NodeView) -> Iterator[_Seen]:
    for unit in view.all(UnitState, lambda unit: unit.active == "active"):
        key, found = _UNITS.get(unit.unit, ""), _clock().search(unit.since)
        at = read_time(found[0]) if key and found else None
        if at is not None:
            yield _Seen(key=key, at=at, fact=unit)
