"""Which nodes a live look chooses, in clusters of any size and shape."""

import pytest

from tests.live.cluster import Cluster
from tests.live.retold.plain import (
    cluster_with_sick,
    healthy_cluster,
    node,
    pod,
    pod_name,
)
from tests.live.retold.runs import look

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
