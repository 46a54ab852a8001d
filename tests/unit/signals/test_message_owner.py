"""Whose trouble a message is."""

from datetime import timedelta

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import Citation, EventSeen, KubeletSaid
from calicovet.model.subject import Subject
from calicovet.signals.message_owner import (
    Whose,
    event_of,
    home_of,
    names_calico_node,
    told,
    went_on,
    whose,
)


def _said(pod: str, key: str = "a-cause", namespace: str = "") -> KubeletSaid:
    return KubeletSaid(
        about=Subject(pod=pod, namespace=namespace), cited=(Citation("e", 4),), key=key
    )


@pytest.mark.parametrize(
    ("pod", "expected"),
    [
        ("calico-node-x7k2p", Whose.OURS),
        ("rke2-canal-9zzlq", Whose.OURS),
        ("calico-kube-controllers-5d9-x", Whose.OTHERS),
        ("", Whose.UNKNOWN),
    ],
)
def test_a_pods_name_shows_its_workload(pod: str, expected: Whose) -> None:
    assert whose(_said(pod)) is expected


def test_calico_nodes_own_word_comes_before_a_newer_one_of_others() -> None:
    ours = _said("calico-node-x7k2p", "a-cause:variant")
    view = NodeView("n", [_said("web-1"), ours])
    assert told(view, KubeletSaid, "a-cause") is ours


def test_a_name_that_only_begins_alike_is_another_cause() -> None:
    assert told(NodeView("n", [_said("", "a-cause-more")]), KubeletSaid, "a-cause") is None


def test_the_namespace_is_that_of_the_event_before_that_of_the_node() -> None:
    view = NodeView("n", [], namespace="calico-system")
    assert home_of(view, _said("", namespace="lab")) == "lab"
    assert home_of(view, _said("")) == "calico-system"
    assert home_of(NodeView("n", []), None) == "kube-system"


def test_the_event_of_a_message_is_the_one_on_its_line() -> None:
    event = EventSeen(
        cited=(Citation("e", 4),), type="Warning", reason="FailedMount", message="text"
    )
    assert event_of(NodeView("n", [event]), _said("")) is event
    assert event_of(NodeView("n", []), _said("")) is None


def test_a_daemonsets_name_is_known_too() -> None:
    assert names_calico_node("calico-node")
    assert not names_calico_node("calico-typha")


def _event(reason: str, seconds: int | None, pod: str = "calico-node-x7k2p") -> EventSeen:
    age = None if seconds is None else timedelta(seconds=seconds)
    return EventSeen(about=Subject(pod=pod), type="Normal", reason=reason, message="", age=age)


def test_a_pod_that_pulled_its_images_after_a_failed_mount_went_on() -> None:
    failed, pulling = _event("FailedMount", 132), _event("Pulling", 131)
    assert went_on(NodeView("b", (failed, pulling)), failed) == pulling


def test_what_came_before_or_is_anothers_or_is_undated_says_nothing() -> None:
    failed = _event("FailedMount", 132)
    others = (_event("Pulling", 140), _event("Pulling", 5, "nginx"), _event("Pulling", None))
    assert went_on(NodeView("b", (failed, *others)), failed) is None
    assert went_on(NodeView("b", (_event("Pulling", 1),)), _event("FailedMount", None)) is None
