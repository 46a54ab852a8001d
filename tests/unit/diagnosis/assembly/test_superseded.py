"""Refusals that are over, because a pod was made after them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from calicovet.diagnosis.assembly.superseded import without_overtaken
from calicovet.model.facts import Citation, CniPluginSaid, EventSeen, KubeletSaid
from calicovet.model.subject import Subject

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
        # A list with ages in minutes does not show which came first.
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


def no_network(line: int, pod: str, **when: Any) -> tuple[EventSeen, CniPluginSaid]:
    """An event that a pod gets no network, and the reason in its message."""
    # Of an object, message and reason stand on separate lines.
    cited = (Citation("events", line), Citation("events", line + 100))
    about = Subject(node="w1", namespace="default", pod=pod)
    event = EventSeen(
        type="Warning",
        reason="FailedCreatePodSandBox",
        message="",
        about=about,
        cited=cited,
        **when,
    )
    return event, CniPluginSaid(key=f"reason-{line}", about=about, cited=cited)


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        (no_network(1, "web", age=AGO[4]), no_network(2, "web", age=AGO[1]), ["reason-2"]),
        (no_network(1, "web", at=NOON), no_network(2, "web", at=NOON - AGO[3]), ["reason-1"]),
        # Two tries of the same minute.
        (
            no_network(1, "web", at=NOON),
            no_network(2, "web", at=NOON + timedelta(seconds=15)),
            ["reason-1", "reason-2"],
        ),
        (
            no_network(1, "web", age=AGO[4]),
            no_network(2, "db", age=AGO[1]),
            ["reason-1", "reason-2"],
        ),
        (no_network(1, "web"), no_network(2, "web"), ["reason-1", "reason-2"]),
    ],
)
def test_the_reason_of_the_latest_tries_counts(
    before: tuple[EventSeen, CniPluginSaid], after: tuple[EventSeen, CniPluginSaid], left: list[str]
) -> None:
    found = without_overtaken([*before, *after])
    assert [fact.key for fact in found if isinstance(fact, CniPluginSaid)] == left
    assert [fact for fact in found if isinstance(fact, EventSeen)] == [before[0], after[0]]


def test_a_refusal_without_a_reason_leaves_the_reason_before() -> None:
    silent, _ = no_network(2, "web", age=AGO[1])
    facts = [*no_network(1, "web", age=AGO[4]), silent]
    assert without_overtaken(facts) == facts


def not_made(line: int, **when: Any) -> tuple[EventSeen, KubeletSaid]:
    """An event that a pod could not be made, and the reason in its message."""
    return event("FailedCreate", line, **when), KubeletSaid(
        key=f"reason-{line}", cited=(Citation("events", line),)
    )


def test_the_reason_of_the_latest_refusal_counts() -> None:
    before, after = not_made(1, age=timedelta(seconds=34)), not_made(2, age=timedelta(seconds=3))
    assert without_overtaken([*before, *after]) == [before[0], *after]
    at_once = [*not_made(1, age=timedelta(seconds=4)), *after]
    assert without_overtaken(at_once) == at_once
