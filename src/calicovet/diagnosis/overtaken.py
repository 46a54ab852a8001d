"""Refusals that are over, by events that came after them."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from calicovet.model.facts import (
    Citation,
    CniPluginSaid,
    EventSeen,
    Fact,
    KubeletSaid,
    PodListed,
    RuntimeSaid,
)
from calicovet.startup.messages_of import names_operator

_TRIED_SINCE = timedelta(seconds=45)
"""The kubelet tries to give a pod its network several times a minute."""


def without_overtaken(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what was said of pods that could not be made, where one was made later,
    without troubles of the operator's pod that it has left behind,
    and without the reasons of a refused network that later tries do not give any more.
    """
    events = [fact for fact in facts if isinstance(fact, EventSeen)]
    made = [event for event in events if event.reason == "SuccessfulCreate"]
    over = {
        event.cited for event in events if event.reason == "FailedCreate" and _is_older(event, made)
    }
    behind = _left_behind(facts)
    left = [
        fact
        for fact in facts
        if not (over and fact.cited in over) and not (behind and _is_of_operator(fact, behind))
    ]
    former = _former_reasons(left, events)
    return [
        fact
        for fact in left
        if not (former and isinstance(fact, CniPluginSaid) and former.issuperset(fact.cited))
    ]


def _left_behind(facts: Sequence[Fact]) -> tuple[str, ...]:
    """How the names of troubles begin that the operator's pod has no more, by a list or an event."""
    of_operator = [fact for fact in facts if names_operator(fact.about.pod)]
    if any(isinstance(fact, PodListed) and 0 < fact.ready == fact.total for fact in of_operator):
        return ("img-", "sched-")
    if any(isinstance(fact, EventSeen) and fact.reason == "Pulled" for fact in of_operator):
        return ("img-pull-", "img-short-name", "sched-")
    return ()


def _is_of_operator(fact: Fact, begins: tuple[str, ...]) -> bool:
    return (
        isinstance(fact, KubeletSaid | RuntimeSaid)
        and fact.key.startswith(begins)
        and names_operator(fact.detail("pod") or fact.about.pod)
    )


def _is_older(refused: EventSeen, made: Iterable[EventSeen]) -> bool:
    return any(
        event.object == refused.object and _ahead(event, refused) > timedelta(0) for event in made
    )


def _former_reasons(facts: Iterable[Fact], events: Iterable[EventSeen]) -> set[Citation]:
    """Where a pod was refused its network for a reason that the plugin has replaced by another since."""
    told = {place for fact in facts if isinstance(fact, CniPluginSaid) for place in fact.cited}
    refusals: dict[tuple[str, str, str], list[EventSeen]] = {}
    for event in events:
        if event.reason == "FailedCreatePodSandBox" and event.about.pod and event.cited[0] in told:
            about = event.about
            refusals.setdefault((about.node, about.namespace, about.pod), []).append(event)
    return {
        place
        for of_pod in refusals.values()
        for event in of_pod
        if any(_ahead(other, event) > _TRIED_SINCE for other in of_pod)
        for place in event.cited
    }


def _ahead(event: EventSeen, other: EventSeen) -> timedelta:
    """How much later the first was seen than the second; nothing where that cannot be told."""
    if event.at is not None and other.at is not None:
        return event.at - other.at
    # Ages count from the moment at which the list was printed.
    together = event.cited[0].evidence == other.cited[0].evidence
    if together and event.age is not None and other.age is not None:
        return other.age - event.age
    return timedelta(0)
