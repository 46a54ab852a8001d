"""Who of a cluster is looked at closely, and who is compared with them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calicovet.diagnosis.collection.targets import Limits, choose
from calicovet.model.overview import NodeRow, Overview, PodRow, Selection

DEFAULTS = Limits()


def node(name: str, **more: Any) -> NodeRow:
    said = {"status": "Ready", "version": "v1.28.2", "kernel": "5.15.0", "internal": "10.0.0.1"}
    return NodeRow(name=name, **{**said, **more})


def ready(node: str, name: str = "", **more: Any) -> PodRow:
    said = {"namespace": "kube-system", "ready": 1, "total": 1, "status": "Running", "age": "9d"}
    return PodRow(name=name or f"calico-node-{node}", node=node, **{**said, **more})


def crashing(node: str, name: str = "", **more: Any) -> PodRow:
    return ready(node, name, **{"ready": 0, "status": "CrashLoopBackOff", "restarts": 9, **more})


def cluster(*pods: PodRow, **more: Any) -> Overview:
    return Overview(nodes=tuple(node(pod.node) for pod in pods if pod.node), pods=pods, **more)


def test_in_a_healthy_cluster_no_node_is_looked_into_and_one_stands_for_all() -> None:
    found = choose(cluster(ready("a"), ready("b")), DEFAULTS)
    assert found == Selection(healthy=2, mentioned=("a",))


def test_the_sick_one_is_examined_and_the_ready_are_its_peers() -> None:
    found = choose(cluster(ready("a"), crashing("b"), ready("c")), DEFAULTS)
    assert found.examined == ("b",)
    assert found.peers == ("a", "c")
    assert (found.sick, found.healthy) == (1, 2)


def test_of_thousands_five_are_peers() -> None:
    found = choose(cluster(crashing("x"), *(ready(f"n{n:04}") for n in range(5000))), DEFAULTS)
    assert found.peers == ("n0000", "n0001", "n0002", "n0003", "n0004")


def test_a_pod_without_node_stands_for_itself() -> None:
    found = choose(
        cluster(ready("a"), crashing("", "calico-node-x7k2p", status="Pending")), DEFAULTS
    )
    assert found.examined == ("kube-system/calico-node-x7k2p",)


def test_without_any_node_the_selection_is_empty() -> None:
    assert choose(Overview(), DEFAULTS) == Selection()


# Two pods on one node


def test_one_that_is_being_deleted_does_not_make_its_successor_sick() -> None:
    old = crashing("a", "calico-node-old11", status="Terminating")
    assert choose(cluster(old, ready("a", "calico-node-new11")), DEFAULTS).sick == 0


def test_one_that_is_being_deleted_and_has_no_successor_is_sick() -> None:
    assert choose(cluster(crashing("a", status="Terminating")), DEFAULTS).examined == ("a",)


def test_of_two_that_stay_the_sick_one_counts() -> None:
    other = crashing("a", "calico-node-other", namespace="calico-system")
    found = choose(cluster(ready("a"), other), DEFAULTS)
    assert (found.sick, found.healthy) == (1, 0)


@pytest.mark.parametrize("status", ["Evicted", "Completed", "OutOfcpu"])
def test_what_is_left_of_a_pod_beside_a_ready_one_is_no_sickness(status: str) -> None:
    left = crashing("a", "calico-node-0left", status=status)
    assert choose(cluster(left, ready("a")), DEFAULTS).sick == 0
    assert choose(cluster(left), DEFAULTS).sick == 1


@pytest.mark.parametrize(
    ("row", "sick"),
    [
        ({"status": "Running", "age": "20s"}, 0),
        ({"status": "Init:1/3", "age": "90s"}, 0),
        ({"status": "Running", "age": "3m"}, 1),
        ({"status": "Running", "age": "20s", "restarts": 1}, 1),
        ({"status": "CrashLoopBackOff", "age": "20s"}, 1),
        ({"status": "Running", "age": ""}, 1),
    ],
)
def test_who_only_begins_is_looked_into_and_is_not_sick(row: Any, sick: int) -> None:
    young = crashing("a", **{"restarts": 0, **row})
    found = choose(cluster(young, ready("b")), DEFAULTS)
    assert (found.examined, found.sick, found.healthy) == (("a",), sick, 1)


# Nodes without a pod


def missing(**more: Any) -> Overview:
    return Overview(
        nodes=(node("a"), node("b"), node("w")), pods=(ready("a"),), **{"wanted_pods": 2, **more}
    )


def test_a_node_without_pod_is_sick_where_the_daemonset_wants_more() -> None:
    found = choose(missing(eligible=frozenset({"a", "b"})), DEFAULTS)
    assert (found.examined, found.missing) == (("b",), ("b",))


def test_a_node_that_is_asked_for_need_not_have_a_pod() -> None:
    found = choose(missing(eligible=frozenset({"a", "b"})), Limits(node="w"))
    assert (found.examined, found.missing) == (("w",), ())


def test_where_labels_are_not_known_all_without_pod_are_looked_at() -> None:
    assert choose(missing(), DEFAULTS).examined == ("b", "w")


@pytest.mark.parametrize(
    "more", [{"wanted_pods": 1}, {"wanted_pods": None}, {"wanted_pods": 0}, {"pods_known": False}]
)
def test_a_node_without_pod_is_well_where_none_is_known_to_be_missing(more: Any) -> None:
    assert choose(missing(**more), DEFAULTS).sick == 0


def test_a_node_that_is_not_ready_and_has_no_pod_lacks_it_though_the_daemonset_wants_none() -> None:
    bare = node("b", status="NotReady")
    windows = node("w", status="NotReady", os="Windows Server 2022 Datacenter")
    new = node("n", status="NotReady", age="40s")
    overview = Overview(nodes=(node("a"), bare, windows, new), pods=(ready("a"),), wanted_pods=1)
    found = choose(overview, DEFAULTS)
    assert (found.examined, found.missing, found.sick) == (("b",), ("b",), 1)
    assert choose(overview, Limits(node="n")).missing == ("n",)


def test_in_a_cluster_without_calico_no_node_lacks_its_pod() -> None:
    assert choose(Overview(nodes=(node("b", status="NotReady"),)), DEFAULTS).examined == ()


def test_where_the_daemonset_is_not_known_a_node_without_pod_may_lack_it() -> None:
    found = choose(missing(wanted_pods=None, wanted_known=False), DEFAULTS)
    assert (found.unsure, found.examined) == (("b", "w"), ())
    assert choose(missing(wanted_pods=None), DEFAULTS).unsure == ()


# Ready and odd all the same


def test_what_is_listed_of_a_node_that_is_not_ready_does_not_make_it_healthy() -> None:
    overview = cluster(ready("a"), ready("b"))
    lost = replace(overview, nodes=(node("a"), node("b", status="NotReady,SchedulingDisabled")))
    found = choose(lost, DEFAULTS)
    assert (found.examined, found.healthy, found.peers) == (("b",), 1, ("a",))


def test_a_ready_node_whose_pods_get_no_network_is_looked_into() -> None:
    overview = cluster(ready("a"), ready("b"), sandbox_events={"b": (b"{}",)})
    found = choose(overview, DEFAULTS)
    assert (found.examined, found.sick) == (("b",), 0)


def addressed(**stored: str) -> Overview:
    nodes = (node(name, internal=f"10.0.0.{n}") for n, name in enumerate(stored, 1))
    return Overview(
        nodes=tuple(nodes), pods=tuple(ready(name) for name in stored), addresses=stored
    )


def test_a_ready_node_with_another_address_than_the_kubelet_s_is_looked_into() -> None:
    found = choose(addressed(a="10.0.0.1/24", b="10.4.0.1/24", c="10.0.0.3/24"), DEFAULTS)
    assert found.examined == ("b",)
    assert found.sick == 0


def test_where_calico_has_a_separate_network_no_node_is_odd() -> None:
    found = choose(addressed(a="10.9.0.1/24", b="10.9.0.2/24", c="10.9.0.3/24"), DEFAULTS)
    assert found.examined == ()


def test_half_of_a_cluster_may_be_wrong() -> None:
    found = choose(
        addressed(a="10.0.0.1/8", b="10.0.0.2/8", c="10.4.0.1/8", d="10.4.0.2/8"), DEFAULTS
    )
    assert found.examined == ("c", "d")


def test_an_address_of_another_family_is_no_other_address() -> None:
    nodes = tuple(node(name, internal=f"fd00::{name}") for name in "abc")
    overview = Overview(
        nodes=nodes,
        pods=tuple(ready(row.name) for row in nodes),
        addresses={"a": "10.0.0.1/24", "b": "10.0.0.2/24"},
    )
    assert choose(overview, DEFAULTS).examined == ()


def test_a_node_without_internal_address_is_not_compared() -> None:
    overview = addressed(a="10.0.0.1/24", b="10.0.0.2/24", c="10.0.0.3/24")
    bare = replace(overview, nodes=(node("a", internal=""), *overview.nodes[1:]))
    assert choose(bare, DEFAULTS).examined == ()


def test_who_shares_an_address_is_looked_into() -> None:
    found = choose(addressed(a="10.0.0.1/24", b="10.0.0.1/24", c="10.0.0.3/24"), DEFAULTS)
    assert found.examined == ("a", "b")


def test_a_sick_node_s_rival_is_mentioned() -> None:
    stored = {"a": "10.4.0.1/24", "b": "10.0.0.2/24", "gone": "10.4.0.1/16"}
    overview = cluster(crashing("a"), ready("b"), ready("c"), ready("d"), addresses=stored)
    assert choose(overview, DEFAULTS).mentioned == ("gone",)


def test_of_thousands_with_one_address_a_few_are_mentioned() -> None:
    stored = {f"n{n:04}": "10.4.0.1/24" for n in range(5000)}
    found = choose(cluster(*(ready(name) for name in stored), addresses=stored), DEFAULTS)
    assert len(found.examined) == 3
    assert len(found.named) < 20
    assert sum(len(group.alike) for group in found.groups) == 4997


@pytest.mark.parametrize(
    ("restarts", "ago", "odd"),
    [(9, "5m", True), (1, "5m", False), (9, "3h", False), (9, "", False)],
)
def test_who_restarts_again_and_again_is_odd(restarts: int, ago: str, odd: bool) -> None:
    flapping = ready("a", restarts=restarts, restarted_ago=ago)
    assert bool(choose(cluster(flapping, ready("b")), DEFAULTS).examined) is odd


# Peers are fair


def test_a_peer_s_node_is_ready() -> None:
    overview = cluster(crashing("a"), ready("b"), ready("c"), ready("d"))
    nodes = (
        node("a"),
        node("b", status="NotReady"),
        node("c", status="Ready,SchedulingDisabled"),
        node("d", status="Unknown"),
    )
    assert choose(replace(overview, nodes=nodes), DEFAULTS).peers == ("c",)


def test_peers_have_the_same_role_where_there_are_such() -> None:
    overview = Overview(
        nodes=(
            node("a", roles="control-plane", version="v1.29.0"),
            node("b", roles="control-plane"),
            node("c", version="v1.29.0"),
        ),
        pods=(crashing("a"), ready("b"), ready("c")),
    )
    assert choose(overview, DEFAULTS).peers == ("b",)


def test_the_only_one_of_its_role_is_compared_with_others() -> None:
    overview = Overview(
        nodes=(node("a", roles="control-plane"), node("b")), pods=(crashing("a"), ready("b"))
    )
    assert choose(overview, DEFAULTS).peers == ("b",)


def test_the_nearest_in_release_kernel_and_runtime_come_first() -> None:
    far = [node(f"f{n}", kernel="4.18.0", version="v1.20.0") for n in range(5)]
    near = [node(f"n{n}", kernel="5.15.1") for n in range(5)]
    overview = Overview(
        nodes=(node("x"), *far, *near),
        pods=(crashing("x"), *(ready(row.name) for row in (*far, *near))),
    )
    assert choose(overview, DEFAULTS).peers == ("n0", "n1", "n2", "n3", "n4")


@pytest.mark.parametrize("new", [{"age": "4m"}, {"restarts": 1, "restarted_ago": "4m"}])
def test_a_pod_that_has_just_begun_is_a_peer_only_where_there_is_no_other(new: Any) -> None:
    young = [ready(f"a{n}", **new) for n in range(5)]
    assert choose(cluster(crashing("x"), *young, ready("z")), DEFAULTS).peers[0] == "z"


def test_sick_nodes_share_their_peers() -> None:
    nodes = [node(f"n{n}", kernel=f"5.{n}") for n in range(20)]
    pods = [crashing("n0"), crashing("n1"), *(ready(row.name) for row in nodes[2:])]
    assert len(choose(Overview(nodes=tuple(nodes), pods=tuple(pods)), DEFAULTS).peers) == 5


def test_without_the_list_of_nodes_pods_are_enough() -> None:
    found = choose(Overview(pods=(crashing("a"), ready("b"))), DEFAULTS)
    assert (found.examined, found.peers) == (("a",), ("b",))


# Many


def test_a_dozen_is_examined_one_by_one() -> None:
    found = choose(cluster(*(crashing(f"n{n:02}") for n in range(12))), DEFAULTS)
    assert len(found.examined) == 12


def test_dozens_are_grouped_by_how_they_look() -> None:
    alike = [crashing(f"a{n:02}") for n in range(20)]
    others = [crashing(f"b{n}", status="Init:0/3", restarts=0) for n in range(2)]
    found = choose(cluster(*alike, *others), DEFAULTS)
    assert [len(group.examined) for group in found.groups] == [3, 2]
    assert found.groups[0].alike == tuple(f"a{n:02}" for n in range(3, 20))
    assert found.sick == 22


def test_the_limit_everybody_examines_all_nodes() -> None:
    sick = cluster(*(crashing(f"n{n}") for n in range(40)))
    assert len(choose(sick, Limits(everybody=True)).examined) == 40


def test_ten_thousand_that_are_sick_in_every_way_are_a_few_groups() -> None:
    words = ("CrashLoopBackOff", "Init:0/3", "Error", "Running", "Pending", "ImagePullBackOff")
    pods = [
        crashing(f"n{n}", status=words[n % 6], restarts=n % 37, ready=n % 2, total=3)
        for n in range(10_000)
    ]
    nodes = tuple(node(pod.node, version=f"v1.{n % 9}.0") for n, pod in enumerate(pods))
    found = choose(Overview(nodes=nodes, pods=tuple(pods)), DEFAULTS)
    assert len(found.examined) <= 36
    assert sum(len(group.examined) + len(group.alike) for group in found.groups) == 10_000


# One node


def test_a_node_that_is_asked_for_is_examined_though_it_is_healthy() -> None:
    found = choose(cluster(ready("a"), crashing("b"), ready("c")), Limits(node="a"))
    assert (found.examined, found.peers) == (("a",), ("c",))


def test_a_node_is_examined_as_well_without_keeping_the_sick_from_it() -> None:
    overview = cluster(ready("a"), crashing("b"), ready("c"))
    found = choose(overview, Limits(also=("a", "gone")))
    assert (found.examined, found.peers) == (("a", "b"), ("c",))


def test_one_of_many_that_look_alike_is_examined_where_it_is_named() -> None:
    overview = cluster(*(crashing(f"n{number:02}") for number in range(20)))
    found = choose(overview, Limits(also=("n17",)))
    assert found.examined == ("n17", "n00", "n01", "n02")
    assert "n17" not in found.groups[1].alike


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("worker.example.org", ("worker.example.org",)),
        ("worker", ("worker.example.org",)),
        ("WORKER", ("worker.example.org",)),
        ("short.example.org", ("short",)),
        ("short", ("short",)),
        ("worker.other.org", ()),
        ("nobody", ()),
    ],
)
def test_a_short_name_equals_its_fqdn(asked: str, meant: tuple[str, ...]) -> None:
    overview = cluster(ready("worker.example.org"), ready("short"))
    assert choose(overview, Limits(node=asked)).examined == meant


def test_the_very_name_is_not_the_longer_one() -> None:
    found = choose(cluster(ready("a"), ready("a.example.org")), Limits(node="a"))
    assert found.examined == ("a",)


# Order


SLOW_TO_DRAW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
_words = st.sampled_from(["Running", "CrashLoopBackOff", "Init:0/3", "Terminating", "Pending"])
_spans = st.sampled_from(["", "5m", "3h", "9d"])


@st.composite
def overviews(draw: st.DrawFn) -> Overview:
    names = [f"n{n}" for n in range(draw(st.integers(0, 25)))]
    pods = [
        PodRow(
            namespace=draw(st.sampled_from(["kube-system", "calico-system"])),
            name=f"calico-node-{n:05}",
            ready=draw(st.integers(0, 1)),
            total=1,
            status=draw(_words),
            restarts=draw(st.integers(0, 9)),
            restarted_ago=draw(_spans),
            age=draw(_spans),
            node=draw(st.sampled_from(["", *names])),
        )
        for n in range(draw(st.integers(0, 25)))
    ]
    nodes = [
        node(
            name,
            status=draw(st.sampled_from(["Ready", "NotReady"])),
            roles=draw(st.sampled_from(["", "control-plane"])),
            kernel=draw(st.sampled_from(["5.15.0", "6.1.0"])),
            internal=draw(st.sampled_from(["", "10.0.0.1", "10.0.0.2"])),
        )
        for name in names
    ]
    stored = {name: draw(st.sampled_from(["10.0.0.1/24", "10.0.0.2/24"])) for name in names[::2]}
    wanted = draw(st.sampled_from([None, 0, 10, 30]))
    return Overview(nodes=tuple(nodes), pods=tuple(pods), addresses=stored, wanted_pods=wanted)


@SLOW_TO_DRAW
@given(overviews(), st.randoms(use_true_random=False), st.sampled_from(["", "n1"]))
def test_the_order_of_the_lists_decides_nothing(
    overview: Overview, random: Any, asked: str
) -> None:
    nodes, pods = list(overview.nodes), list(overview.pods)
    stored = list(overview.addresses.items())
    for each in (nodes, pods, stored):
        random.shuffle(each)
    other = replace(overview, nodes=tuple(nodes), pods=tuple(pods), addresses=dict(stored))
    assert choose(other, Limits(node=asked)) == choose(overview, Limits(node=asked))


@SLOW_TO_DRAW
@given(overviews())
def test_a_peer_is_never_a_suspect(overview: Overview) -> None:
    found = choose(overview, DEFAULTS)
    suspects = {name for group in found.groups for name in (*group.examined, *group.alike)}
    assert not suspects & set(found.peers)
    assert not set(found.mentioned) & {*found.examined, *found.peers}
