"""Which of two events came later."""

from datetime import timedelta

from calicovet.model.facts import EventSeen


def ahead(event: EventSeen, other: EventSeen) -> timedelta:
    """How much later the first was seen than the second; nothing where that cannot be told."""
    if event.at is not None and other.at is not None:
        return event.at - other.at
    # Ages count from the moment at which the list was printed.
    together = event.cited[0].evidence == other.cited[0].evidence
    if together and event.age is not None and other.age is not None:
        return other.age - event.age
    return timedelta(0)
