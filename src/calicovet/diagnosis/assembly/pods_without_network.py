"""Pods that get no network, though calico-node of their node may be ready."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import EventSeen, Fact, NeighbourUnconnected

_REFUSED = "FailedCreatePodSandBox"
_AGAIN = (_REFUSED, "SandboxChanged")
"""A kubelet that cannot take the sandbox down either tells of the refusal once, and then of that only."""
_MADE = frozenset({"Pulling", "Pulled", "Created", "Started"})
_JUST_NOW = timedelta(minutes=1)


def unconnected(facts: Iterable[Fact]) -> Iterator[NeighbourUnconnected]:
    """For each node the pods whose network is refused again and again, up to now."""
    by_pod: dict[tuple[str, str, str], list[EventSeen]] = {}
    for fact in facts:
        if isinstance(fact, EventSeen) and fact.about.node and not _is_ours(fact):
            whose = fact.about.node, fact.about.namespace, fact.about.pod
            by_pod.setdefault(whose, []).append(fact)
    for (_, _, pod), events in by_pod.items():
        refused = [
            event
            for event in events
            if event.reason == _REFUSED and "network" in event.message.lower()
        ]
        if refused and _goes_on(events):
            yield NeighbourUnconnected(
                about=replace(refused[0].about, pod="", container=""),
                cited=refused[0].cited,
                at=refused[0].at,
                name=pod,
            )


def _is_ours(event: EventSeen) -> bool:
    return not event.about.pod or is_calico_node_pod(event.about.pod)


def _goes_on(events: Sequence[EventSeen]) -> bool:
    tries = [event for event in events if event.reason in _AGAIN]
    newest = min((event.age for event in tries if event.age is not None), default=timedelta.max)
    made = [event.age for event in events if event.reason in _MADE and event.age is not None]
    often = sum(event.count for event in tries) > 2
    return often and newest < _JUST_NOW and not any(age <= newest for age in made)
