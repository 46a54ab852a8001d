"""What to collect next."""

import json
from typing import Any

from calicovet.diagnosis.collection.requests import logs_wanted, more_wanted, objects_wanted
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Summary, SummaryVerdict
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.finding import NextQuestion
from calicovet.model.overview import Group, Overview, PodRow, Selection
from calicovet.model.subject import Subject
from tests.support.small_objects import crashing, done, healthy, pod, running, unscheduled, waiting


def row(name: str, node: str, **more: Any) -> PodRow:
    said = {"namespace": "kube-system", "ready": 1, "total": 1, "status": "Running"}
    return PodRow(name=name, node=node, **{**said, **more})


SICK, PEER = row("calico-node-00001", "node-1", ready=0), row("calico-node-00002", "node-2")
OVERVIEW = Overview(pods=(SICK, PEER))
SELECTION = Selection(groups=(Group(examined=("node-1",)),), peers=("node-2",))


def kinds(requests: tuple[Request, ...], node: str) -> list[EvidenceKind]:
    return [request.kind for request in requests if request.about.node == node]


def test_in_a_healthy_cluster_nothing_is_wanted() -> None:
    assert objects_wanted(OVERVIEW, Selection()) == ()


def test_a_suspect_s_neighbours_are_wanted_and_a_peer_s_are_not() -> None:
    found = objects_wanted(OVERVIEW, SELECTION)
    assert EvidenceKind.POD_TABLE in kinds(found, "node-1")
    assert kinds(found, "node-2") == [EvidenceKind.POD_DESCRIBE, EvidenceKind.NODE_DESCRIBE]
    assert Request(EvidenceKind.EVENT_TABLE) in found


def test_a_node_without_pod_is_described_alone() -> None:
    found = objects_wanted(OVERVIEW, Selection(groups=(Group(examined=("bare",)),)))
    assert kinds(found, "bare") == [EvidenceKind.NODE_DESCRIBE]


def test_a_pod_without_node_is_described_alone() -> None:
    lost = row("calico-node-x7k2p", "", status="Pending", ready=0)
    selection = Selection(groups=(Group(examined=(lost.place,)),))
    found = objects_wanted(Overview(pods=(lost,)), selection)
    about = Subject("", "kube-system", "calico-node-x7k2p")
    assert Request(EvidenceKind.POD_DESCRIBE, about) in found
    assert not any(request.about.node for request in found)


def test_both_pods_of_a_node_are_wanted() -> None:
    twice = Overview(pods=(SICK, row("calico-node-zzzzz", "node-1", namespace="calico-system")))
    found = objects_wanted(twice, SELECTION)
    assert kinds(found, "node-1").count(EvidenceKind.POD_DESCRIBE) == 2
    assert kinds(found, "node-1").count(EvidenceKind.NODE_DESCRIBE) == 1


def test_of_those_that_serve_all_a_few_unwell_ones_are_wanted() -> None:
    others = [row(f"calico-typha-{n}", "x", ready=0) for n in range(9)]
    overview = Overview(pods=OVERVIEW.pods, others=(row("well", "x"), *others[::-1]))
    logs = [
        one for one in objects_wanted(overview, SELECTION) if one.kind is EvidenceKind.OTHER_LOG
    ]
    assert [one.about.pod for one in logs] == ["calico-typha-0", "calico-typha-1", "calico-typha-2"]


def piece(found: dict[str, Any]) -> Evidence:
    name, node = found["metadata"]["name"], found["spec"].get("nodeName", "")
    about = Subject(node, "kube-system", name)
    content = json.dumps(found, indent=2)
    return Evidence(id=name, kind=EvidenceKind.OBJECTS, content=content, about=about, whole=True)


def logs(*pods: dict[str, Any]) -> set[tuple[str, str, bool]]:
    rows = (*OVERVIEW.pods, row("calico-node-x7k2p", ""))
    found = logs_wanted(map(piece, pods), Overview(pods=rows), SELECTION)
    return {(one.about.node, one.about.container, one.about.previous) for one in found}


def test_of_a_suspect_both_runs_are_wanted_and_of_a_peer_the_current_one() -> None:
    restarted = pod("calico-node-00002", "node-2", running(restarts=2))
    assert logs(crashing(1)[1], restarted) == {
        ("node-1", "calico-node", False),
        ("node-1", "calico-node", True),
        ("node-2", "calico-node", False),
    }


def test_what_has_not_begun_has_no_log() -> None:
    assert logs(unscheduled("calico-node-x7k2p")) == set()


def test_a_peer_s_init_container_is_read_where_the_suspect_s_is_in_question() -> None:
    inits = {"upgrade-ipam": done(), "install-cni": running(ready=False)}
    stuck = pod("calico-node-00001", "node-1", waiting("PodInitializing"), inits=inits)
    past = {"upgrade-ipam": done(), "install-cni": done()}
    well = pod("calico-node-00002", "node-2", inits=past)
    found = logs(stuck, well)
    assert ("node-2", "install-cni", False) in found
    assert ("node-2", "upgrade-ipam", False) not in found
    assert ("node-1", "upgrade-ipam", False) in found


def test_strangers_have_no_log_to_read() -> None:
    assert logs(pod("kube-proxy-abcde", "node-1", label="kube-proxy")) == set()
    assert logs_wanted([], OVERVIEW, SELECTION) == ()
    table = Evidence(id="t", kind=EvidenceKind.POD_TABLE, content=str(healthy(1)))
    assert logs_wanted([table], OVERVIEW, SELECTION) == ()


def diagnosis(*nodes: NodeDiagnosis) -> Diagnosis:
    return Diagnosis(summary=Summary(SummaryVerdict.UNEXPLAINED), nodes=nodes)


def question(*requests: Request) -> NextQuestion:
    return NextQuestion(key="x", requests=requests, command="c", decides_between=(), answers=())


def test_what_is_asked_of_a_sick_host_is_asked_of_its_peers() -> None:
    asked = question(Request(EvidenceKind.LOAD), Request(EvidenceKind.CLUSTER_INFORMATION))
    sick = NodeDiagnosis(node="node-1", pod="x", state=NodeState.SICK, next=asked)
    found = more_wanted(diagnosis(sick), {}, SELECTION)
    assert found == (
        Request(EvidenceKind.LOAD, Subject(node="node-1")),
        Request(EvidenceKind.LOAD, Subject(node="node-2")),
        Request(EvidenceKind.CLUSTER_INFORMATION),
    )


def test_of_the_healthy_of_victims_and_of_the_nameless_nothing_more_is_wanted() -> None:
    asked = question(Request(EvidenceKind.LOAD))
    nodes = (
        NodeDiagnosis(node="a", pod="x", state=NodeState.HEALTHY, next=asked),
        NodeDiagnosis(node="", pod="x", state=NodeState.SICK, next=asked),
        NodeDiagnosis(node="b", pod="x", state=NodeState.SICK, next=asked, victim_of="c"),
    )
    assert (
        more_wanted(diagnosis(*nodes), {}, Selection(groups=(Group(examined=("a", "", "b")),)))
        == ()
    )


def test_of_who_was_not_looked_into_nothing_more_is_wanted() -> None:
    asked = question(Request(EvidenceKind.LOAD))
    unclear = NodeDiagnosis(node="node-9", pod="x", state=NodeState.UNCLEAR, next=asked)
    assert more_wanted(diagnosis(unclear), {}, SELECTION) == ()
    assert more_wanted(diagnosis(unclear), {}, Selection()) == ()
