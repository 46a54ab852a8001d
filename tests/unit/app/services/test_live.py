"""The whole program against a cluster, from the command line to the exit code."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from calicovet.app.main import main
from calicovet.report.machine.diagnosis_json import json_schema
from calicovet.world.hosts.script import HEADER
from tests.support.recording_server import Said, Seen
from tests.support.small_cluster import SmallCluster, hanging, status
from tests.support.small_objects import (
    crashing,
    daemonset,
    healthy,
    node,
    pod,
    unscheduled,
    waiting,
)

Capture = pytest.CaptureFixture[str]
SCHEMA = Draft202012Validator(json.loads(json_schema()))
FATAL = (
    "2026-11-16 07:00:01.079 [INFO][9] startup/startup.go 431: Early log level set to info\n"
    "2026-11-16 07:00:01.579 [FATAL][9] startup/startup.go 99: something nobody knows\n"
)


class Program:
    """calicovet with a separate kubeconfig."""

    def __init__(self, folder: Path, cluster: SmallCluster, capsys: Capture) -> None:
        self.cluster = cluster
        self._capsys = capsys
        self._file = folder / "kubeconfig"
        self.out = self.err = ""

    def __call__(self, *words: str) -> int:
        self._file.write_text(kubeconfig(self.cluster.url))
        code = main([*words, "--kubeconfig", str(self._file), "--color", "never"])
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *words: str) -> tuple[int, dict[str, Any]]:
        """Exit code and result, which fits the schema."""
        code = self("-o", "json", *words)
        told: dict[str, Any] = json.loads(self.out)
        SCHEMA.validate(told)
        return code, told


def kubeconfig(url: str) -> str:
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "here",
            "clusters": [{"name": "c", "cluster": {"server": url}}],
            "users": [{"name": "u", "user": {"token": "t0ken"}}],
            "contexts": [{"name": "here", "context": {"cluster": "c", "user": "u"}}],
        }
    )


@pytest.fixture
def program(tmp_path: Path, capsys: Capture) -> Iterator[Program]:
    objects = [daemonset(4), *healthy(1), *healthy(2), *healthy(3), *crashing(4)]
    with SmallCluster(objects) as cluster:
        for before in (False, True):
            cluster.logs[("calico-node-00004", "calico-node", before)] = FATAL
        yield Program(tmp_path, cluster, capsys)


def states(told: dict[str, Any]) -> dict[str, str]:
    return {each["node"] or each["pod"]: each["state"] for each in told["nodes"]}


def test_the_context_is_named_before_the_first_request(program: Program) -> None:
    program.cluster.fail("", lambda _: status(401, "Unauthorized", "Unauthorized"))
    assert program() == 4
    assert program.err.startswith("calicovet: context here, server http://127.0.0.1:")


def test_a_sick_node_is_told_and_the_healthy_are_counted(program: Program) -> None:
    code, told = program.json()
    assert code == 3
    assert states(told)["node-4"] == "sick"
    assert (told["summary"]["sick"], told["summary"]["healthy"]) == (1, 3)
    assert "something nobody knows" in told["nodes"][0]["look_at"][0]["excerpt"]


def test_a_healthy_cluster_is_healthy(program: Program) -> None:
    program.cluster.objects = [daemonset(2), *healthy(1), *healthy(2)]
    code, told = program.json("-v")
    assert (code, told["summary"]["healthy"]) == (0, 2)
    assert states(told) == {"node-1": "healthy"}  # one stands for all
    assert len(program.cluster.seen) <= 12
    assert "requests" in program.err


def test_an_empty_cluster_could_not_be_looked_at(program: Program) -> None:
    program.cluster.objects = []
    code, told = program.json()
    assert (code, told["summary"]["verdict"]) == (4, "could-not-look")


def test_who_may_only_list_pods_and_nodes_gets_a_stage_and_gaps(program: Program) -> None:
    program.cluster.forbidden = {
        *("pods/log", "events", "services", "configmaps", "nodes/proxy", "daemonsets.apps"),
        *("controllerrevisions.apps", "endpointslices.discovery.k8s.io"),
        *("ippools.crd.projectcalico.org", "installations.operator.tigera.io"),
    }
    code, told = program.json()
    assert code == 3
    assert told["nodes"][0]["stages"]
    closes = [gap["how_to_close"] for gap in told["gaps"]]
    assert len(closes) == len(set(closes)) == 11
    assert all(close.startswith("RBAC {") for close in closes)
    assert program("diagnose") == 3
    assert "pods/log" in program.out


def test_forbidden_pods_make_no_node_unhealthy(program: Program) -> None:
    program.cluster.forbidden = {"pods"}
    code, told = program.json()
    assert (code, told["summary"]["sick"]) == (4, 0)


# Who is there


def test_a_daemonset_that_wants_no_pod_is_told(program: Program) -> None:
    program.cluster.objects = [daemonset(0), node("a"), node("b")]
    code, told = program.json()
    assert code != 0
    assert told["summary"]["healthy"] == 0


def test_a_node_without_pod_is_sick_and_does_not_lessen_the_healthy(program: Program) -> None:
    program.cluster.objects = [daemonset(3), *healthy(1), *healthy(2), node("bare", "10.1.9.9")]
    code, told = program.json()
    assert states(told)["bare"] == "sick"
    assert (told["summary"]["sick"], told["summary"]["healthy"]) == (1, 2)
    assert code in (1, 3)


def test_a_windows_node_is_not_missing_a_pod(program: Program) -> None:
    windows = node("w", labels={"kubernetes.io/os": "windows"}, osImage="Windows Server 2022")
    objects = [
        daemonset(2),
        daemonset(1, "calico-node-windows"),
        *healthy(1),
        node("bare"),
        windows,
    ]
    program.cluster.objects = objects
    _, told = program.json()
    assert states(told).get("bare") == "sick"
    assert "w" not in states(told)


def test_a_pod_that_is_being_deleted_leaves_its_node_healthy(program: Program) -> None:
    old = pod("calico-node-aaaaa", "node-1", waiting("ContainerCreating"), deleted=True)
    program.cluster.objects = [daemonset(1), *healthy(1), old]
    code, told = program.json()
    assert (code, told["summary"]["healthy"]) == (0, 1)


@pytest.mark.parametrize("name", ["calico-node-aaaaa", "calico-node-zzzzz"])
def test_of_two_pods_on_an_examined_node_the_one_that_stays_counts(
    program: Program, name: str
) -> None:
    old = pod(name, "node-4", waiting("ContainerCreating"), deleted=True)
    program.cluster.objects.append(old)
    _, told = program.json()
    assert told["nodes"][0]["pod"] == "kube-system/calico-node-00004"
    assert (told["summary"]["sick"], told["summary"]["healthy"]) == (1, 3)


def test_a_pod_that_no_node_takes_is_sick_by_itself(program: Program) -> None:
    program.cluster.objects = [daemonset(2), *healthy(1), unscheduled("calico-node-x7k2p")]
    code, told = program.json()
    assert states(told)["kube-system/calico-node-x7k2p"] == "sick"
    assert code in (1, 3)


def test_dozens_of_sick_nodes_are_told_as_alike(program: Program) -> None:
    many = [each for number in range(100, 140) for each in crashing(number)]
    program.cluster.objects = [daemonset(41), *healthy(1), *many]
    _, told = program.json()
    assert (told["summary"]["sick"], told["summary"]["healthy"]) == (40, 1)
    sick = [each for each in told["nodes"] if each["state"] == "sick"]
    assert len(sick) == 3
    assert sum(len(each["alike"]) for each in sick) == 37
    assert not program.cluster.asked("calico-node-00130")


# --node


def test_a_node_by_its_short_name(program: Program) -> None:
    program.cluster.objects.append(node("long.example.org"))
    program.cluster.objects.append(pod("calico-node-lllll", "long.example.org"))
    code, told = program.json("--node", "long")
    assert (code, [each["node"] for each in told["nodes"]]) == (0, ["long.example.org"])


def test_an_unknown_node_is_wrong_usage_and_a_few_names_are_told(program: Program) -> None:
    program.cluster.objects += [node(f"worker-{number:04}") for number in range(3000)]
    assert program("--node", "worker-77777") == 2
    assert "no node worker-77777" in program.err
    assert "worker-0777" in program.err
    assert len(program.err) < 600
    assert program.out == ""
    assert len(program.cluster.seen) <= 12


def test_half_a_name_is_answered_with_the_whole_ones(program: Program) -> None:
    names = [f"ip-10-0-{number}-7.eu-west-1.compute.internal" for number in range(300)]
    program.cluster.objects += [node(name) for name in names]
    assert program("--node", "0-77-7") == 2
    assert "did you mean ip-10-0-77-7.eu-west-1.compute.internal" in program.err
    assert program("--node", "node-9") == 2
    assert "node-1" in program.err and "ip-10" not in program.err


def test_a_node_that_needs_no_calico_node_is_not_called_sick(program: Program) -> None:
    program.cluster.objects.append(node("w", labels={"kubernetes.io/os": "windows"}))
    assert program("--node", "w") == 2
    assert "calico-node is not meant to run on w" in program.err


def test_without_the_list_of_nodes_an_unknown_one_is_wrong_usage_too(program: Program) -> None:
    program.cluster.forbidden = {"nodes"}
    assert program("--node", "nobody") == 2


# What stands beside the suspects


LOCK = (
    "E1116 07:00:11.120111       1 leaderelection.go:330] error retrieving resource lock"
    ' tigera-operator/operator-lock: Get "https://10.96.0.1:443/apis/coordination.k8s.io/v1/'
    'namespaces/tigera-operator/leases/operator-lock": dial tcp 10.96.0.1:443: connect:'
    " no route to host\n"
)


def operator(node: str) -> dict[str, Any]:
    return pod("tigera-operator-x", node, namespace="tigera-operator", label="tigera-operator")


def test_the_operator_is_read_where_a_node_is_sick_and_changes_no_count(program: Program) -> None:
    program.cluster.objects.append(operator("node-2"))
    program.cluster.logs[("tigera-operator-x", "tigera-operator", False)] = "all is well\n"
    _, told = program.json()
    assert program.cluster.asked("tigera-operator-x/log\\?container=tigera-operator&tailLines")
    assert (told["summary"]["sick"], told["summary"]["healthy"]) == (1, 3)


def test_an_operator_that_made_nothing_is_heard(program: Program) -> None:
    program.cluster.objects = [node("node-1"), operator("node-1")]
    program.cluster.logs[("tigera-operator-x", "tigera-operator", False)] = LOCK
    program("--facts")
    assert "op-unreachable-api" in program.out


def test_without_an_operator_none_is_asked_for(program: Program) -> None:
    program.cluster.groups.remove("operator.tigera.io")
    program()
    assert not program.cluster.asked("namespaces/tigera-operator")
    program.cluster.groups.append("operator.tigera.io")
    program.cluster.objects = [daemonset(1), *healthy(1)]
    program()
    assert not program.cluster.asked("namespaces/tigera-operator")


def test_another_address_for_the_api_server_is_read(program: Program) -> None:
    program.cluster.objects.append(
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "kubernetes-services-endpoint", "namespace": "kube-system"},
            "data": {"KUBERNETES_SERVICE_HOST": "10.9.9.9", "KUBERNETES_SERVICE_PORT": "6443"},
        }
    )
    program.cluster.objects.append(
        {
            "apiVersion": "discovery.k8s.io/v1",
            "kind": "EndpointSlice",
            "metadata": {
                "name": "kubernetes",
                "namespace": "default",
                "labels": {"kubernetes.io/service-name": "kubernetes"},
            },
            "addressType": "IPv4",
            "ports": [{"name": "https", "port": 6443, "protocol": "TCP"}],
            "endpoints": [{"addresses": ["10.1.0.1"], "conditions": {"ready": True}}],
        }
    )
    said = (
        "2026-11-16 07:00:01.079 [INFO][9] startup/startup.go 431: Early log level set to info\n"
        "2026-11-16 07:00:31.079 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map"
        ' error=Get "https://10.9.9.9:6443/api/v1/namespaces/kube-system/configmaps/kubeadm-config'
        '?timeout=2s": dial tcp 10.9.9.9:6443: connect: connection refused\n'
    )
    for before in (False, True):
        program.cluster.logs[("calico-node-00004", "calico-node", before)] = said
    code, told = program.json()
    first = told["nodes"][0]["findings"][0]
    assert (code, first["name"], first["verdict"]) == (
        1,
        "api-service-host-override-wrong",
        "proven",
    )


def test_a_node_that_is_not_ready_is_not_waited_for_long(program: Program) -> None:
    silent = node("node-4", "10.1.0.4", ready=False)
    program.cluster.objects = [
        each for each in program.cluster.objects if each["metadata"]["name"] != "node-4"
    ] + [silent]
    released = Event()
    program.cluster.fail("calico-node-00004/log|nodes/node-4/proxy", hanging(released.wait))
    code, told = program.json()
    released.set()
    assert code in (1, 3)
    assert "timed-out" in {gap["reason"] for gap in told["gaps"]}


# What the user brings


def test_host_facts_are_read_beside_the_cluster(program: Program, tmp_path: Path) -> None:
    facts = tmp_path / "host.txt"
    facts.write_text(
        "[root@node-4 ~]# uptime\n 07:00:00 up 1 day, load average: 99.0, 98.0, 97.0\n"
    )
    assert program("--host-facts", str(facts), "--facts") == 3
    assert "99.0" in program.out
    assert program("--host-facts", str(tmp_path / "missing.txt")) == 4


def test_host_facts_without_a_fact_are_told_and_a_missing_file_by_its_whole_path(
    program: Program, tmp_path: Path
) -> None:
    facts = tmp_path / "notes.txt"
    facts.write_text("remember the milk\n")
    assert program("--host-facts", str(facts)) == 3
    assert "notes.txt: nothing in it that could be read" in program.err
    facts.write_text("[root@node-4 ~]# nproc\n4\n")
    assert program("--host-facts", str(facts)) == 3
    assert "notes.txt" not in program.err
    missing = tmp_path / "missing.txt"
    assert program("--host-facts", str(missing)) == 4
    assert f"there is no file {missing}" in program.err


def test_host_facts_of_a_stranger_make_no_node_sick(program: Program, tmp_path: Path) -> None:
    program.cluster.objects = [daemonset(1), *healthy(1)]
    facts = tmp_path / "host.txt"
    facts.write_text("[root@elsewhere ~]# uptime\n 07:00 up 1 day, load average: 9.0, 8.0, 7.0\n")
    code, told = program.json("--host-facts", str(facts))
    assert (code, told["summary"]["sick"]) == (0, 0)


def test_one_host_for_all_nodes_is_wrong_usage(program: Program) -> None:
    assert program("--ssh", "root@bastion") == 2
    assert program.cluster.seen == []


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A folder whose programs are found before all others."""
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{tmp_path}:{before}"
    try:
        yield tmp_path
    finally:
        os.environ["PATH"] = before


@pytest.mark.parametrize(("flag", "name"), [("--ssh", "ssh"), ("--exec", "kubectl")])
def test_hosts_are_asked_by_the_user_s_own_programs(
    program: Program, path: Path, flag: str, name: str
) -> None:
    shown = f"{HEADER}, node x, 2026-11-16T08:00:00Z\\n[root@node-4 ~]# nproc\\n77\\n"
    tool = path / name
    tool.write_text(f"#!/bin/sh\ncat >/dev/null\nprintf '{shown}[root@node-4 ~]# exit\\n'\n")
    tool.chmod(0o755)
    assert program(flag, "--facts") == 3
    assert "count=77" in program.out


def test_a_debug_pod_is_started_only_when_asked_for(program: Program) -> None:
    program()
    assert not [seen for seen in program.cluster.seen if seen.method == "DELETE"]
    posted = [seen for seen in program.cluster.seen if seen.method == "POST"]
    assert all("accessreviews" in seen.path for seen in posted)


def test_debug_pods_are_named_first_and_made_on_the_sick_node_and_one_other(
    program: Program,
) -> None:
    plain = SmallCluster(program.cluster.objects)
    made: list[str] = []

    def refuse(seen: Seen) -> Said:
        if seen.method != "POST":
            return plain.reply(seen)
        made.append(json.loads(seen.body)["spec"]["nodeName"])
        return status(403, 'cannot create resource "pods"', "Forbidden")

    program.cluster.fail("namespaces/kube-system/pods", refuse)
    program("--debug-pod", "busybox", "--node", "node-4")
    assert len(made) == 2 and "node-4" in made
    told = next(line for line in program.err.splitlines() if "privileged pod" in line)
    assert "namespace kube-system" in told and all(name in told for name in made)


def test_a_debug_pod_that_is_turned_away_is_told_for_the_sick_node_only(program: Program) -> None:
    plain = SmallCluster(program.cluster.objects)

    def refuse(seen: Seen) -> Said:
        refused = status(403, 'cannot create resource "pods"', "Forbidden")
        return refused if seen.method == "POST" else plain.reply(seen)

    program.cluster.fail("namespaces/kube-system/pods", refuse)
    code, told = program.json("--debug-pod", "busybox")
    assert code == 3
    closes = [gap["how_to_close"] for gap in told["gaps"] if "create" in gap["how_to_close"]]
    assert len(closes) == 1


# No way in


def test_json_says_that_it_could_not_look(program: Program) -> None:
    program.cluster.fail("", lambda _: status(401, "Unauthorized", "Unauthorized"))
    code, told = program.json()
    assert (code, told["summary"]["verdict"]) == (4, "could-not-look")
    assert told["gaps"][0]["reason"] == "unreachable"


def test_a_server_that_speaks_https_is_not_called_ill(program: Program) -> None:
    refusal = Said(b"Client sent an HTTP request to an HTTPS server.\n", 400)
    program.cluster.fail("", lambda _: refusal)
    assert program() == 4
    assert "speaks HTTPS" in program.err
    assert "ill" not in program.err.split()


def test_a_server_that_never_answers_is_told_as_late(program: Program) -> None:
    released = Event()
    program.cluster.fail("", hanging(released.wait))
    assert program("--deadline", "300ms") == 4
    released.set()
    assert program.out == ""


# Ctrl-C and the deadline


def interrupting(after: Callable[[float], object], presses: int = 1) -> Callable[[Seen], Said]:
    """The user presses Ctrl-C after this was first requested, and the request gets no answer."""
    left = [presses]

    def press(_: Seen) -> Said:
        pressing = left.pop() if left else 0
        for _press in range(pressing):
            Event().wait(0.3)
            os.kill(os.getpid(), signal.SIGINT)
        after(10.0)
        return Said(reset=True)

    return press


@pytest.mark.parametrize(
    "path",
    [
        "bgpconfigurations",
        "pods/calico-node-00004$",
        "controllerrevisions",
        "log\\?container=calico-node&limit",
        "proxy",
    ],
)
def test_after_ctrl_c_what_was_found_is_told(program: Program, path: str) -> None:
    released = Event()
    program.cluster.fail(path, interrupting(released.wait))
    code, told = program.json()
    released.set()
    assert code == 3
    assert states(told)["node-4"] == "sick"
    assert "stopped; this is what was found so far" in program.err
    # A node that was not waited for is not called slow.
    assert "stopped" in (reasons := {gap["reason"] for gap in told["gaps"]})
    assert "timed-out" not in reasons
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_before_anything_was_seen_ends_the_program(program: Program) -> None:
    released = Event()
    program.cluster.fail("", interrupting(released.wait))
    assert program() == 130
    released.set()
    assert program.out == ""


def test_the_second_ctrl_c_ends_the_program(program: Program) -> None:
    released = Event()
    program.cluster.fail("pods/calico-node-00004$", interrupting(released.wait, presses=2))
    assert program() == 130
    released.set()
    assert program.out == ""


def test_when_the_time_is_up_what_was_found_is_told(program: Program) -> None:
    released = Event()
    program.cluster.fail("/log", hanging(released.wait))
    code, told = program.json("--deadline", "1500ms")
    released.set()
    assert code == 3
    assert "the time was up (2 s)" in program.err or "the time was up (1 s)" in program.err
    assert "timed-out" in {gap["reason"] for gap in told["gaps"]}


# The same answers, the same words


def test_the_order_of_answers_changes_nothing(program: Program) -> None:
    program.cluster.forbidden = {"events", "pods/log"}
    plain = SmallCluster(program.cluster.objects)
    plain.forbidden, plain.logs = program.cluster.forbidden, program.cluster.logs
    first = program("diagnose"), program.out

    def late(seen: Seen) -> Said:
        Event().wait(0.1)
        return plain.reply(seen)

    program.cluster.fail("calico-node-00004|node-1|kube-system/pods|ippools", late)
    assert (program("diagnose"), program.out) == first


def test_what_was_collected_gives_the_same_findings(program: Program, tmp_path: Path) -> None:
    program.cluster.forbidden = {"events"}
    live = program.json()
    file = tmp_path / "bundle.tar.gz"
    assert program("collect", "-o", str(file)) == 0
    code = main(["diagnose", str(file), "-o", "json"])
    again = json.loads(program._capsys.readouterr().out)
    assert (code, plainly(again)) == (live[0], plainly(live[1]))


def plainly(told: dict[str, Any]) -> dict[str, Any]:
    """Without the numbers of lines and the seconds that pass."""
    nodes = [
        (each["node"], each["pod"], each["state"], each["shape"], each["frontier"], each["stages"])
        for each in told["nodes"]
    ]
    findings = [
        (one["name"], one["verdict"], one["contrast"])
        for each in told["nodes"]
        for one in each["findings"]
    ]
    return {
        "summary": told["summary"],
        "nodes": nodes,
        "findings": findings,
        "gaps": told["gaps"],
        "next": [each["next"] for each in told["nodes"]],
    }


# No nodes, and no permissions


def test_a_cluster_without_calico_is_told_on_the_page_and_nothing_is_to_be_pasted(
    program: Program,
) -> None:
    program.cluster.objects = []
    assert program() == 4
    assert program.out.startswith("No pod of calico-node was found")
    assert "paste" not in program.out.lower() and "was found" not in program.err
    assert program("-n", "kube-sytem") == 4
    assert "namespace kube-sytem" in " ".join(program.out.split())
    _, told = program.json()
    assert told["gaps"][0]["wanted"].startswith("no pod of calico-node was found")


def test_the_cluster_is_named_in_the_result(program: Program) -> None:
    _, told = program.json()
    assert told["cluster"] == {"context": "here", "server": program.cluster.url}


def test_an_anonymous_user_gets_a_message_about_credentials_and_not_about_rights(
    program: Program,
) -> None:
    said = 'pods is forbidden: User "system:anonymous" cannot list resource "pods"'
    program.cluster.fail("", lambda _: status(403, said, "Forbidden"))
    assert program() == 4
    assert "does not accept the credentials" in program.err
    assert "RBAC" not in program.out and "preflight" not in program.err


def test_who_may_not_act_for_another_is_told_the_rule(program: Program) -> None:
    said = (
        'users "admin" is forbidden: User "u" cannot impersonate resource "users"'
        ' in API group "" at the cluster scope'
    )
    program.cluster.fail("", lambda _: status(403, said, "Forbidden"))
    code, told = program.json("--as", "admin")
    assert (code, [gap["how_to_close"] for gap in told["gaps"]]) == (
        4,
        ['RBAC {apiGroups: [""], resources: [users], verbs: [impersonate]}'],
    )
