"""Refusals that are over: events that a pod could not be made, older than one that says it was."""

from collections.abc import Iterable, Sequence

from calicovet.model.facts import EventSeen, Fact


def without_overtaken(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what was said of pods that could not be made, where one was made later."""
    events = [fact for fact in facts if isinstance(fact, EventSeen)]
    made = [event for event in events if event.reason == "SuccessfulCreate"]
    over = {
        event.cited for event in events if event.reason == "FailedCreate" and _is_older(event, made)
    }
    return [fact for fact in facts if not (over and fact.cited in over)]


def _is_older(refused: EventSeen, made: Iterable[EventSeen]) -> bool:
    return any(event.object == refused.object and _is_later(event, refused) for event in made)


def _is_later(event: EventSeen, other: EventSeen) -> bool:
    if event.at is not None and other.at is not None:
        return event.at > other.at
    # Ages count from the moment at which the list was printed.
    together = event.cited[0].evidence == other.cited[0].evidence
    return together and event.age is not None and other.age is not None and event.age < other.age
