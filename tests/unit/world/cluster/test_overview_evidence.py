"""The first look as evidence that the readers of pasted lists read."""

from dataclasses import replace
from typing import Any

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CalicoAddress,
    FleetCounted,
    NodeListed,
    PodListed,
    PodMissing,
    PodUncertain,
)
from calicovet.model.overview import Group, NodeRow, Overview, PodRow, Selection
from calicovet.parse.all_parsers import parse
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.overview_evidence import survey


def pod(name: str, node: str = "", **more: Any) -> PodRow:
    said = {"namespace": "kube-system", "ready": 1, "total": 1, "status": "Running", "age": "2d"}
    return PodRow(name=name, node=node, **{**said, **more})


OVERVIEW = Overview(
    nodes=(
        NodeRow(name="a", status="Ready", version="v1.28.2", internal="10.0.0.1", age="9d"),
        NodeRow(name="b", status="NotReady,SchedulingDisabled", os="Ubuntu 22.04.3 LTS"),
        NodeRow(name="c", status="Ready"),
    ),
    pods=(
        pod("calico-node-aaaaa", "a"),
        pod("calico-node-bbbbb", "b", ready=0, restarts=3, restarted_ago="5m12s"),
    ),
    others=(pod("calico-typha-5d9c-x7k2p", "c"),),
    addresses={"a": "10.0.0.1/24", "c": "10.0.0.3/24"},
)
EXAMINED = Selection(groups=(Group(examined=("b",)),), peers=("a",))


def pieces(overview: Overview = OVERVIEW, selection: Selection = EXAMINED) -> dict[str, Evidence]:
    return {piece.kind: piece for piece in survey(EvidenceWriter(), overview, selection)}


def facts(kind: EvidenceKind, overview: Overview = OVERVIEW, which: Selection = EXAMINED) -> Any:
    return [*parse(pieces(overview, which)[kind])]


def test_only_who_matters_is_listed() -> None:
    listed = [one for one in facts(EvidenceKind.NODE_TABLE) if isinstance(one, NodeListed)]
    assert [one.about.node for one in listed] == ["a", "b"]
    table = pieces()[EvidenceKind.POD_TABLE]
    assert "calico-typha" in table.content and not table.whole


def test_the_reader_of_lists_reads_it() -> None:
    found = [one for one in facts(EvidenceKind.POD_TABLE) if isinstance(one, PodListed)]
    sick = next(one for one in found if one.about.node == "b")
    assert (sick.ready, sick.total, sick.restarts, sick.about.namespace) == (0, 1, 3, "kube-system")
    assert sick.restarted_ago is not None and sick.restarted_ago.total_seconds() == 312


def test_calico_s_addresses_are_read_off_annotations() -> None:
    (found,) = [one for one in facts(EvidenceKind.OBJECTS) if isinstance(one, CalicoAddress)]
    assert (found.about.node, str(found.address)) == ("a", "10.0.0.1/24")


def test_all_are_counted() -> None:
    (found,) = facts(EvidenceKind.FLEET)
    assert found == FleetCounted(pods=2, ready=1)


def test_who_is_listed_as_ready_on_a_node_that_is_not_does_not_count() -> None:
    lost = replace(OVERVIEW, pods=(OVERVIEW.pods[0], pod("calico-node-bbbbb", "b")))
    (found,) = facts(EvidenceKind.FLEET, lost)
    assert found == FleetCounted(pods=2, ready=1)


def test_who_may_lack_a_pod_is_told() -> None:
    found = facts(EvidenceKind.FLEET, OVERVIEW, Selection(unsure=("c",)))
    assert [one.about.node for one in found if isinstance(one, PodUncertain)] == ["c"]


def test_only_the_examined_show_what_other_pods_lack() -> None:
    told = b'{"message": "no network", "involvedObject": {"kind": "Pod", "name": "web"}}'
    overview = replace(OVERVIEW, addresses={}, sandbox_events={"a": (told,), "b": (told,)})
    assert pieces(overview)[EvidenceKind.OBJECTS].content.count("no network") == 1


def test_a_node_with_two_pods_is_counted_once() -> None:
    going = pod("calico-node-ccccc", "a", status="Terminating")
    twice = replace(OVERVIEW, pods=(*OVERVIEW.pods, going))
    (found,) = facts(EvidenceKind.FLEET, twice)
    assert found.ready == 1


def test_of_two_pods_the_one_that_decides_comes_last() -> None:
    going = pod("calico-node-ccccc", "a", status="Terminating")
    for order in ((going, *OVERVIEW.pods), (*OVERVIEW.pods, going)):
        found = facts(EvidenceKind.POD_TABLE, replace(OVERVIEW, pods=order))
        rows = [one for one in found if isinstance(one, PodListed) and one.about.node == "a"]
        assert [one.status for one in rows] == ["Terminating", "Running"]


def test_who_has_no_pod_is_told() -> None:
    which = Selection(groups=(Group(examined=("c",)),), missing=("c",))
    found = facts(EvidenceKind.FLEET, OVERVIEW, which)
    assert [one.about.node for one in found if isinstance(one, PodMissing)] == ["c"]


def test_who_should_have_no_pod_misses_none() -> None:
    found = facts(EvidenceKind.FLEET, OVERVIEW, Selection(groups=(Group(examined=("c",)),)))
    assert not any(isinstance(one, PodMissing) for one in found)


def test_who_was_not_looked_into_is_told() -> None:
    which = Selection(groups=(Group(examined=("b",), alike=("x", "y")),))
    assert "like b, not looked into: x y\n" in pieces(OVERVIEW, which)[EvidenceKind.FLEET].content


def test_without_a_selection_there_is_only_the_count() -> None:
    assert [*pieces(Overview(), Selection())] == [EvidenceKind.FLEET]
    assert "0 listed, 0 ready" in pieces(Overview(), Selection())[EvidenceKind.FLEET].content
