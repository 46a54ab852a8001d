"""A method of autodetection that gives no node a wrong address."""

from ipaddress import ip_address, ip_interface

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import CalicoAddress, CalicoVersion, InternalAddress
from calicovet.startup.autodetection.recommend import networks_of_peers, right_method

_OWN = InternalAddress(address=ip_address("10.0.0.5"))
_PEER = NodeView("b", [CalicoAddress(address=ip_interface("10.0.0.6/24"))])


def test_the_internal_address_is_the_best_where_it_is_known() -> None:
    method = right_method(Case(NodeView("a", [_OWN])))
    assert method is not None
    assert (method.value, method.untried) == ("kubernetes-internal-ip", ())


def test_nodes_of_which_too_little_is_known_are_named_as_untried() -> None:
    method = right_method(Case(NodeView("a", [_OWN]), (_PEER,)))
    assert method is not None
    assert method.untried == ("b",)


def test_a_release_that_does_not_know_the_method_gets_the_peers_network() -> None:
    old = CalicoVersion(low="v3.20.1", by="log")
    method = right_method(Case(NodeView("a", [_OWN, old]), (_PEER,), (_PEER,)))
    assert method is not None
    assert method.value == "cidr=10.0.0.0/24"


def test_without_peers_an_old_release_leaves_nothing_to_offer() -> None:
    old = CalicoVersion(low="v3.20.1", by="log")
    assert right_method(Case(NodeView("a", [_OWN, old]))) is None


def test_only_healthy_peers_tell_the_network() -> None:
    assert networks_of_peers(Case(NodeView("a", []), (_PEER,))) == frozenset()
