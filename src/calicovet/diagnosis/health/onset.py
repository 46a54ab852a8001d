"""Since when calico-node is unhealthy on a node."""

from collections.abc import Iterator
from datetime import MAXYEAR, datetime, timedelta

from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    PodCreated,
    PodListed,
    PodPhase,
    PodReadySince,
    Running,
)

_AT_ONCE = timedelta(seconds=10)
"""No pod becomes ready and unready again within this time after the kubelet took it."""
_MOST_EXACT = timedelta(hours=8)
"""Up to this age, kubectl prints minutes."""
_FIRST_YEAR = 2000
_RESTARTING = frozenset({"BackOff", "Killing"})


def sick_since(view: NodeView, evidence_index: EvidenceIndex) -> datetime | None:
    """When the trouble of the node's calico-node pod began; None where the evidence does not tell.

    A pod that was never ready is sick from its birth. One that comes and goes is sick since it went for the
    first time, as far as events reach back.
    """
    since = _begin(view.unread(), evidence_index)
    # A time that was never set is printed as the first year there is.
    return since if since is not None and _FIRST_YEAR <= since.year < MAXYEAR else None


def _begin(view: NodeView, evidence_index: EvidenceIndex) -> datetime | None:
    pod = view.pod
    ready = view.one(PodReadySince, lambda found: found.about.pod == pod)
    created = view.one(PodCreated, lambda found: found.about.pod == pod)
    phase = view.one(PodPhase, lambda found: found.about.pod == pod)
    birth = created.created if created else phase.started if phase else None
    taken = phase.started if phase and phase.started else birth
    restarting = min(_restarts(view, evidence_index), default=None)
    if ready is not None and not ready.ready:
        if taken is not None and ready.since - taken <= _AT_ONCE:
            return birth
        return min(ready.since, restarting) if restarting else ready.since
    if ready is not None:
        return restarting or _only_end(view)
    if birth is not None and _never_ran(view, pending=bool(phase and phase.phase == "Pending")):
        return birth
    return restarting or _only_end(view) or _by_age(view, evidence_index)


def _restarts(view: NodeView, evidence_index: EvidenceIndex) -> Iterator[datetime]:
    """When the kubelet first held back or ended the pod's main container, by events that tell their first time."""
    for event in view.all(EventSeen, lambda event: event.about.pod == view.pod):
        if not view.pod or event.reason not in _RESTARTING or not _of_the_main_container(event):
            continue
        if event.reason == "Killing" and "probe" not in event.message:
            continue
        at = event_time(event, evidence_index)
        first = _before(event.over or timedelta(0), at)
        if first is not None:
            yield first


def _of_the_main_container(event: EventSeen) -> bool:
    return event.about.container in ("", "calico-node")


def event_time(event: EventSeen, evidence_index: EvidenceIndex) -> datetime | None:
    """When an event was seen last: by its own time, or by its age where it is known when that was printed."""
    if event.at is not None:
        return event.at
    return _by_exact_age(event.age, _taken_at(event, evidence_index))


def _by_exact_age(age: timedelta | None, taken_at: datetime | None) -> datetime | None:
    return _before(age, taken_at) if age is not None and age < _MOST_EXACT else None


def _before(span: timedelta, at: datetime | None) -> datetime | None:
    try:
        return at - span if at is not None else None
    except OverflowError:  # `over 999999d`
        return None


def _taken_at(fact: Fact, evidence_index: EvidenceIndex) -> datetime | None:
    piece = evidence_index.pieces.get(fact.cited[0].evidence) if fact.cited else None
    return piece.taken_at if piece else None


def _never_ran(view: NodeView, *, pending: bool) -> bool:
    """Whether container calico-node is known never to have run: before it, there is nothing to be ready."""
    states = view.all(ContainerState, lambda found: found.about.pod == view.pod)
    main = [state for state in states if not state.init]
    ends = view.all(ContainerExit, lambda found: found.about.container == "calico-node")
    return (
        (bool(main) or pending)
        and not ends
        and all(
            state.phase is Running.WAITING and not state.restarts and state.started is None
            for state in main
        )
    )


def _only_end(view: NodeView) -> datetime | None:
    """When container calico-node ended, if it did so once; of several ends only the last is told."""
    state = view.one(
        ContainerState,
        lambda found: found.about.pod == view.pod and found.about.container == "calico-node",
    )
    if state is None or state.restarts is None:
        return None
    if state.phase is Running.TERMINATED:
        return state.finished if state.restarts == 0 else None
    end = view.one(
        ContainerExit,
        lambda found: found.about.pod == view.pod and found.about.container == "calico-node",
    )
    return end.finished if end is not None and state.restarts <= 1 else None


def _by_age(view: NodeView, evidence_index: EvidenceIndex) -> datetime | None:
    """The birth of a pod that is still with its init containers, by the age in a list."""
    row = view.one(PodListed, lambda row: is_calico_node_pod(row.about.pod))
    if row is None or row.restarts or not row.status.startswith(("Init:", "Pending")):
        return None
    return _by_exact_age(row.age, _taken_at(row, evidence_index))
