"""When a trouble of the operator's pod is why there is no calico-node."""

from ipaddress import ip_interface

import pytest

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import (
    CalicoAddress,
    Claimed,
    Fact,
    FleetCounted,
    KubeletSaid,
    StartupSaid,
    Topic,
    WorkloadListed,
)
from calicovet.model.subject import Subject
from calicovet.signals.image_pulls import keeps_operator_away
from calicovet.signals.message_owner import home_of
from calicovet.signals.operator_pod import keeps_from_being_made
from calicovet.signals.pod_admission import account_of, ask_again, refusal

IN_TROUBLE = KubeletSaid(key="img-short-name", about=Subject(pod="tigera-operator-6c98d7f5bb-x"))
REFUSED = KubeletSaid(key="sched-psp-denied", details=(("pod", "tigera-operator-6c98d7f5bb-"),))


def case(*facts: Fact, peers: tuple[NodeView, ...] = ()) -> Case:
    return Case(NodeView(None, facts), peers)


def pull(image: str, pod: str = "") -> KubeletSaid:
    return KubeletSaid(
        key="img-pull-unreachable", about=Subject(pod=pod), details=(("image", image),)
    )


@pytest.mark.parametrize("said", [IN_TROUBLE, REFUSED])
def test_no_other_creator_makes_calico_node(said: KubeletSaid) -> None:
    assert keeps_from_being_made(case(said), said)


@pytest.mark.parametrize(
    "shown",
    [
        FleetCounted(pods=3, ready=3),
        WorkloadListed(kind="DaemonSet", name="calico-node", desired=3, current=3, ready=3),
        CalicoAddress(address=ip_interface("192.0.2.7/24")),
        StartupSaid(key="ip-autodetect-none"),
        Claimed(topic=Topic.SICK, value="crash-loop"),
        Claimed(topic=Topic.OTHERS_HEALTHY),
    ],
)
def test_a_calico_node_that_was_made_does_not_wait_for_the_operator(shown: Fact) -> None:
    assert not keeps_from_being_made(case(IN_TROUBLE, shown), IN_TROUBLE)


def test_a_calico_node_on_another_node_was_made_too() -> None:
    peer = NodeView("w-1", (), pod="calico-node-5rjd2")
    assert not keeps_from_being_made(case(IN_TROUBLE, peers=(peer,)), IN_TROUBLE)


def test_other_pods_make_nothing() -> None:
    other = KubeletSaid(key="img-short-name", about=Subject(pod="prometheus-operator-7b-x"))
    assert not keeps_from_being_made(case(other), other)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (pull("quay.io/tigera/operator:v1.32.3"), True),
        (pull("quay.io/tigera/operator:v1.32.3", "tigera-operator-94d7f7696-6kq9z"), True),
        (pull("quay.io/prometheus/operator:v0.7"), False),
        (pull("quay.io/tigera/operator:v1.32.3", "other-94d7f7696-6kq9z"), False),
        (pull("docker.io/calico/typha:v3.26.1"), False),
    ],
)
def test_the_operators_image_is_known_by_its_name(said: KubeletSaid, expected: bool) -> None:
    assert keeps_operator_away(case(said), said) is expected


def test_a_refused_operator_is_asked_for_again_by_its_deployment() -> None:
    node = NodeView(None, [REFUSED])
    assert home_of(node, REFUSED) == account_of(REFUSED) == "tigera-operator"
    (command,) = ask_again(node, "tigera-operator", REFUSED)
    assert command.endswith("rollout restart deployment tigera-operator")


def test_calico_nodes_own_refusal_comes_before_the_operators_and_others() -> None:
    ours = KubeletSaid(key="sched-psp-denied", details=(("pod", "calico-node-"),))
    other = KubeletSaid(key="sched-psp-denied", details=(("pod", "node-exporter-"),))
    assert refusal(case(other, REFUSED, ours), "sched-psp-denied") is ours
    assert refusal(case(other, REFUSED), "sched-psp-denied") is REFUSED
    assert refusal(case(other), "sched-psp-denied") is other
