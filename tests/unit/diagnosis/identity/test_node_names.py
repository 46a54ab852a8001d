"""Which names mean one node."""

import pytest

from calicovet.diagnosis.identity.node_names import is_calico_node_pod, is_placeholder, same_names


def test_a_short_host_name_equals_its_fqdn_and_kubernetes_spelling_wins() -> None:
    names = same_names({"node13", "node13.k8s.example.com", "node11"}, {"node13.k8s.example.com"})
    assert names["node13"] == "node13.k8s.example.com"
    assert names["node11"] == "node11"


def test_two_fqdns_with_one_short_name_are_two_nodes() -> None:
    names = same_names({"n1.a.example", "n1.b.example", "n1"}, ())
    assert names == {"n1": "n1", "n1.a.example": "n1.a.example", "n1.b.example": "n1.b.example"}


def test_without_kubernetes_the_longer_name_wins() -> None:
    assert same_names({"n1", "n1.example"}, ())["n1"] == "n1.example"


def test_addresses_are_not_shortened() -> None:
    assert same_names({"10.0.0.1", "10.0.0.2"}, ())["10.0.0.1"] == "10.0.0.1"


@pytest.mark.parametrize(
    "pod",
    [
        "calico-node-x7k2p",
        "canal-9qz4m",
        "cni-calico-node-x7k2p",
        "rke2-canal-abcde",
        "calico-node",
    ],
)
def test_pods_of_the_daemonset_are_known(pod: str) -> None:
    assert is_calico_node_pod(pod)


@pytest.mark.parametrize(
    "pod", ["calico-kube-controllers-7fc49b8c4-qj4cn", "calico-typha-75c7-6xq2j", "nginx", ""]
)
def test_other_pods_are_not(pod: str) -> None:
    assert not is_calico_node_pod(pod)


def test_a_name_without_its_ending_is_a_placeholder() -> None:
    assert is_placeholder("calico-node-xxxxx")
    assert not is_placeholder("calico-node-x7k2p")


def test_kubernetes_spelling_wins_over_the_one_that_calico_node_was_told() -> None:
    names = same_names({"node-3", "Node-3"}, {"node-3"}, {"Node-3"})
    assert names["Node-3"] == "node-3"


def test_two_entries_of_the_list_of_nodes_are_two_nodes() -> None:
    names = ["web-4", "web-4.example.org"]
    assert same_names(names, names, listed=names) == {name: name for name in names}
    assert same_names(names, names[:1], listed=names[:1]) == dict.fromkeys(names, "web-4")
