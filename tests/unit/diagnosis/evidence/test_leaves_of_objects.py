"""What is quoted of an object: the values that decide, and nothing that only holds them together."""

import json
from typing import Any

import pytest
import yaml

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibit_of, exhibits_of
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    Citation,
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    InternalAddress,
    KilledByProbe,
    NodeCondition,
    NodeListed,
    PodListed,
    PodPhase,
    ProbeSpec,
)
from calicovet.parse.objects.by_kind import read_objects
from calicovet.parse.pods import read_pod_describe

Object = dict[str, Any]
BEGAN, ENDED = "2026-11-15T09:50:40Z", "2026-11-15T09:51:40Z"
OOM = {
    "containerID": "containerd://1",
    "exitCode": 137,
    "finishedAt": ENDED,
    "reason": "OOMKilled",
    "startedAt": BEGAN,
}


def pod(state: Object, last: Object | None = None, *, ready: bool = False, **status: Any) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "calico-node-x7k2p", "namespace": "kube-system"},
        "spec": {"nodeName": "n1", "containers": [{"name": "calico-node", "image": "a/node:v1"}]},
        "status": {
            "containerStatuses": [
                {
                    "lastState": last or {},
                    "name": "calico-node",
                    "ready": ready,
                    "restartCount": 12,
                    "state": state,
                }
            ],
            "hostIP": "10.0.0.5",
            "phase": "Running",
            "startTime": BEGAN,
            **status,
        },
    }


def piece(content: str, kind: EvidenceKind = EvidenceKind.OBJECTS) -> Evidence:
    return Evidence(id="e", kind=kind, content=content, source="piece")


def quoted(kind: type[Fact], content: str) -> list[str]:
    """What proves the facts of that kind."""
    evidence = piece(content)
    facts = [fact for fact in read_objects(evidence) if isinstance(fact, kind)]
    return [exhibit.excerpt for exhibit in exhibits_of(facts, EvidenceIndex((evidence,)))]


def in_json(kind: type[Fact], told: Object) -> list[str]:
    return quoted(kind, json.dumps(told, indent=2))


def in_yaml(kind: type[Fact], told: Object) -> list[str]:
    return quoted(kind, yaml.safe_dump(told, width=60))


# Containers


def test_an_end_is_quoted_by_exit_code_and_reason() -> None:
    told = pod({"running": {"startedAt": ENDED}}, {"terminated": OOM})
    assert in_json(ContainerExit, told) == ['"exitCode": 137, "reason": "OOMKilled"']
    assert in_yaml(ContainerExit, told) == ["exitCode: 137, reason: OOMKilled"]


def test_an_end_without_fault_is_quoted_with_its_times() -> None:
    told = pod({"terminated": {**OOM, "exitCode": 0, "reason": "Completed"}})
    assert in_json(ContainerState, told) == [
        f'"exitCode": 0, "reason": "Completed", "startedAt": "{BEGAN}", "finishedAt": "{ENDED}"'
    ]


def test_a_wait_is_quoted_by_what_is_waited_for() -> None:
    told = pod({"waiting": {"message": "back-off 5m0s restarting", "reason": "CrashLoopBackOff"}})
    assert in_json(ContainerState, told) == [
        '"reason": "CrashLoopBackOff", "message": "back-off 5m0s restarting"'
    ]


def test_what_runs_is_quoted_by_readiness_and_since_when() -> None:
    told = pod({"running": {"startedAt": BEGAN}})
    assert in_json(ContainerState, told) == [
        f'"ready": false, "restartCount": 12, "running": {{"startedAt": "{BEGAN}"}}'
    ]
    assert in_yaml(ContainerState, told) == [
        f"ready: false, restartCount: 12, running: startedAt: '{BEGAN}'"
    ]


def test_a_state_without_a_reason_is_quoted_by_its_name() -> None:
    assert in_json(ContainerState, pod({"terminated": {"signal": 9}})) == ['"terminated": {…}']


def test_a_probe_is_quoted_with_its_numbers() -> None:
    told = pod({"running": {}})
    told["spec"]["containers"][0]["livenessProbe"] = {
        "exec": {"command": ["/bin/calico-node", "-felix-live"]},
        "failureThreshold": 6,
        "timeoutSeconds": 1,
    }
    assert in_json(ProbeSpec, told) == [
        '"livenessProbe": {"timeoutSeconds": 1, "failureThreshold": 6}'
    ]


# Pods


def test_an_eviction_is_quoted_with_its_reason() -> None:
    told = pod({}, phase="Failed", reason="Evicted", message="The node was low on resource: memory")
    assert in_json(PodPhase, told) == [
        '"phase": "Failed", "reason": "Evicted",'
        f' "message": "The node was low on resource: memory", "startTime": "{BEGAN}"'
    ]


def test_a_pod_in_a_crash_loop_is_not_quoted_as_running_alone() -> None:
    told = pod({"waiting": {"reason": "CrashLoopBackOff"}})
    assert in_json(PodListed, told) == [
        '"phase": "Running", "reason": "CrashLoopBackOff", "ready": false, "restartCount": 12'
    ]


def test_an_address_is_quoted_by_its_own_line() -> None:
    assert in_json(InternalAddress, pod({"running": {}})) == ['"hostIP": "10.0.0.5"']


# Nodes


def node(ready: str) -> Object:
    return {
        "kind": "Node",
        "metadata": {"name": "n1"},
        "status": {
            "conditions": [
                {
                    "lastTransitionTime": BEGAN,
                    "message": "container runtime network not ready: cni plugin not initialized",
                    "reason": "KubeletNotReady",
                    "status": ready,
                    "type": "Ready",
                }
            ]
        },
    }


def test_a_condition_is_quoted_with_status_reason_and_message() -> None:
    assert in_json(NodeCondition, node("False")) == [
        '"type": "Ready", "status": "False", "reason": "KubeletNotReady",'
        ' "message": "container runtime network not ready: cni plugin not initialized"'
    ]


def test_a_value_that_yaml_goes_on_with_below_is_quoted_to_its_end() -> None:
    text = yaml.safe_dump(node("False"), width=60)
    assert "initialized" not in next(line for line in text.split("\n") if "message" in line)
    assert quoted(NodeCondition, text) == [
        "type: Ready, status: 'False', reason: KubeletNotReady,"
        " message: 'container runtime network not ready: cni plugin not initialized'"
    ]


def test_a_text_of_several_lines_is_quoted_without_the_sign_before_it() -> None:
    text = (
        "kind: Event\n"
        "involvedObject: {kind: Pod, name: calico-node-x7k2p}\n"
        "message: |-\n  Readiness probe failed:\n\n  not ready\n"
        "reason: Unhealthy\ntype: Warning\n"
    )
    assert quoted(EventSeen, text) == [
        "message: Readiness probe failed: not ready, reason: Unhealthy"
    ]


@pytest.mark.parametrize(("ready", "more"), [("True", ""), ("False", ', "type": "Ready", ')])
def test_a_listed_node_is_quoted_with_what_keeps_it_from_work(ready: str, more: str) -> None:
    (excerpt,) = in_json(NodeListed, node(ready))
    assert excerpt.startswith('"name": "n1"' + more)
    assert ("KubeletNotReady" in excerpt) is bool(more)


# Events


def event(reason: str, message: str, count: int) -> Object:
    return {
        "kind": "Event",
        "count": count,
        "involvedObject": {"kind": "Pod", "name": "calico-node-x7k2p"},
        "message": message,
        "reason": reason,
        "type": "Normal",
    }


def test_an_event_is_quoted_with_its_reason_and_how_often() -> None:
    killing = event("Killing", "Container calico-node failed liveness probe", 4)
    assert in_json(KilledByProbe, killing) == [
        '"message": "Container calico-node failed liveness probe", "reason": "Killing", "count": 4'
    ]
    assert in_json(EventSeen, event("Created", "Created container", 1)) == [
        '"message": "Created container", "reason": "Created"'
    ]


# Places


def test_the_place_is_that_of_the_first_value() -> None:
    evidence = piece(json.dumps(pod({"waiting": {"reason": "ErrImagePull"}}), indent=2))
    state = next(fact for fact in read_objects(evidence) if isinstance(fact, ContainerState))
    (exhibit,) = exhibits_of((state,), EvidenceIndex((evidence,)))
    number = int(exhibit.source.rpartition(":")[2])
    assert "ErrImagePull" in evidence.content.split("\n")[number - 1]


def cites(*lines: int) -> Fact:
    return Fact(cited=tuple(Citation("e", line) for line in lines))


def excerpts(content: str, *facts: Fact) -> list[str]:
    return [exhibit.excerpt for exhibit in exhibits_of(facts, EvidenceIndex((piece(content),)))]


def test_a_name_that_comes_again_begins_another_quotation() -> None:
    text = '{\n"a": 1,\n"b": 2\n},\n{\n"a": 3\n}'
    assert excerpts(text, cites(2, 3, 6)) == ['"a": 1, "b": 2', '"a": 3']


def test_a_value_that_is_quoted_among_others_is_not_quoted_alone_too() -> None:
    text = '{\n"a": 1,\n"b": 2,\n"c": 3\n}'
    assert excerpts(text, cites(3), cites(2, 3), cites(4)) == ['"a": 1, "b": 2', '"c": 3']


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            ['  "manager": "kubectl",', '  "time": "09:00"', "}", "]"],
            '"manager": "kubectl", "time": "09:00"',
        ),
        (['"fields": {', "},", '"time": "09:00"'], '"fields": {}, "time": "09:00"'),
        (['"a": {', '"b": [', "1,", "2", "]", "},", '"c": 3'], '"a": {"b": [1, 2]}, "c": 3'),
        (["{", '"a": 1'], '"a": 1'),
    ],
)
def test_lines_in_a_row_keep_the_brackets_of_what_is_named(lines: list[str], words: str) -> None:
    found = exhibit_of(Citation("e", 1, len(lines)), EvidenceIndex((piece("\n".join(lines)),)))
    assert found is not None
    assert found.excerpt == words


def test_an_object_on_one_line_is_quoted_once() -> None:
    text = json.dumps(node("False"))
    assert len(quoted(NodeCondition, text)) == 1


def test_a_comma_that_belongs_to_a_yaml_value_stays() -> None:
    assert excerpts("- name: a,b,\n  value: x", cites(1, 2)) == ["name: a,b,, value: x"]


def test_a_line_that_is_not_there_is_quoted_as_nothing() -> None:
    assert excerpts("a: 1", cites(7), cites(0)) == ["", ""]


def test_a_text_is_quoted_line_by_line_as_it_stands() -> None:
    text = (
        "Name:         calico-node-x7k2p\nStart Time:   Mon, 15 Nov 2026 09:50:40 +0000\n"
        "Status:       Running\nContainers:\n  calico-node:\n    State:          Waiting\n"
        "      Reason:       CrashLoopBackOff\n    Last State:     Terminated\n"
        "      Reason:       OOMKilled\n      Exit Code:    137\n    Ready:          False\n"
        "    Restart Count:  12\n"
    )
    evidence = piece(text, EvidenceKind.POD_DESCRIBE)
    facts = [fact for fact in read_pod_describe(evidence) if isinstance(fact, Fact)]
    evidence_index = EvidenceIndex((evidence,))

    def of(kind: type[Fact]) -> list[str]:
        found = [fact for fact in facts if isinstance(fact, kind)]
        return [exhibit.excerpt for exhibit in exhibits_of(found, evidence_index)]

    assert of(ContainerExit) == [
        "Last State:     Terminated Reason:       OOMKilled Exit Code:    137"
    ]
    assert of(PodListed) == ["Status:       Running"]
    assert of(PodPhase) == [
        "Status:       Running",
        "Start Time:   Mon, 15 Nov 2026 09:50:40 +0000",
    ]
