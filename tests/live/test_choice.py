"""Whom a live look chooses, in clusters of any size and shape."""

from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from lab.objects import Object
from tests.live.cluster import Cluster
from tests.live.retold.plain import (
    cluster_with_sick,
    daemonset,
    healthy_cluster,
    node,
    pod,
    pod_name,
)
from tests.live.retold.runs import look
from tests.support.fault_proxy import Fault, Status, fault_proxy

_MOST_REQUESTS = 12


@pytest.mark.parametrize("count", [1, 40])
def test_a_healthy_cluster_of_any_size_costs_a_dozen_requests(count: int, cluster: Cluster) -> None:
    healthy_cluster(cluster, count)
    run = look(cluster.control_plane)
    assert run.exit == 0
    assert run.answer["summary"] == {
        "verdict": "healthy",
        "causes": [],
        "sick": 0,
        "healthy": count,
    }
    assert run.requests <= _MOST_REQUESTS
    assert run.answer["gaps"] == []


def test_a_cluster_without_calico_is_told_so(cluster: Cluster) -> None:
    cluster.load([node(number) for number in range(3)])
    run = look(cluster.control_plane)
    assert run.exit == 4
    assert "no pod of calico-node was found" in run.told


def test_calico_is_found_by_its_label_in_any_namespace(cluster: Cluster) -> None:
    for number in range(3):
        cluster.load([node(number), pod(number, namespace="networking", ready=number != 1)])
        cluster.kubelet(f"node-{number}")
    run = look(cluster.control_plane)
    assert run.sick == {"node-1"}
    [sick] = [each for each in run.answer["nodes"] if each["state"] == "sick"]
    assert sick["pod"] == f"networking/{pod_name(1)}"


def test_one_namespace_is_looked_at_where_it_is_asked_for(cluster: Cluster) -> None:
    cluster.load([node(0), pod(0), node(1), pod(1, namespace="other", ready=False)])
    for number in range(2):
        cluster.kubelet(f"node-{number}")
    assert look(cluster.control_plane, "-n", "kube-system").exit == 0
    assert look(cluster.control_plane, "-n", "other").sick == {"node-1"}
    nothing = look(cluster.control_plane, "-n", "default")
    assert nothing.exit == 4
    assert "in namespace default" in nothing.told


def test_one_node_is_told_where_it_is_asked_for(cluster: Cluster) -> None:
    cluster_with_sick(cluster, 5, [1, 2])
    control_plane = cluster.control_plane
    assert look(control_plane, "--node", "node-2").sick == {"node-2"}
    assert look(control_plane, "--node", "node-3").exit == 0
    unknown = look(control_plane, "--node", "node-99")
    assert unknown.exit == 2
    assert "node-99" in unknown.told


def test_dozens_of_sick_nodes_are_grouped_and_counted_once(cluster: Cluster) -> None:
    cluster_with_sick(cluster, 40, range(5, 35))
    run = look(cluster.control_plane)
    told = [each for each in run.answer["nodes"] if each["state"] == "sick"]
    alike = [name for each in told for name in each["alike"]]
    assert len(told) < 12
    assert sorted([*run.sick, *alike]) == sorted(f"node-{number}" for number in range(5, 35))
    assert run.answer["summary"]["sick"] == 30
    assert run.answer["summary"]["healthy"] == 10


def test_all_of_dozens_are_examined_where_it_is_asked_for(cluster: Cluster) -> None:
    cluster_with_sick(cluster, 20, range(5, 20))
    run = look(cluster.control_plane, "--all")
    assert run.sick == {f"node-{number}" for number in range(5, 20)}
    assert not any(each["alike"] for each in run.answer["nodes"])


def test_long_lists_are_turned_page_by_page(cluster: Cluster) -> None:
    _crowded(cluster, 1200)
    with fault_proxy(cluster.control_plane, lambda path, before: None) as proxy:
        run = look(cluster.control_plane, "--kubeconfig", proxy.kubeconfig)
    assert run.sick == {"node-1"}
    assert [size for size, _ in _pages(proxy.asked)] == ["500", "500", "500"]
    assert [goes_on for _, goes_on in _pages(proxy.asked)] == [False, True, True]


def test_a_list_whose_place_was_forgotten_is_begun_again(cluster: Cluster) -> None:
    _crowded(cluster, 600)
    expired = (
        '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,'
        '"message":"The provided continue parameter is too old"}'
    )

    def forgets_once(path: str, before: int) -> Fault:
        return Status(410, body=expired) if "continue=" in path and before < 2 else None

    with fault_proxy(cluster.control_plane, forgets_once) as proxy:
        run = look(cluster.control_plane, "--kubeconfig", proxy.kubeconfig)
    assert run.sick == {"node-1"}
    assert "timed-out" not in run.reasons
    assert [goes_on for _, goes_on in _pages(proxy.asked)] == [False, True, False, True]


def test_pods_that_go_while_pages_are_turned_do_no_harm(cluster: Cluster) -> None:
    _crowded(cluster, 600)
    client = cluster.control_plane.client

    def deletes(path: str, before: int) -> Fault:
        if "continue=" in path and before == 1:
            for number in range(0, 600, 100):
                client.ask(
                    "DELETE", f"/api/v1/namespaces/crowd/pods/busy-{number}?gracePeriodSeconds=0"
                )
        return None

    with fault_proxy(cluster.control_plane, deletes) as proxy:
        run = look(cluster.control_plane, "--kubeconfig", proxy.kubeconfig)
    assert run.sick == {"node-1"}


def _crowded(cluster: Cluster, count: int) -> None:
    """Two nodes, one of them sick and full of other pods."""
    cluster.load([node(0), node(1), pod(0), pod(1, ready=False), daemonset(2, 1)])
    cluster.load([_busy(number) for number in range(count)])
    for number in range(2):
        cluster.kubelet(f"node-{number}")


def _busy(number: int) -> Object:
    made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"busy-{number}", "namespace": "crowd", "creationTimestamp": made},
        "spec": {"nodeName": "node-1", "containers": [{"name": "main", "image": "registry/busy"}]},
        "status": {"phase": "Running"},
    }


def _pages(asked: list[str]) -> list[tuple[str, bool]]:
    """Of the list of all pods of the sick node: the size of each page, and whether it goes on from another."""
    found = []
    for each in asked:
        path, query = urlsplit(each).path, parse_qs(urlsplit(each).query)
        if path == "/api/v1/pods" and "fieldSelector" in query:
            found.append((query.get("limit", [""])[0], "continue" in query))
    return found
