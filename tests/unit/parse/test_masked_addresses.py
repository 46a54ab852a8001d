"""Tables and messages in which a person hid parts of addresses and names."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import PeerState, PodListed
from calicovet.model.facts.addresses import is_masked_address, may_be_several
from calicovet.parse.calico.bgp_status import read_bgp_status
from calicovet.parse.nodes.from_table import read_node_rows
from calicovet.parse.pods.from_table import read_pod_table
from calicovet.parse.text.cleaning import clean
from calicovet.signals.api_route import Way, way_of


def _evidence(kind: EvidenceKind, content: str) -> Evidence:
    return Evidence(id="e", kind=kind, content=content)


@pytest.mark.parametrize("text", ["10.x.x.5", "192.168.xx.xx", "10.*.*.7", "172.16.X.X"])
def test_an_address_with_hidden_parts_is_one(text: str) -> None:
    assert is_masked_address(text)


@pytest.mark.parametrize("text", ["10.0.0.5", "x.x.x.x", "10.x.x", "1.25.x-alpha.1", ""])
def test_anything_else_is_none(text: str) -> None:
    assert not is_masked_address(text)


def test_a_pod_row_without_heading_keeps_its_node() -> None:
    row = "calico-node-abcde   0/1   Init:Error   4 (12s ago)   4m   10.x.x.2   worker-7   <none>   <none>"
    (pod, *_) = read_pod_table(_evidence(EvidenceKind.POD_TABLE, row))
    assert isinstance(pod, PodListed)
    assert pod.about.node == "worker-7"


def test_a_node_row_keeps_the_columns_behind_the_address() -> None:
    row = "worker-7 NotReady <none> 30d v1.30.1 10.80.xx.xx <none> Ubuntu 22.04.5 LTS 5.15.0-119-generic containerd://1.7.4"
    (node,) = read_node_rows(row)
    assert (node.kernel.text, node.runtime.text) == ("5.15.0-119-generic", "containerd://1.7.4")


def test_a_session_with_a_masked_peer_is_read() -> None:
    table = "| 10.x.x.5 | node-to-node mesh | start | 10:00:00 | Connect |"
    found = read_bgp_status(_evidence(EvidenceKind.BGP_STATUS, table))
    (session,) = (fact for fact in found if isinstance(fact, PeerState))
    assert isinstance(session, PeerState)
    assert (session.peer, session.info) == ("10.x.x.5", "Connect")


def test_an_address_without_its_end_may_be_several() -> None:
    assert may_be_several("192.168.xx.xx")
    assert not may_be_several("10.x.x.5")
    assert not may_be_several("10.0.0.5")


def test_a_call_goes_to_the_service_unless_the_visible_end_says_otherwise() -> None:
    ways = [way_of(target) for target in ("10.x.x.1:443", "10.96.xx.xx:443", "10.x.x.7:443")]
    assert ways == [Way.SERVICE, Way.SERVICE, Way.ENDPOINT]


def test_a_masked_node_name_is_taken_in_small_letters() -> None:
    assert clean("Node: worker-X/10.x.x.2, not my-NODE-X or node-XY.go")[0].text == (
        "Node: worker-x/10.x.x.2, not my-NODE-X or node-XY.go"
    )
