"""Refusals that are over, because a pod was made after them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from calicovet.diagnosis.overtaken import without_overtaken
from calicovet.model.facts import Citation, EventSeen, KubeletSaid

OURS = "daemonset/calico-node"


def event(reason: str, line: int, thing: str = OURS, **when: Any) -> EventSeen:
    cited = (Citation("events", line),)
    return EventSeen(type="", reason=reason, message="", object=thing, cited=cited, **when)


def refused(**when: Any) -> EventSeen:
    return event("FailedCreate", 1, **when)


def made(thing: str = OURS, **when: Any) -> EventSeen:
    return event("SuccessfulCreate", 2, thing, **when)


SAID = KubeletSaid(key="sched-podsecurity-denied", cited=(Citation("events", 1),))
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
AGO = [timedelta(minutes=minutes) for minutes in range(10)]


@pytest.mark.parametrize(
    ("before", "after", "over"),
    [
        (refused(age=AGO[9]), made(age=AGO[7]), True),
        (refused(age=AGO[1]), made(age=AGO[7]), False),
        # A list that tells minutes does not tell which came first.
        (refused(age=AGO[7]), made(age=AGO[7]), False),
        (refused(age=AGO[9]), made("daemonset/kube-proxy", age=AGO[7]), False),
        (refused(at=NOON - AGO[9]), made(at=NOON - AGO[7]), True),
        (refused(at=NOON), made(at=NOON - AGO[7]), False),
        (refused(age=AGO[9]), made(), False),
    ],
)
def test_a_refusal_counts_until_a_pod_is_made(
    before: EventSeen, after: EventSeen, over: bool
) -> None:
    left = without_overtaken([before, SAID, after])
    assert left == ([after] if over else [before, SAID, after])
