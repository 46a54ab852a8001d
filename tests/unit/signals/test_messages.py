import pytest

from calicovet.model.case import NodeView
from calicovet.model.cause import Strength
from calicovet.model.facts import FelixSaid, KernelVersion, KubeletSaid
from calicovet.model.subject import Subject
from calicovet.signals.messages import (
    message,
    message_unless_others,
    only_known,
    proves_if_confirmed,
    proves_unless_others,
)

_OLD = FelixSaid(key="a")
_NEW = FelixSaid(key="b")
_OTHER = KubeletSaid(key="a")


def test_a_message_is_the_newest_of_its_kind_under_one_of_the_keys() -> None:
    node = NodeView("node-1", (_OTHER, _NEW, _OLD))
    assert message(node, FelixSaid, "a") is _OLD
    assert message(node, FelixSaid, "a", "b") is _NEW
    assert message(node, FelixSaid, "c") is None
    assert node.asked == {FelixSaid}


def test_messages_about_other_pods_may_be_left_out() -> None:
    others = KubeletSaid(key="a", about=Subject("node-1", "kube-system", "kube-proxy-qm4sd"))
    assert message_unless_others(NodeView("node-1", (others, _OTHER)), KubeletSaid, "a") is _OTHER
    assert message_unless_others(NodeView("node-1", (others,)), KubeletSaid, "a") is None


def test_facts_that_were_not_found_are_left_out() -> None:
    assert only_known(_OLD, None, _NEW) == (_OLD, _NEW)
    assert only_known(None) == ()


@pytest.mark.parametrize(
    ("pod", "strength"),
    [
        ("", Strength.PROVES),
        ("calico-node-x7k2p", Strength.PROVES),
        ("kube-proxy-qm4sd", Strength.HINTS),
    ],
)
def test_a_message_about_another_pod_is_only_a_hint(pod: str, strength: Strength) -> None:
    said = KubeletSaid(key="a", about=Subject("node-1", "kube-system", pod))
    sign = proves_unless_others(said, path="/sys")
    assert (sign.strength, sign.facts, sign.details) == (strength, (said,), {"path": "/sys"})


def test_a_second_fact_turns_an_indication_into_proof() -> None:
    kernel = KernelVersion(version="6.1")
    alone, confirmed = (proves_if_confirmed(_OLD, by, x=1) for by in (None, kernel))
    assert (alone.strength, alone.facts) == (Strength.INDICATES, (_OLD,))
    assert (confirmed.strength, confirmed.facts) == (Strength.PROVES, (_OLD, kernel))
    assert alone.details == confirmed.details == {"x": "1"}
