"""An API server that is slow, busy or broken now and then: what passes costs nothing, what lasts is a gap."""

import pytest

from lab.control_plane import ControlPlane
from tests.live.cluster import Cluster
from tests.live.retold.plain import cluster_with_sick, pod_name
from tests.live.retold.runs import Run, look
from tests.support.fault_proxy import Choose, Cut, Fault, Reset, Slow, Status, fault_proxy

_EXPECTED = {"ip-wrong-bridge": "likely"}


@pytest.fixture
def sick(cluster: Cluster) -> ControlPlane:
    """Five nodes; on node-2 calico-node has taken the address of a bridge, and is not ready."""
    cluster_with_sick(cluster, 5, [2])
    return cluster.control_plane


def _through(control_plane: ControlPlane, choose: Choose, *flags: str) -> Run:
    with fault_proxy(control_plane, choose) as proxy:
        return look(control_plane, "--kubeconfig", proxy.kubeconfig, *flags)


@pytest.mark.parametrize(
    "fault",
    [Slow(0.2), Status(429, retry_after=1), Status(503), Reset(), Cut()],
    ids=["slow", "busy", "unavailable", "reset", "cut"],
)
def test_trouble_that_passes_changes_nothing(fault: Fault, sick: ControlPlane) -> None:
    def once(path: str, before: int) -> Fault:
        # A log comes from the kubelet: what it fails with does not pass.
        return fault if before == 0 and not (isinstance(fault, Status) and "/log" in path) else None

    run = _through(sick, once)
    assert run.exit == 1
    assert run.causes == _EXPECTED
    assert run.answer["gaps"] == []


@pytest.mark.parametrize("fault", [Status(500), Cut()], ids=["500", "cut"])
@pytest.mark.parametrize("part", ["projectcalico", "daemonsets", "/events", "/log", "/apis?"])
def test_a_part_that_stays_broken_is_a_gap_and_no_more(
    part: str, fault: Fault, sick: ControlPlane
) -> None:
    run = _through(sick, lambda path, before: fault if part in f"{path}?" else None)
    assert run.exit == 1
    assert run.causes == _EXPECTED
    assert run.reasons == {"unreachable"}
    assert all(gap["how_to_close"].startswith("kubectl ") for gap in run.answer["gaps"])


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Reset(), "broke off the connection"),
        (Cut(), "broke off the connection"),
        (Status(200, body="<html>log in</html>"), "is no Kubernetes API server"),
        (Slow(4), "does not answer"),
        (Status(500), "did not list the pods"),
        (Status(429, retry_after=1), "did not list the pods"),
    ],
    ids=["reset", "cut", "login-page", "slow", "500", "busy"],
)
def test_a_server_that_is_broken_for_good_ends_with_4_and_says_how(
    fault: Fault, words: str, sick: ControlPlane
) -> None:
    run = _through(sick, lambda path, before: fault, "--request-timeout", "2")
    assert run.exit == 4
    assert run.answer["summary"]["verdict"] == "could-not-look"
    assert words in run.told


def test_without_a_list_of_pods_no_node_is_called_healthy(sick: ControlPlane) -> None:
    def no_pods(path: str, before: int) -> Fault:
        return Status(500) if path.partition("?")[0].endswith("/pods") else None

    run = _through(sick, no_pods)
    # A node of the list that does not report is unhealthy whatever its pods are.
    assert run.exit == 3
    assert run.answer["summary"]["healthy"] == 0


def test_a_pod_that_is_deleted_after_it_was_listed_is_a_gap(sick: ControlPlane) -> None:
    own = f"/api/v1/namespaces/kube-system/pods/{pod_name(2)}"

    def deleted(path: str, before: int) -> Fault:
        if path.startswith(own) and before == 0:
            sick.client.ask("DELETE", f"{own}?gracePeriodSeconds=0")
        return None

    run = _through(sick, deleted)
    assert run.sick == {"node-2"}
    assert "absent" in run.reasons
    assert f"kubectl -n kube-system get pod {pod_name(2)} -o json" in run.to_close
