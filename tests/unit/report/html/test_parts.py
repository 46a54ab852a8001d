"""What the parts of the HTML page show of the incidents that ship with the program."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from calicovet.api import Diagnosis, diagnose_text
from calicovet.model.diagnosis import NodeDiagnosis, NodeState
from calicovet.report.html.fleet_picture import CellGroup, fleet
from calicovet.report.html.incidents import Incident, NodeView, incidents
from calicovet.report.html.node_facts import NodeFacts
from tests.support.demos import DEMOS
from tests.support.large_fleet import large_fleet
from tests.unit.report import sample


@cache
def diagnosis_of(demo: str) -> Diagnosis:
    return diagnose_text(next(each.text() for each in DEMOS if each.name == demo))


def found(diagnosis: Diagnosis) -> tuple[Incident, ...]:
    return incidents(diagnosis, NodeFacts(diagnosis))


def first(demo: str) -> NodeView:
    return found(diagnosis_of(demo))[0].nodes[0]


# The start


def test_the_start_has_the_times_that_lines_have_and_marks_the_fault() -> None:
    start = first("requests-hang-on-one-node").start
    [fault] = [mark for mark in start.marks if mark.fault]
    assert (fault.name.en, fault.name.zh, fault.at) == ("address", "地址", "07:51:58.079")
    assert start.day == "2025-07-15"
    assert start.marks[-1].state == "failed"


@pytest.mark.parametrize("demo", [demo.name for demo in DEMOS])
def test_times_never_go_back(demo: str) -> None:
    for incident in found(diagnosis_of(demo)):
        for node in incident.nodes:
            times = [mark.at for mark in node.start.marks if mark.at]
            assert times == sorted(times)


def test_of_two_runs_the_newest_has_the_times() -> None:
    def run(clock: str) -> str:
        return (
            f"2024-05-01 {clock}:00.100 [INFO][9] startup/startup.go 431: Early log level set to info\n"
            f"2024-05-01 {clock}:00.200 [INFO][9] startup/utils.go 138: Determined node name: node-7\n"
            f"2024-05-01 {clock}:00.900 [WARNING][9] startup/utils.go 48: Terminating\n"
            "Calico node failed to start\n"
        )

    paste = (
        "$ kubectl logs -n kube-system calico-node-x7k2p --previous\n" + run("10:00") + "$ "
        "kubectl logs -n kube-system calico-node-x7k2p\n" + run("10:05") + "$ kubectl get pods -n "
        "kube-system -o wide\nNAME READY STATUS RESTARTS AGE IP NODE\n"
        "calico-node-x7k2p 0/1 CrashLoopBackOff 12 40m 10.9.0.7 node-7\n"
    )
    [incident] = found(diagnose_text(paste))
    times = {mark.name.en: mark.at for mark in incident.nodes[0].start.marks if mark.at}
    assert times["name"].startswith("10:05:00")


# Addresses


def test_the_map_shows_what_was_taken_and_what_the_node_is_reached_by() -> None:
    drawn = first("requests-hang-on-one-node").map
    assert drawn is not None
    texts = {mark.text.en: mark.style for mark in drawn.marks if mark.kind == "text"}
    assert texts["10.4.0.1/24"] == "address taken"
    assert texts["10.51.0.101"].startswith("address reached")
    assert [name for name, style in texts.items() if style == "name"] == [
        "ce-demo-2",
        "ce-demo-1",
        "ce-demo-3",
    ]
    assert "10.4.0.0/24" in [lane.en for lane in drawn.lanes]
    inside = [
        mark
        for mark in drawn.marks
        if max(mark.x, mark.x2 if mark.kind == "line" else 0) > drawn.width
    ]
    assert inside == []


@pytest.mark.parametrize("demo", ["two-nodes-crash-with-load", "init-stuck-runtime"])
def test_where_addresses_decide_nothing_there_is_no_map(demo: str) -> None:
    assert first(demo).map is None


# Time


def test_the_probe_s_schedule_and_the_load_are_drawn_where_they_decide() -> None:
    node = first("two-nodes-crash-with-load")
    assert node.probe is not None
    assert (node.probe.delay, node.probe.earliest, node.probe.latest) == (5, 55, 65)
    assert node.probe.asks == (5, 15, 25, 35, 45, 55, 65)
    assert [(load.node, load.one, load.cpus, load.high) for load in node.loads] == [
        ("node-4", 412.07, 32, True),
        ("node-5", 8.12, 32, False),
    ]


def test_moments_are_in_order_and_each_is_told_once() -> None:
    moments = first("init-stuck-migration-with-log").moments
    assert len(moments) > 3
    assert [moment.at for moment in moments] == sorted(moment.at for moment in moments)
    assert len({(moment.at, moment.what) for moment in moments}) == len(moments)
    assert first("requests-hang-on-one-node").moments == ()


# Peers and exclusions


def test_side_by_side_marks_what_differs_and_need_not() -> None:
    table = first("new-node-restarts-with-host-files").comparison
    assert table is not None
    assert table.peers == ("node11",)
    differs = {row.what.en: row.differs for row in table.rows}
    assert differs["the runtime's cgroup driver"]
    assert not differs["the kubelet's cgroup driver"]
    bridge = first("requests-hang-on-one-node").comparison
    assert bridge is not None
    assert not next(row.differs for row in bridge.rows if row.what.en == "the node's InternalIP")


def test_every_cause_is_named_ruled_out_or_counted_as_untested() -> None:
    node = diagnosis_of("two-nodes-crash-with-load").nodes[0]
    out = first("two-nodes-crash-with-load").excluded
    known = [one for one in node.findings if one.verdict in ("ruled-out", "exonerated", "untested")]
    assert len(out.by_evidence) + out.more + len(out.looked_for) + out.untested == len(known)
    assert all(one.exhibit is not None or one.why for one in out.by_evidence)


# The fleet


def groups(diagnosis: Diagnosis) -> tuple[CellGroup, ...]:
    return fleet(diagnosis, found(diagnosis))


def test_unhealthy_nodes_come_first_and_lead_to_their_place() -> None:
    shown = groups(sample.EXPLAINED)
    assert [group.tone for group in shown] == ["proven", "victim", "healthy"]
    assert [(cell.name, cell.link) for cell in shown[0].tiles] == [("node-b", "i1n1")]
    assert sum(group.count for group in shown) == 4


def test_nodes_that_are_only_counted_are_drawn_without_names() -> None:
    summary = replace(sample.FINE.summary, healthy=900)
    [healthy] = groups(replace(sample.FINE, summary=summary))
    assert (len(healthy.dots), healthy.unnamed, healthy.count) == (1, 899, 900)


def test_a_domain_that_all_share_is_left_out_of_the_picture() -> None:
    diagnosis = diagnose_text(large_fleet(nodes=40, unhealthy=4))
    sick, healthy = groups(diagnosis)
    assert sick.tiles[0].short == "worker-eu-west-1a-0000"
    assert (len(sick.tiles), len(healthy.dots)) == (4, 36)


def test_nodes_that_were_not_examined_are_shown_as_such() -> None:
    node = replace(sample.SICK, alike=("node-x", "node-y"))
    diagnosis = replace(sample.EXPLAINED, nodes=(node, *sample.EXPLAINED.nodes[1:]))
    assert [cell.alike for cell in groups(diagnosis)[0].tiles] == [False, True, True]


def test_nodes_with_one_cause_are_one_incident_with_their_own_evidence() -> None:
    [incident] = found(diagnose_text(large_fleet(nodes=40, unhealthy=4)))
    assert len(incident.nodes) == 4
    assert incident.plan is not None
    assert len({tuple(one.source for one in node.evidence) for node in incident.nodes}) == 4
    assert all(node.commands == () for node in incident.nodes)


def test_an_unclear_node_is_asked_about() -> None:
    unclear = NodeDiagnosis(node="node-u", state=NodeState.UNCLEAR, look_at=sample.UNKNOWN.look_at)
    [incident] = found(replace(sample.NOTHING, nodes=(unclear,)))
    assert incident.tone == "unknown"
    assert incident.nodes[0].look_at[0].parts[0].text == "panic: nobody knows this one"


def test_an_address_of_two_nodes_is_marked_on_both() -> None:
    paste = (Path(__file__).parents[3] / "recorded/gym/address-of-another-node.text.md").read_text()
    drawn = found(diagnose_text(paste))[0].nodes[0].map
    assert drawn is not None
    marked = [mark.text.en for mark in drawn.marks if mark.style == "role taken"]
    assert marked == ["two nodes have this"] * 2
    labels = [group.label.en for group in groups(diagnose_text(paste))]
    assert len(labels) == len(set(labels))
