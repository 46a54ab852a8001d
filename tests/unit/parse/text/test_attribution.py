import pytest

from calicovet.parse.text.attribution import (
    Names,
    Role,
    Told,
    gather,
    gather_prose,
    looks_like_host,
    roles_in,
    told_by,
)


def known(*lines: str, prose: str = "") -> Names:
    names = Names()
    gather(names, lines)
    gather_prose(names, prose)
    return names


@pytest.mark.parametrize(
    "caption",
    [
        "calico-node can't connect to calico-typha on another host",
        "Pods cannot reach the other nodes",
        "BGP to other nodes is down, calico-node CrashLoopBackOff",
        "After I joined another node, calico-node fails",
        "无法访问其他节点",
        "与其他节点之间不通",
    ],
)
def test_other_nodes_that_cannot_be_reached_are_not_shown_below(caption: str) -> None:
    assert Role.HEALTHY not in roles_in(caption)


def test_the_host_of_a_registry_is_no_node() -> None:
    names = known(
        prose="pulling from host registry-1.docker.io failed, also from cr-3.example.k8s.io"
    )
    assert list(names.nodes) == []


def test_names_come_from_what_programs_print() -> None:
    names = known(
        "n1 Ready <none> 10d v1.28.2",
        "Jan 12 13:58:02 n2 kubelet[1]: x",
        "Node:   n3/10.0.0.3",
        "2024-01-01 00:00:00.000 [INFO][9] startup.go 1: Determined node name: n4",
        "Successfully assigned kube-system/calico-node-abcde to n5.example.com",
        "kubernetes.io/hostname=n6",
    )
    assert list(names.nodes) == ["n1", "n2", "n3", "n4", "n5.example.com", "n6"]


def test_a_wide_table_shows_where_pods_run() -> None:
    names = known(
        "NAME  READY  STATUS  RESTARTS  AGE  IP  NODE",
        "calico-node-abcde  0/1  Running  3 (5m ago)  2d  10.0.0.1  n1",
        "calico-node-fghij  0/1  Pending  0",
        "no row / at all",
    )
    assert names.pods == {"calico-node-abcde": "n1"}


def test_a_table_without_the_column_shows_no_pods() -> None:
    assert known("NAME  NODES", "a/b  0/1").pods == {}


def test_a_description_shows_where_its_pod_runs() -> None:
    assert known("Name:  calico-node-abcde", "Node:  n1/10.0.0.1").pods == {
        "calico-node-abcde": "n1"
    }


def test_names_in_prose_need_a_digit_and_a_place() -> None:
    names = known(
        prose="Two nodes, a cluster: on srv-4 and srv-9, with eth0 on Ubuntu 22.04; 节点 k8s-w1 和 k8s-w2"
    )
    assert set(names.nodes) == {"srv-4", "srv-9", "k8s-w1", "k8s-w2"}
    assert known(prose="on the node in the cluster of calico v3.20").nodes == {}


def test_a_short_name_finds_the_full_one_and_a_longer_word_does_not() -> None:
    names = known("Node:   n13.example.com/10.0.0.3")
    assert names.found_in("On n13: see n130 and n13-b") == ("n13.example.com",)
    assert names.found_in("n13.other") == ()
    assert Names().found_in("n13") == ()


def test_words_that_are_no_hosts() -> None:
    assert not any(
        map(
            looks_like_host,
            ["eth0", "v1.27", "ipv4", "calico-node-abcde", "startup.go", "k8s", "-x", ""],
        )
    )
    assert looks_like_host("node-4")


def test_roles() -> None:
    assert roles_in("On a node that works:") == {Role.HEALTHY}
    assert roles_in("在故障节点上执行") == {Role.SICK}
    assert roles_in("on the newly added node") == {Role.NEW}
    assert roles_in("on an unhealthy node") == {Role.SICK}
    assert roles_in("another node has the same problem") == frozenset()
    assert roles_in("the same file on another node:") == {Role.HEALTHY}
    assert roles_in("其他节点上的日志：") == {Role.HEALTHY}


def test_the_nearest_caption_counts() -> None:
    names = known("Node: n1/10.0.0.1", "Node: n2/10.0.0.1")
    assert told_by(("On n1:", "On n2:"), names) == Told(("n1",))
    assert told_by(("Here:", "On the new node"), names) == Told((), Role.NEW)
    assert told_by(("It is about n2. The log:",), names) == Told(("n2",))
    assert told_by(("The new, failing node and a healthy node",), names) == Told()
    assert told_by(("On the new node, the broken node",), names) == Told((), Role.NEW)
    assert told_by((" ",), names) == Told()


def test_old_releases_name_their_node_when_they_build_its_resource() -> None:
    names = Names()
    gather(names, ['[INFO][9] startup.go 271: Building new node resource Name="devops-node01"'])
    assert list(names.nodes) == ["devops-node01"]
