"""Refusals that are over, by events that came after them."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from calicovet.diagnosis.assembly.event_order import ahead
from calicovet.model.facts import Citation, CniPluginSaid, EventSeen, Fact, KubeletSaid

_REASONS = (
    # The kubelet tries to give a pod its network several times a minute.
    ("FailedCreatePodSandBox", CniPluginSaid, timedelta(seconds=45)),
    # Whoever admits pods refuses them in a fixed order: another reason means that the first is gone.
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
    for reason, told, apart in _REASONS:
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
            # Rows that name nobody stand under whoever is described.
            thing = about.pod or event.object or event.cited[0].evidence
            by_whom.setdefault((about.node, about.namespace, thing), []).append(event)
    for tries in by_whom.values():
        for event in tries:
            if any(ahead(other, event) > apart for other in tries):
                yield from event.cited
