"""A live look with missing permissions, failing kubelets, or a deadline."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from lab.control_plane import ControlPlane
from lab.users import ANONYMOUS
from tests.live.cluster import Cluster
from tests.live.retold.plain import cluster_with_sick, pod_name
from tests.live.retold.runs import look, looking
from tests.support.fault_proxy import Fault, Slow, fault_proxy

_PODS = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}


@pytest.fixture
def sick(cluster: Cluster) -> ControlPlane:
    """Five nodes; on node-2 calico-node has taken the address of a bridge, and is not ready."""
    cluster_with_sick(cluster, 5, [2])
    return cluster.control_plane


@pytest.fixture
def mortal(sick: ControlPlane) -> Iterator[ControlPlane]:
    """The same, and afterwards the API server runs again, whatever was done to it."""
    try:
        yield sick
    finally:
        if sick.api_server.alive:
            sick.thaw()
            sick.wait_ready()
        else:
            sick.restart()


# Rights


def test_pods_and_nodes_suffice_for_a_stage_and_gaps_name_the_missing_rules(
    sick: ControlPlane,
) -> None:
    run = look(sick, user="pods-and-nodes")
    [node] = [each for each in run.answer["nodes"] if each["state"] == "sick"]
    assert node["node"] == "node-2"
    assert node["frontier"] == ["probes-passing"]
    assert run.causes == {"ip-wrong-bridge": "likely"}
    assert run.reasons == {"forbidden"}
    for rule in (
        '{apiGroups: ["apps"], resources: [daemonsets], verbs: [get, list]}',
        '{apiGroups: [""], resources: [events], verbs: [get, list]}',
        '{apiGroups: [""], resources: [pods/log], verbs: [get]}',
    ):
        assert rule in run.to_close


def test_pods_alone_suffice_to_see_who_is_sick(sick: ControlPlane) -> None:
    sick.grant("reader", _PODS)
    run = look(sick, user="reader")
    assert run.sick == {"node-2"}
    assert run.answer["summary"]["healthy"] == 4
    assert '{apiGroups: [""], resources: [nodes], verbs: [get, list]}' in run.to_close


def test_an_anonymous_user_gets_a_message_about_credentials(sick: ControlPlane) -> None:
    run = look(sick, user=ANONYMOUS)
    assert run.exit == 4
    assert run.answer["summary"]["verdict"] == "could-not-look"
    assert "does not accept the credentials" in run.told
    assert "RBAC" not in run.to_close


def test_who_may_see_nothing_is_told_so(sick: ControlPlane) -> None:
    run = look(sick, user="nobody")
    assert run.exit == 4
    assert run.answer["summary"]["verdict"] == "could-not-look"
    assert "listing pods is not allowed" in run.told
    assert '{apiGroups: [""], resources: [pods], verbs: [get, list]}' in run.to_close


def test_what_is_forbidden_is_asked_once(sick: ControlPlane) -> None:
    with fault_proxy(sick, lambda path, before: None, user="pods-and-nodes") as proxy:
        look(sick, "--kubeconfig", proxy.kubeconfig)
    logs = [path for path in proxy.asked if "/log?" in path]
    # Those that were under way together when the first of them was refused.
    assert len(logs) <= 5
    assert len([path for path in proxy.asked if "/daemonsets" in path]) == 1


# Kubelets


@pytest.mark.parametrize(
    ("how", "reason"), [("hang", "timed-out"), ("500", "unreachable"), ("reset", "unreachable")]
)
def test_a_kubelet_that_fails_is_a_gap(
    how: str, reason: str, cluster: Cluster, sick: ControlPlane
) -> None:
    cluster.trouble("node-2", how)
    began = time.monotonic()
    run = look(sick)
    assert time.monotonic() - began < 30
    assert run.causes == {"ip-wrong-bridge": "likely"}
    assert reason in run.reasons
    assert f"kubectl -n kube-system logs {pod_name(2)} -c calico-node" in run.to_close


def test_a_peer_whose_kubelet_fails_keeps_nothing_back(
    cluster: Cluster, sick: ControlPlane
) -> None:
    well = look(sick)
    cluster.trouble("node-1", "reset")
    run = look(sick)
    assert run.causes == well.causes
    assert run.reasons == well.reasons


# Haste


def test_ctrl_c_gives_what_was_found_so_far(sick: ControlPlane) -> None:
    asked = threading.Event()

    def choose(path: str, before: int) -> Fault:
        if "/log" not in path:
            return None
        asked.set()
        return Slow(20)

    with (
        fault_proxy(sick, choose) as proxy,
        looking(sick, ["--kubeconfig", proxy.kubeconfig]) as under_way,
    ):
        assert asked.wait(20)
        began = time.monotonic()
        under_way.process.send_signal(signal.SIGINT)
        run = under_way.end()
    assert time.monotonic() - began < 8
    assert run.exit == 1
    assert run.causes == {"ip-wrong-bridge": "likely"}
    assert "stopped; this is what was found so far" in run.told
    assert pod_name(2) in run.to_close


def test_when_the_time_is_up_the_answer_is_what_was_found_so_far(
    cluster: Cluster, sick: ControlPlane
) -> None:
    cluster.trouble("node-2", "hang")
    began = time.monotonic()
    run = look(sick, "--deadline", "3")
    assert time.monotonic() - began < 10
    assert run.causes == {"ip-wrong-bridge": "likely"}
    assert "the time was up (3 s)" in run.told


# The API server itself


def test_a_server_that_is_not_there_ends_with_4_and_says_why(mortal: ControlPlane) -> None:
    mortal.kill()
    run = look(mortal)
    assert run.exit == 4
    assert "refuses connections" in run.told
    assert "is it the right --context?" in run.told


def test_a_server_that_says_nothing_ends_with_4_in_time(mortal: ControlPlane) -> None:
    mortal.freeze()
    began = time.monotonic()
    run = look(mortal, "--request-timeout", "2")
    assert time.monotonic() - began < 10
    assert run.exit == 4
    assert "does not answer" in run.told


@pytest.mark.parametrize("how", ["kill", "freeze"])
def test_a_server_that_dies_in_the_middle_leaves_the_answer_of_before(
    how: str, mortal: ControlPlane
) -> None:
    def choose(path: str, before: int) -> Fault:
        if "/log" in path and not dead.is_set():
            dead.set()
            getattr(mortal, how)()
        return None

    dead = threading.Event()
    with fault_proxy(mortal, choose) as proxy:
        run = look(mortal, "--kubeconfig", proxy.kubeconfig, "--request-timeout", "3")
    assert dead.is_set()
    assert run.exit == 1
    assert run.causes == {"ip-wrong-bridge": "likely"}
    assert run.reasons <= {"unreachable", "timed-out"}
    assert run.reasons
