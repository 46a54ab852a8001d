"""Drops facts that later facts replace."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from calicovet.diagnosis.assembly.timeline import ahead
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.diagnosis.identity.related_pods import is_the_plugins
from calicovet.model.facts import (
    Citation,
    CniPluginSaid,
    EventSeen,
    Fact,
    KubeletSaid,
    PodListed,
    RuntimeSaid,
)
from calicovet.signals.message_owner import names_operator

_REFUSAL_REASONS = (
    # The kubelet tries to give a pod its network several times a minute.
    ("FailedCreatePodSandBox", CniPluginSaid, timedelta(seconds=45)),
    # Admission refuses pods in a fixed order: another reason means that the first is gone.
    ("FailedCreate", KubeletSaid, timedelta(seconds=10)),
)
"""Events that tell why something is refused, by which facts, and how long apart two tries are no more one."""


def without_overtaken(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what was said of pods that could not be made, where one was made later,
    and without reasons for a refusal that later tries do not give any more.
    """
    events = [fact for fact in facts if isinstance(fact, EventSeen)]
    made = [event for event in events if event.reason == "SuccessfulCreate"]
    over = {
        event.cited for event in events if event.reason == "FailedCreate" and _is_older(event, made)
    }
    left = [fact for fact in facts if not (over and fact.cited in over)]
    for reason, told, apart in _REFUSAL_REASONS:
        refusals = [event for event in events if event.reason == reason and event.cited not in over]
        former = frozenset(_former(left, refusals, told, apart))
        if former:
            left = [
                fact
                for fact in left
                if not (isinstance(fact, told) and former.issuperset(fact.cited))
            ]
    return left


def _is_older(refused: EventSeen, made: Iterable[EventSeen]) -> bool:
    return any(
        event.object == refused.object and ahead(event, refused) > timedelta(0) for event in made
    )


def _former(
    facts: Iterable[Fact], refusals: Iterable[EventSeen], told: type[Fact], apart: timedelta
) -> Iterator[Citation]:
    """Where reasons stand that were replaced by another one since."""
    places = {place for fact in facts if isinstance(fact, told) for place in fact.cited}
    by_whom: dict[tuple[str, str, str], list[EventSeen]] = {}
    for event in refusals:
        about = event.about
        if event.cited[0] in places:
            # Rows without a name belong to the pod that is described.
            thing = about.pod or event.object or event.cited[0].evidence
            by_whom.setdefault((about.node, about.namespace, thing), []).append(event)
    for tries in by_whom.values():
        for event in tries:
            if any(ahead(other, event) > apart for other in tries):
                yield from event.cited


_STOPPED = timedelta(minutes=15)
"""Of a refusal that goes on, the kubelet sends an event every five minutes at least."""
_NETWORK_REFUSED = ("FailedCreatePodSandBox", "FailedKillPod")
_HAS_NETWORK = frozenset({"Pulling", "Pulled", "Created", "Started"})
"""What the kubelet does only for a pod that has its network."""


def without_served(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what the CNI plugin said before it did its work after all."""
    served = frozenset(_served(facts))
    return [
        fact
        for fact in facts
        if not (served and is_the_plugins(fact) and served.issuperset(fact.cited))
    ]


def _served(facts: Sequence[Fact]) -> Iterator[Citation]:
    """Where the refusals stand that are over."""
    events = [fact for fact in facts if isinstance(fact, EventSeen) and fact.about.pod]
    begun = [event for event in events if event.reason in _HAS_NETWORK]
    listed = [fact for fact in facts if isinstance(fact, PodListed)]
    ready = {fact.about.pod for fact in listed if _is_ready(fact)}
    ours = {fact.about.pod for fact in listed if is_calico_node_pod(fact.about.pod)}
    all_well = bool(ours) and ours <= ready
    for event in events:
        if event.reason not in _NETWORK_REFUSED:
            continue
        if (
            (event.about.pod in ready and event.reason == "FailedCreatePodSandBox")
            or (all_well and event.age is not None and event.age > _STOPPED)
            or any(
                other.about.pod == event.about.pod and ahead(other, event) > timedelta(0)
                for other in begun
            )
        ):
            yield from event.cited


def _is_ready(listed: PodListed) -> bool:
    return listed.status == "Running" and 0 < listed.total == listed.ready


def without_past_of_operator(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what kept the operator's pod from running before it ran."""
    behind = _left_behind(facts)
    return [fact for fact in facts if not (behind and _is_of_operator(fact, behind))]


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
