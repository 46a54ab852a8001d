"""How long ago an event was: an object has the time, and the time of the look gives the age."""

from datetime import UTC, datetime, timedelta

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import EventSeen
from calicovet.parse.all_parsers import parse

_EVENT = """\
apiVersion: v1
kind: Event
involvedObject: {kind: Pod, name: calico-node-x7k2p, namespace: kube-system}
type: Normal
reason: Started
message: Started container upgrade-ipam
lastTimestamp: "2024-05-06T07:00:00Z"
"""


def _age(taken_at: datetime | None) -> timedelta | None:
    piece = Evidence(id="e", kind=EvidenceKind.OBJECTS, content=_EVENT, taken_at=taken_at)
    [event] = [fact for fact in parse(piece) if isinstance(fact, EventSeen)]
    return event.age


def test_an_event_is_as_old_as_the_look_is_later() -> None:
    assert _age(datetime(2024, 5, 6, 7, 57, tzinfo=UTC)) == timedelta(minutes=57)


def test_without_the_time_of_the_look_its_age_is_not_known() -> None:
    assert _age(None) is None


def test_clocks_that_differ_make_no_event_of_the_future() -> None:
    assert _age(datetime(2024, 5, 6, 6, 59, tzinfo=UTC)) == timedelta()
