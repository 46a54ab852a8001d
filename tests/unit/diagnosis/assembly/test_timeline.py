"""Which of two events is the later one."""

from datetime import UTC, datetime, timedelta

import pytest

from calicovet.diagnosis.assembly.timeline import ahead
from calicovet.model.facts import EventSeen
from calicovet.model.facts.base import Citation

_NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def event(minutes: int | None = None, at: datetime | None = None, list_: str = "e1") -> EventSeen:
    age = None if minutes is None else timedelta(minutes=minutes)
    return EventSeen(
        cited=(Citation(list_, 1),), type="Warning", reason="Failed", message="m", age=age, at=at
    )


@pytest.mark.parametrize(
    ("one", "other", "minutes"),
    [
        (event(2), event(5), 3),
        (event(5), event(2), -3),
        (event(2), event(5, list_="e2"), 0),
        (event(2), event(), 0),
        (event(), event(2), 0),
        (event(at=_NOON), event(at=_NOON - timedelta(minutes=4)), 4),
        (event(2, at=_NOON), event(9), 7),
    ],
)
def test_a_younger_event_of_the_same_list_is_ahead(
    one: EventSeen, other: EventSeen, minutes: int
) -> None:
    assert ahead(one, other) == timedelta(minutes=minutes)
