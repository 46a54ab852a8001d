"""Refusals that are over, by events that came after them."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from calicovet.diagnosis.names import is_calico_node_pod
from calicovet.diagnosis.neighbours import is_the_plugins
from calicovet.model.facts import Citation, CniPluginSaid, EventSeen, Fact, PodListed

_TRIED_SINCE = timedelta(seconds=45)
"""The kubelet tries to give a pod its network several times a minute."""
_STOPPED = timedelta(minutes=15)
"""Of a refusal that goes on, the kubelet sends an event every five minutes at least."""
_REFUSED = ("FailedCreatePodSandBox", "FailedKillPod")
_HAS_NETWORK = frozenset({"Pulling", "Pulled", "Created", "Started"})
"""What the kubelet does only for a pod that has its network."""


def without_overtaken(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what was said of pods that could not be made, where one was made later,
    and without the reasons of a refused network that later tries do not give any more, or of a
    pod that has got its network since.
    """
    events = [fact for fact in facts if isinstance(fact, EventSeen)]
    made = [event for event in events if event.reason == "SuccessfulCreate"]
    over = {
        event.cited for event in events if event.reason == "FailedCreate" and _is_older(event, made)
    }
    left = [fact for fact in facts if not (over and fact.cited in over)]
    former = _former_reasons(left, events)
    served = _served(left, events)
    return [
        fact
        for fact in left
        if not (former and isinstance(fact, CniPluginSaid) and former.issuperset(fact.cited))
        and not (served and is_the_plugins(fact) and served.issuperset(fact.cited))
    ]


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


def _served(facts: Iterable[Fact], events: Sequence[EventSeen]) -> set[Citation]:
    """Where a pod was refused its network that has it by now."""
    begun = [event for event in events if event.reason in _HAS_NETWORK and event.about.pod]
    listed = [fact for fact in facts if isinstance(fact, PodListed)]
    ready = {fact.about.pod for fact in listed if _is_ready(fact)}
    ours = {fact.about.pod for fact in listed if is_calico_node_pod(fact.about.pod)}
    all_well = bool(ours) and ours <= ready
    return {
        place
        for event in events
        if event.reason in _REFUSED and event.about.pod
        if (event.about.pod in ready and event.reason == "FailedCreatePodSandBox")
        or (all_well and event.age is not None and event.age > _STOPPED)
        or any(
            other.about.pod == event.about.pod and _ahead(other, event) > timedelta(0)
            for other in begun
        )
        for place in event.cited
    }


def _is_ready(listed: PodListed) -> bool:
    return listed.status == "Running" and 0 < listed.total == listed.ready


def _ahead(event: EventSeen, other: EventSeen) -> timedelta:
    """How much later the first was seen than the second; nothing where that cannot be told."""
    if event.at is not None and other.at is not None:
        return event.at - other.at
    # Ages count from the moment at which the list was printed.
    together = event.cited[0].evidence == other.cited[0].evidence
    if together and event.age is not None and other.age is not None:
        return other.age - event.age
    return timedelta(0)
