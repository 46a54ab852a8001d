"""Pods that get no network although calico-node on their node may be ready."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import (
    EventSeen,
    Fact,
    NeighbourUnconnected,
    PodListed,
    PodReadySince,
    SandboxRefused,
)

_REFUSED = "FailedCreatePodSandBox"
_AGAIN = (_REFUSED, "SandboxChanged")
"""A kubelet that cannot remove the sandbox either reports the refusal once, and then only the removal."""
_MADE = frozenset({"Pulling", "Pulled", "Created", "Started"})
_JUST_NOW = timedelta(minutes=1)
_WAITS = timedelta(minutes=2)
"""A pod that gets its network has it long before."""
_A_DAY = timedelta(days=1)
_STILL = timedelta(minutes=6)
"""What it reports often a kubelet goes on to report once in five minutes only."""


@cache
def _plugin() -> re.Pattern[str]:
    return re.compile(r"plugin type=\\?\"([\w.-]{1,60})\\?\"")


def unconnected(
    facts: Sequence[Fact], now: datetime | None = None
) -> Iterator[NeighbourUnconnected]:
    """For each node the pods whose network is refused again and again, up to now."""
    rows = {
        (fact.about.namespace, fact.about.pod): fact
        for fact in facts
        if isinstance(fact, PodListed)
    }
    ran = {
        fact.about.node: min(fact.age or timedelta.max, fact.restarted_ago or timedelta.max)
        for fact in facts
        if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod) and fact.ready
    }
    by_pod: dict[tuple[str, str, str], list[EventSeen]] = {}
    for fact in facts:
        if isinstance(fact, EventSeen) and fact.about.node and not _is_ours(fact):
            whose = fact.about.node, fact.about.namespace, fact.about.pod
            by_pod.setdefault(whose, []).append(fact)
    for (node, namespace, pod), events in by_pod.items():
        refused = [
            event
            for event in events
            if event.reason == _REFUSED and "network" in event.message.lower()
        ]
        row = rows.get((namespace, pod))
        if refused and (
            _goes_on(events, row, now) or _waits_since(events, row, ran.get(node), now)
        ):
            yield NeighbourUnconnected(
                about=replace(refused[0].about, pod="", container=""),
                cited=refused[0].cited,
                at=refused[0].at,
                name=pod,
                plugin=_other_plugin(refused),
            )


def refused_in_journals(
    facts: Sequence[Fact], now: datetime | None = None
) -> Iterator[NeighbourUnconnected]:
    """The same by journals of the hosts: refusals that went on after calico-node of the node was ready."""
    has_network = {fact.about.pod for fact in facts if isinstance(fact, PodListed) and fact.ready}
    told: set[str] = set()
    for fact in facts:
        node = fact.about.node
        if not isinstance(fact, SandboxRefused) or not node or node in told:
            continue
        if fact.name in has_network or not _is_since_ready(fact, facts, now):
            continue
        told.add(node)
        yield NeighbourUnconnected(
            about=fact.about, cited=fact.cited, at=fact.at, name=fact.name, plugin=fact.plugin
        )


def _is_since_ready(refused: SandboxRefused, facts: Iterable[Fact], now: datetime | None) -> bool:
    """Whether a ready calico-node should have ended the refusals; where lines were filtered, only old age shows it."""
    ready_for = max(_ready_for(refused, facts, now), default=None)
    if ready_for is None:
        return False
    return ready_for >= (_A_DAY if refused.filtered else _WAITS)


def _ready_for(
    refused: SandboxRefused, facts: Iterable[Fact], now: datetime | None
) -> Iterator[timedelta]:
    """How long calico-node of the node had been ready, by each source that shows it."""
    for fact in facts:
        if fact.about.node != refused.about.node or not is_calico_node_pod(fact.about.pod):
            continue
        if isinstance(fact, PodListed) and fact.ready == fact.total:
            ages = [age for age in (fact.age, fact.restarted_ago) if age is not None]
            yield from (min(ages),) if ages else ()
        elif isinstance(fact, PodReadySince) and fact.ready:
            seen = refused.at or now
            yield from (seen - fact.since,) if seen else ()


def _is_ours(event: EventSeen) -> bool:
    return not event.about.pod or is_calico_node_pod(event.about.pod)


def _goes_on(events: Sequence[EventSeen], row: PodListed | None, now: datetime | None) -> bool:
    tries = [event for event in events if event.reason in _AGAIN]
    newest = min((_age(event, now) for event in tries), default=timedelta.max)
    if any(_age(event, now) <= newest < timedelta.max for event in events if _is_made(event)):
        return False
    if row is not None and row.ready:
        return False
    often = sum(event.count for event in tries) > 2
    refused_often = sum(event.count for event in tries if event.reason == _REFUSED) > 2
    return (often and newest < _JUST_NOW) or (refused_often and newest < _STILL)


def _waits_since(
    events: Sequence[EventSeen], row: PodListed | None, ran: timedelta | None, now: datetime | None
) -> bool:
    """Whether a pod waits for minutes and was refused lately, by a calico-node that ran by then.

    Tables of events give no counts: the pod's own age shows that the refusal was not the first try.
    """
    if row is None or row.status != "ContainerCreating" or row.age is None or row.age < _WAITS:
        return False
    newest = min(_age(event, now) for event in events if event.reason == _REFUSED)
    made = any(_age(event, now) <= newest for event in events if _is_made(event))
    return ran is not None and newest < min(ran, _STILL) and not made


def _is_made(event: EventSeen) -> bool:
    return event.reason in _MADE


def _age(event: EventSeen, now: datetime | None) -> timedelta:
    """How long ago an event was seen last; the longest of all where that is not known."""
    if event.age is not None:
        return event.age
    return now - event.at if now is not None and event.at is not None else timedelta.max


def _other_plugin(refused: Iterable[EventSeen]) -> str:
    """The plugin that refuses, if all messages name one and none names Calico."""
    named = ""
    for event in refused:
        found = _plugin().search(event.message)
        if found is None or "calico" in event.message or "k8s-pod-network" in event.message:
            return ""
        named = found[1]
    return named
