"""The incidents that ship with the program, and the one right answer to each."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.remedy.offers import with_offers
from calicovet.report.machine.diagnosis_json import render_json

DEMOS = Path(__file__).parents[2] / "src" / "calicovet" / "app" / "demos"

FILES = "grep cgroupDriver /var/lib/kubelet/config.yaml; grep -n SystemdCgroup /etc/containerd/config.toml"
CURLS = "curl -km3 https://10.96.0.1:443/version; curl -km3 https://<endpoint>:6443/version"


@dataclass(frozen=True)
class Right:
    """The right answer to an incident."""

    cause: str | None
    verdict: str | None
    nodes: tuple[str, ...]
    shape: str
    next: str | None
    at_most_possible: str | None = None
    red_herrings: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()
    owner: str | None = None
    healthy: int | None = None
    sick: int = 1
    likely_only: tuple[str, ...] = ()
    """Nodes of which less is shown: there the cause is likely, and a question follows."""
    details: tuple[str, ...] = field(default_factory=tuple)


ANSWERS = {
    "new-node-restarts": Right(
        cause=None,
        verdict=None,
        nodes=("node13.k8s.example.com",),
        shape="killed-while-ready",
        next=FILES,
        at_most_possible="rt-systemd-cgroup-silent-kill",
        red_herrings=("nf_conntrack_proto_sctp",),
        contradictions=("v3.15.1",),
    ),
    "new-node-restarts-with-host-files": Right(
        cause="rt-systemd-cgroup-silent-kill",
        verdict="proven",
        nodes=("node13.k8s.example.com",),
        shape="killed-while-ready",
        next=None,
        red_herrings=("nf_conntrack_proto_sctp",),
        contradictions=("v3.15.1",),
        healthy=1,
    ),
    "requests-hang-on-one-node": Right(
        cause="ip-wrong-bridge",
        verdict="proven",
        nodes=("ce-demo-2",),
        shape="running-not-ready",
        next=None,
        owner="Installation/default",
        healthy=2,
        details=("nerdctl0", "10.4.0.1", "10.51.0.101"),
    ),
    "init-stuck-runtime": Right(
        cause="rt-runtime-hung",
        verdict="likely",
        nodes=("test-node1",),
        shape="init-stuck",
        next="kubectl -n kube-system logs calico-node-jwhzz -c upgrade-ipam --tail=50",
        healthy=3,
    ),
    "init-stuck-runtime-with-journal": Right(
        cause="rt-runtime-hung",
        verdict="proven",
        nodes=("test-node1",),
        shape="init-stuck",
        next=None,
        healthy=3,
    ),
    "two-nodes-crash": Right(
        cause=None,
        verdict=None,
        nodes=("node-4", "node-9"),
        shape="killed-before-felix",
        next="uptime; nproc",
        at_most_possible="host-overload-probe-kill",
        contradictions=("192.168.99.7",),
        sick=2,
    ),
    "two-nodes-crash-with-load": Right(
        cause="host-overload-probe-kill",
        verdict="proven",
        nodes=("node-4", "node-9"),
        shape="killed-before-felix",
        next=None,
        contradictions=("192.168.99.7",),
        sick=2,
        likely_only=("node-9",),
        healthy=1,
    ),
    "init-stuck-migration": Right(
        cause=None,
        verdict=None,
        nodes=("jenny",),
        shape="init-stuck",
        next="kubectl -n kube-system logs calico-node-kz8ft -c upgrade-ipam --tail=50",
        red_herrings=("calico-kube-controllers",),
        contradictions=("7lz54",),
    ),
    "init-stuck-migration-with-log": Right(
        cause="ipamup-node-or-api-unreachable",
        verdict="proven",
        nodes=("jenny",),
        shape="init-stuck",
        next=CURLS,
        red_herrings=("calico-kube-controllers",),
        contradictions=("7lz54",),
        details=("10.96.0.1:443",),
    ),
}


@cache
def result(name: str) -> dict[str, Any]:
    text = (DEMOS / f"{name}.md").read_text(encoding="utf-8")
    paste = Evidence(
        id=evidence_id(name, 0, text), kind=EvidenceKind.PASTE, content=text, source=f"{name}.md"
    )
    answer: dict[str, Any] = json.loads(
        render_json(with_offers(diagnose(Snapshot((paste,)), load_catalogue(), strict=True)))
    )
    return answer


def sick_nodes(name: str) -> list[dict[str, Any]]:
    return [node for node in result(name)["nodes"] if node["state"] == "sick"]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_cause_is_named_or_not_named_as_it_should_be(name: str) -> None:
    right, summary = ANSWERS[name], result(name)["summary"]
    if right.cause is None:
        assert summary["causes"] == []
        assert summary["verdict"] == "unexplained"
        return
    first = summary["causes"][0]
    assert (first["name"], first["verdict"]) == (right.cause, right.verdict)
    assert sorted(first["nodes"]) == sorted(right.nodes)
    assert len(summary["causes"]) == 1


@pytest.mark.parametrize("name", ANSWERS)
def test_exactly_the_sick_nodes_are_sick_and_look_as_they_do(name: str) -> None:
    right = ANSWERS[name]
    assert {node["node"] for node in sick_nodes(name)} == set(right.nodes)
    assert {node["shape"] for node in sick_nodes(name)} == {right.shape}
    assert result(name)["summary"]["sick"] == right.sick
    if right.healthy is not None:
        assert result(name)["summary"]["healthy"] == right.healthy


@pytest.mark.parametrize("name", ANSWERS)
def test_the_next_question_is_the_one_that_decides(name: str) -> None:
    for node in sick_nodes(name):
        if node["node"] in ANSWERS[name].likely_only:
            assert node["next"]
            continue
        asked = node["next"]["command"] if node["next"] else None
        assert asked == ANSWERS[name].next


def test_what_is_said_to_be_the_same_elsewhere_proves_nothing_there() -> None:
    found = {node["node"]: node["findings"][0] for node in sick_nodes("two-nodes-crash-with-load")}
    assert {node: first["verdict"] for node, first in found.items()} == {
        "node-4": "proven",
        "node-9": "likely",
    }
    assert not any("node-4" in one["excerpt"] for one in found["node-9"]["evidence"])
    said = [one for one in found["node-9"]["evidence"] if one["taken_by"] == "you say"]
    assert ["Liveness probe failed" in one["excerpt"] for one in said] == [True]
    assert not any(one["taken_by"] == "you say" for one in found["node-4"]["evidence"])


@pytest.mark.parametrize(
    "name", [name for name, right in ANSWERS.items() if right.at_most_possible]
)
def test_the_suspect_without_proof_is_at_most_possible(name: str) -> None:
    for node in sick_nodes(name):
        for finding in node["findings"]:
            if finding["name"] == ANSWERS[name].at_most_possible:
                assert finding["verdict"] == "possible"


@pytest.mark.parametrize("name", ANSWERS)
def test_a_red_herring_is_dismissed_and_a_contradiction_is_shown(name: str) -> None:
    right, answer = ANSWERS[name], result(name)
    for words in right.red_herrings:
        assert any(words in herring["excerpt"] for herring in answer["red_herrings"])
    assert len(answer["contradictions"]) == len(right.contradictions)
    for words in right.contradictions:
        assert any(words in told["en"] for told in answer["contradictions"])


@pytest.mark.parametrize("name", [name for name, right in ANSWERS.items() if right.cause])
def test_a_named_cause_cites_its_proof_and_offers_a_plan_to_its_owner(name: str) -> None:
    right = ANSWERS[name]
    for node in sick_nodes(name):
        finding = next(found for found in node["findings"] if found["name"] == right.cause)
        assert finding["evidence"]
        assert all(f"{name}.md:" in exhibit["source"] for exhibit in finding["evidence"])
        assert finding["plan"]["steps"]
        if right.owner:
            assert finding["plan"]["owner"] == right.owner
        for words in right.details:
            assert words in finding["sentence"]["en"]
            assert words in finding["sentence"]["zh"]


def test_the_bridge_is_compared_with_the_peers_and_the_operator_is_respected() -> None:
    (node,) = sick_nodes("requests-hang-on-one-node")
    finding = next(found for found in node["findings"] if found["name"] == "ip-wrong-bridge")
    assert sorted(finding["contrast"]["absent_on"]) == ["ce-demo-1", "ce-demo-3"]
    assert any("DaemonSet" in item["en"] for item in finding["plan"]["does_not_help"])
    assert "3" in finding["plan"]["restarts"]["en"]


def test_the_module_that_is_missing_on_the_healthy_node_too_is_a_red_herring() -> None:
    answer = result("new-node-restarts-with-host-files")
    assert any("node11" in herring["why"]["en"] for herring in answer["red_herrings"])
