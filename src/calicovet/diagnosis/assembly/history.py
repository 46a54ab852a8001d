"""Drops failures from before the present calico-node container, or from before the node was last
ready."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeGuard

from calicovet.diagnosis.assembly.timeline import latest_time
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    BgpSaid,
    ContainerExit,
    ContainerState,
    Crashed,
    CrdNotServed,
    EventSeen,
    Fact,
    FatalLine,
    FelixHealth,
    FelixSaid,
    KernelSaid,
    KubeletSaid,
    LookupFailed,
    Milestone,
    MilestoneReached,
    NodeCondition,
    NodeJoined,
    PodListed,
    PodReadySince,
    Running,
    RuntimeSaid,
    Said,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.provenance import Speaker
from calicovet.startup.event_reasons import is_image_trouble, is_sandbox_trouble
from calicovet.startup.node_readiness import keeps_node_from_ready

_CALLS = (ApiCallFailed, AccessForbidden, CrdNotServed, LookupFailed)
_ENDS = (Crashed, FatalLine)
_OF_A_CALL = (*_CALLS, FelixSaid, Failure)
"""What is read from the line of a call that failed."""
_REPORTED = (KubeletSaid, RuntimeSaid)
_GOES_WRONG_FOR = timedelta(minutes=10)
"""A probe needs minutes to find a failure; what is older than that before it did was no reason."""
_A_STEADY_RUN = timedelta(hours=1)
"""The kubelet restarts a container after five minutes at most: one that runs for longer is not in that loop."""
_KILLS = "host-oomkilled"
"""The kernel's other messages are about the machine, and hold until its next start."""


def without_history(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, newest first, without failures that the present run of calico-node on their node has left behind."""
    begins = _begins(facts)
    prepared = frozenset(_overcome(facts))
    recoveries = _recoveries(facts)
    answered = frozenset(_answered(facts))
    connected = _connected_since(facts)
    return [
        fact
        for fact in facts
        if not (
            (fact.about.node in begins and _is_before(fact, begins[fact.about.node]))
            or (prepared and isinstance(fact, (*_REPORTED, *_CALLS)) and _stands_in(fact, prepared))
            or (recoveries and _has_recovered(fact, recoveries))
            or (answered and isinstance(fact, _OF_A_CALL) and _stands_in(fact, answered))
            or (connected and _is_disproved(fact, connected))
        )
    ]


def _is_before(fact: Fact, begin: datetime) -> bool:
    """Whether a fact is an occurrence, and not a state that goes on, from before that moment."""
    if fact.at is None or fact.at >= begin:
        return False
    if isinstance(fact, KernelSaid):
        return fact.key.startswith(_KILLS)
    if isinstance(fact, _REPORTED):
        return is_calico_node_pod(fact.about.pod)
    return _ends_or_fails(fact)


def _ends_or_fails(fact: Fact) -> bool:
    return isinstance(fact, (*_CALLS, *_ENDS)) or (isinstance(fact, Said) and fact.fatal)


def _connected_since(facts: Iterable[Fact]) -> Mapping[str, datetime]:
    """Since when each node that is Ready has been so; a recreated Node says nothing about the former one."""
    ready: dict[str, NodeCondition] = {}
    joined: dict[str, datetime] = {}
    for fact in facts:
        if isinstance(fact, NodeCondition) and fact.type == "Ready":
            ready.setdefault(fact.about.node, fact)
        elif isinstance(fact, NodeJoined):
            joined.setdefault(fact.about.node, fact.joined)
    since = {
        node: condition.since
        for node, condition in ready.items()
        if condition.status == "True" and condition.since is not None
    }
    return {
        node: max(moment for moment in (since.get(node), joined.get(node)) if moment is not None)
        for node in {*since, *joined}
    }


def _is_disproved(fact: Fact, connected: Mapping[str, datetime]) -> bool:
    """Whether it says why a node was not ready, before the node became Ready or was recreated."""
    begin = connected.get(fact.about.node)
    if begin is None or fact.at is None or fact.at >= begin or not isinstance(fact, _REPORTED):
        return False
    return keeps_node_from_ready(fact)


def _begins(facts: Sequence[Fact]) -> Mapping[str, datetime]:
    """For each node since when its present trouble, or its present health, can have begun."""
    states: dict[str, ContainerState] = {}
    exits: dict[str, ContainerExit] = {}
    readiness: dict[str, PodReadySince] = {}
    for fact in facts:
        node = fact.about.node
        if not node or not is_calico_node_pod(fact.about.pod):
            continue
        if isinstance(fact, PodReadySince):
            readiness.setdefault(node, fact)
        elif fact.about.container == "calico-node" and isinstance(fact, ContainerState):
            states.setdefault(node, fact)
        elif fact.about.container == "calico-node" and isinstance(fact, ContainerExit):
            exits.setdefault(node, fact)
    now = latest_time(facts) if states else None
    begun = {
        node: [
            *_by_run(states.get(node), exits.get(node), now),
            *_by_readiness(readiness.get(node), states.get(node)),
        ]
        for node in {*states, *readiness}
    }
    return {node: max(moments) for node, moments in begun.items() if moments}


def _by_run(
    state: ContainerState | None, ended: ContainerExit | None, now: datetime | None
) -> Iterable[datetime]:
    """When the present run began; of one that comes and goes, the run before it belongs to its trouble."""
    if state is None or state.phase is not Running.RUNNING or state.started is None:
        return
    steady = now is not None and now - state.started > _A_STEADY_RUN
    if state.restarts == 0 or steady:
        yield state.started
    elif ended is not None and ended.started is not None:
        yield ended.started


def _by_readiness(ready: PodReadySince | None, state: ContainerState | None) -> Iterable[datetime]:
    """The last moment at which calico-node was known to be ready."""
    if ready is None:
        return
    if ready.ready:
        yield ready.since
    elif state and state.started and ready.since - state.started > _GOES_WRONG_FOR:
        # A pod that has not been ready since its container began says nothing of the time before.
        yield ready.since - _GOES_WRONG_FOR


def _overcome(facts: Sequence[Fact]) -> Iterable[tuple[str, int]]:
    """Where events stand that tell what kept containers from being made, of pods that run now."""
    rows: dict[str, PodListed] = {}
    for fact in facts:
        if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod):
            rows.setdefault(fact.about.pod, fact)
    for fact in facts:
        if not isinstance(fact, EventSeen) or fact.about.pod not in rows:
            continue
        runs = rows[fact.about.pod].status == "Running"
        if runs and (is_image_trouble(fact) or is_sandbox_trouble(fact)):
            yield from ((cited.evidence, cited.line) for cited in fact.cited)


def _recoveries(facts: Iterable[Fact]) -> Mapping[str, int]:
    """The line of each log in which Felix has its dataplane or reports itself, where it is well by the last of these."""
    newest: dict[str, FelixHealth | MilestoneReached] = {}
    for fact in facts:
        if fact.cited and (isinstance(fact, FelixHealth) or _is_dataplane(fact)):
            newest.setdefault(fact.cited[0].evidence, fact)
    return {
        piece: last.cited[0].line
        for piece, last in newest.items()
        if isinstance(last, MilestoneReached) or (last.live and last.ready)
    }


def _is_dataplane(fact: Fact) -> TypeGuard[MilestoneReached]:
    return isinstance(fact, MilestoneReached) and fact.milestone is Milestone.DATAPLANE_READY


def _has_recovered(fact: Fact, recoveries: Mapping[str, int]) -> bool:
    """Whether it is a failure of a start, or of Felix, after which that log shows Felix at work."""
    if not fact.cited or not _ends_or_fails(fact) or isinstance(fact, BgpSaid):
        return False
    ready = recoveries.get(fact.cited[0].evidence)
    return ready is not None and fact.cited[0].line < ready


def _in_sync(facts: Iterable[Fact]) -> Mapping[str, int]:
    """The line of each log in which Felix is in sync with the datastore for the last time."""
    newest: dict[str, int] = {}
    for fact in facts:
        if isinstance(fact, MilestoneReached) and fact.milestone is Milestone.FELIX_IN_SYNC:
            newest.setdefault(fact.cited[0].evidence, fact.cited[0].line)
    return newest


def _answered(facts: Sequence[Fact]) -> Iterable[tuple[str, int]]:
    """Where calls of Felix to the datastore stand, after which the log shows Felix in sync."""
    in_sync = _in_sync(facts)
    for fact in facts if in_sync else ():
        if isinstance(fact, _CALLS) and fact.process == Speaker.FELIX and fact.cited:
            place = (fact.cited[0].evidence, fact.cited[0].line)
            if place[1] < in_sync.get(place[0], 0):
                yield place


def _stands_in(fact: Fact, places: frozenset[tuple[str, int]]) -> bool:
    return bool(fact.cited) and all((cited.evidence, cited.line) in places for cited in fact.cited)
