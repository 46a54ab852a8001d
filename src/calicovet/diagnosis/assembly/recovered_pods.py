"""Pods that were refused their network and have it by now."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from calicovet.diagnosis.assembly.event_order import ahead
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.diagnosis.identity.related_pods import is_the_plugins
from calicovet.model.facts import Citation, EventSeen, Fact, PodListed

_STOPPED = timedelta(minutes=15)
"""Of a refusal that goes on, the kubelet sends an event every five minutes at least."""
_REFUSED = ("FailedCreatePodSandBox", "FailedKillPod")
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
        if event.reason not in _REFUSED:
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
