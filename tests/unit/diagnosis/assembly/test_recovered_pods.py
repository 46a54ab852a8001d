"""Refusals of a network that are over, because the pod has it."""

from datetime import timedelta
from typing import Any

import pytest

from calicovet.diagnosis.assembly.superseded import without_served
from calicovet.model.facts import Citation, CniPluginSaid, EventSeen, Fact, PodListed
from calicovet.model.subject import Subject

AGO = [timedelta(minutes=minutes) for minutes in range(10)]


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


def on(pod: str, status: str = "Running", ready: int = 1) -> PodListed:
    return PodListed(about=Subject(pod=pod), ready=ready, total=1, status=status)


def step(reason: str, pod: str, **when: Any) -> EventSeen:
    return EventSeen(
        type="Normal",
        reason=reason,
        message="",
        about=Subject(pod=pod),
        cited=(Citation("events", 7),),
        **when,
    )


@pytest.mark.parametrize(
    ("others", "over"),
    [
        ([on("web")], True),
        ([on("web", "ContainerCreating", 0)], False),
        ([on("db")], False),
        ([step("Started", "web", age=AGO[1])], True),
        ([step("Started", "web", age=AGO[9])], False),
        ([step("Started", "db", age=AGO[1])], False),
        ([step("Scheduled", "web", age=AGO[1])], False),
    ],
)
def test_a_refusal_is_over_when_the_pod_has_its_network(others: list[Fact], over: bool) -> None:
    event, said = no_network(1, "web", age=AGO[4])
    assert (said not in without_served([event, said, *others])) is over


@pytest.mark.parametrize(
    ("minutes", "nodes", "over"),
    [
        (50, [on("calico-node-7k2xq"), on("calico-node-p8wzt")], True),
        (50, [on("calico-node-7k2xq"), on("calico-node-p8wzt", ready=0)], False),
        (50, [on("kube-proxy-7k2xq")], False),
        (4, [on("calico-node-7k2xq")], False),
    ],
)
def test_an_old_refusal_is_over_where_every_calico_node_is_ready(
    minutes: int, nodes: list[Fact], over: bool
) -> None:
    event, said = no_network(1, "web", age=timedelta(minutes=minutes))
    assert (said not in without_served([event, said, *nodes])) is over
