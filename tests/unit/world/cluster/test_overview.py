"""The first look at a cluster, whatever the server is like."""

import json
from collections.abc import Callable, Iterable
from threading import Event, Timer
from typing import Any

import pytest

from calicovet.model.evidence import EvidenceKind, GapReason
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.overview import Seen, look
from calicovet.world.cluster.worker_pool import Pool
from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, Stopped
from tests.support.recording_server import Said
from tests.support.small_cluster import Object, SmallCluster, hanging, status
from tests.support.small_objects import (
    IMAGE,
    ago,
    crashing,
    daemonset,
    done,
    event,
    healthy,
    node,
    pod,
    running,
    unscheduled,
    waiting,
)
from tests.unit.world.kube.targets import client_of

IPPOOL = {
    "apiVersion": "crd.projectcalico.org/v1",
    "kind": "IPPool",
    "metadata": {"name": "default-ipv4-ippool"},
    "spec": {"cidr": "10.244.0.0/16"},
}


def seen_by(cluster: SmallCluster, namespace: str = "", **more: Any) -> Seen:
    stop = Event()
    pool = Pool(workers=8, deadline=more.pop("deadline", 20.0), stop=stop)
    return look(client_of(cluster.url, stop, **more), pool, EvidenceWriter(), namespace)


def pods_of(seen: Seen) -> list[str]:
    return [pod.name for pod in seen.overview.pods]


def gaps_of(seen: Seen) -> list[tuple[str, str]]:
    return [(gap.reason, gap.detail) for gap in seen.snapshot.gaps]


def test_everybody_is_seen_in_one_line_each() -> None:
    with SmallCluster([daemonset(2), *healthy(1), *crashing(2), IPPOOL]) as cluster:
        seen = seen_by(cluster)
    assert [row.name for row in seen.overview.nodes] == ["node-1", "node-2"]
    assert [pod.well for pod in seen.overview.pods] == [True, False]
    assert seen.overview.pods[1].restarts == 7
    assert seen.overview.addresses == {"node-1": "10.1.0.2/16", "node-2": "10.1.0.3/16"}
    assert seen.overview.wanted_pods == 2
    assert (seen.namespaces, seen.image) == (("kube-system",), IMAGE)
    assert seen.snapshot.gaps == ()
    sources = [piece.source for piece in seen.snapshot.evidence]
    assert "apps/v1/namespaces/kube-system/daemonsets/calico-node" in sources
    assert "crd.projectcalico.org/v1/ippools" in sources
    assert all(piece.taken_at and piece.whole for piece in seen.snapshot.evidence)


def test_a_healthy_cluster_costs_a_dozen_requests() -> None:
    objects = [daemonset(300), *(each for number in range(300) for each in healthy(number))]
    with SmallCluster(objects) as cluster:
        seen_by(cluster)
        assert len(cluster.seen) <= 12


@pytest.mark.parametrize("mesh", [True, False])
def test_bgp_peers_are_asked_for_where_the_mesh_is_off(mesh: bool) -> None:
    configuration = {
        "apiVersion": "crd.projectcalico.org/v1",
        "kind": "BGPConfiguration",
        "metadata": {"name": "default"},
        "spec": {"nodeToNodeMeshEnabled": mesh},
    }
    with SmallCluster([daemonset(1), *healthy(1), configuration]) as cluster:
        seen = seen_by(cluster)
        assert bool(cluster.asked("bgppeers")) is not mesh
    sources = [piece.source for piece in seen.snapshot.evidence]
    assert ("crd.projectcalico.org/v1/bgppeers" in sources) is not mesh


def test_pods_are_found_where_the_daemonset_is() -> None:
    place: Any = {"namespace": "calico-system"}
    with SmallCluster(
        [daemonset(1, **place), node("a"), pod("calico-node-aaaaa", "a", **place)]
    ) as cluster:
        seen = seen_by(cluster)
    assert (pods_of(seen), seen.namespaces) == (["calico-node-aaaaa"], ("calico-system",))


def test_pods_are_found_by_label_in_any_namespace() -> None:
    with SmallCluster([node("a"), pod("calico-node-aaaaa", "a", namespace="net")]) as cluster:
        seen = seen_by(cluster)
    assert seen.overview.pods[0].namespace == "net"
    assert seen.namespaces == ("net",)
    assert seen.overview.wanted_pods is None


def test_only_the_namespace_that_was_asked_for_is_looked_into() -> None:
    objects = [daemonset(1), *healthy(1), pod("calico-node-bbbbb", "b", namespace="net")]
    with SmallCluster(objects) as cluster:
        assert pods_of(seen_by(cluster, "net")) == ["calico-node-bbbbb"]
        assert pods_of(seen_by(cluster, "void")) == []
        assert not cluster.asked(r"^/api/v1/pods")


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("canal", "canal"),
        ("rke2-canal", "canal"),
        ("calico-node", "calico-node"),
        ("my-cni-calico-node", "calico-node"),
    ],
)
def test_calico_node_is_known_under_each_of_its_names(name: str, label: str) -> None:
    mine = pod(f"{name}-x7k2p", "a", label=label)
    with SmallCluster([daemonset(1, name, label=label), node("a"), mine]) as cluster:
        seen = seen_by(cluster)
    assert (pods_of(seen), seen.overview.wanted_pods) == ([f"{name}-x7k2p"], 1)


def test_what_runs_on_windows_is_not_counted() -> None:
    others = pod("calico-node-windows-x7k2p", "w", label="calico-node-windows")
    objects = [daemonset(1), daemonset(1, "calico-node-windows"), *healthy(1), node("w"), others]
    with SmallCluster(objects) as cluster:
        seen = seen_by(cluster)
    assert (len(seen.overview.pods), seen.overview.wanted_pods) == (1, 1)


def test_two_daemonsets_are_two() -> None:
    place: Any = {"namespace": "calico-system"}
    objects = [daemonset(1), daemonset(1, **place), *healthy(1)]
    with SmallCluster([*objects, pod("calico-node-other", "node-1", **place)]) as cluster:
        seen = seen_by(cluster)
    assert seen.overview.wanted_pods == 2
    assert {pod.namespace for pod in seen.overview.pods} == {"kube-system", "calico-system"}
    assert set(seen.namespaces) == {"kube-system", "calico-system"}


def test_who_serves_all_nodes_is_no_calico_node() -> None:
    others = [
        pod("calico-typha-7d9-abcde", "node-1", label="calico-typha"),
        pod("calico-kube-controllers-5f-xyz", "node-1", label="calico-kube-controllers"),
    ]
    with SmallCluster([daemonset(1), *healthy(1), *others, pod("x", label="nginx")]) as cluster:
        seen = seen_by(cluster)
    assert len(seen.overview.pods) == 1
    assert len(seen.overview.others) == 2


def test_without_a_pod_the_daemonset_s_labels_say_who_lacks_one() -> None:
    windows = node("w", labels={"kubernetes.io/os": "windows"})
    with SmallCluster([daemonset(2), *healthy(1), node("a"), windows]) as cluster:
        seen = seen_by(cluster)
    assert seen.overview.eligible == frozenset({"a", "node-1"})


def test_labels_count_only_where_they_decide() -> None:
    with SmallCluster([daemonset(2), *healthy(1), node("a")]) as cluster:
        assert seen_by(cluster).overview.eligible is None


def test_where_labels_cannot_be_read_nothing_is_said_of_them() -> None:
    with SmallCluster([daemonset(2), *healthy(1), node("a"), node("b")]) as cluster:
        cluster.fail(r"/nodes\?(?!.*includeObject)", 403)
        assert seen_by(cluster).overview.eligible is None


@pytest.mark.parametrize("forbidden", [set(), {"daemonsets.apps"}])
@pytest.mark.parametrize("namespace", ["kube-system", "calico-system", "net"])
def test_wherever_calico_is_the_first_look_costs_a_dozen_requests(
    namespace: str, forbidden: set[str]
) -> None:
    place: Any = {"namespace": namespace}
    objects = [daemonset(1, **place), node("a"), node("b"), pod("calico-node-aaaaa", "a", **place)]
    with SmallCluster(objects) as cluster:
        cluster.forbidden = forbidden
        seen = seen_by(cluster)
        assert len(cluster.seen) <= 12
    assert pods_of(seen) == ["calico-node-aaaaa"]


@pytest.mark.parametrize("namespace", ["kube-system", "calico-system"])
def test_a_dozen_is_enough_for_who_has_to_look_in_one_place_after_the_other(namespace: str) -> None:
    place: Any = {"namespace": namespace}
    named = {"metadata": {"name": "default"}}
    left = {"apiVersion": "operator.tigera.io/v1", "kind": "Installation", **named}
    pools = {"apiVersion": "crd.projectcalico.org/v1", "kind": "IPPool", **named}
    objects = [left, pools, node("a"), pod("calico-node-aaaaa", "a", **place)]
    with SmallCluster(objects) as cluster:
        cluster.forbidden = {"daemonsets.apps"}
        cluster.fail(r"^/api/v1/pods", 403)
        seen = seen_by(cluster)
        assert len(cluster.seen) <= 12
        assert cluster.asked("operator.tigera.io/v1/installations")
    assert pods_of(seen) == ["calico-node-aaaaa"]


def test_who_may_list_pods_only_where_they_usually_are_sees_them() -> None:
    with SmallCluster([daemonset(1), *healthy(1)]) as cluster:
        cluster.forbidden = {"daemonsets.apps"}
        cluster.fail(r"^/api/v1/pods", 403)
        seen = seen_by(cluster)
    assert pods_of(seen) and seen.overview.pods_known
    assert gaps_of(seen) == [(GapReason.FORBIDDEN, "daemonsets.apps")]


def web(name: str = "web-node-1", uid: str = "") -> Object:
    """A pod of a user's application."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default", "uid": uid},
        "spec": {"nodeName": "node-1", "containers": [{"name": "web"}]},
        "status": {"phase": "Pending"},
    }


def refused(host: str, ago_: str, count: int, message: str = "failed to setup network") -> Object:
    told = event("Pod", f"web-{host}", "FailedCreatePodSandBox", message, "default")
    return {**told, "source": {"host": host}, "lastTimestamp": ago_, "count": count}


@pytest.mark.parametrize(
    ("tell", "counts"),
    [
        # Made when the test runs: how long ago it was is the point.
        (lambda: refused("node-1", ago(seconds=20), 4), True),
        (lambda: refused("node-1", ago(minutes=4), 30), True),
        (lambda: refused("node-1", ago(minutes=4), 4), False),
        (lambda: refused("node-1", ago(minutes=40), 300), False),
        (lambda: refused("node-1", ago(seconds=5), 1), False),
        (lambda: refused("node-1", "soon", 9), False),
        (lambda: refused("node-1", ago(seconds=20), 9, "failed to pull pause:3.9"), False),
        (lambda: refused("", ago(seconds=20), 9), False),
    ],
)
def test_pods_that_get_no_network_up_to_now_point_at_their_node(
    tell: Callable[[], Object], counts: bool
) -> None:
    with SmallCluster([daemonset(1), *healthy(1), web(), tell()]) as cluster:
        assert [*seen_by(cluster).overview.sandbox_events] == ["node-1"] * counts


def test_every_try_to_give_a_pod_its_network_may_be_a_separate_event() -> None:
    tries = [
        {**refused("node-1", ago(seconds=15 * number), 1), "metadata": {"name": f"try-{number}"}}
        for number in range(3)
    ]
    for number, counts in ((2, False), (3, True)):
        with SmallCluster([daemonset(1), *healthy(1), web(), *tries[:number]]) as cluster:
            assert [*seen_by(cluster).overview.sandbox_events] == ["node-1"] * counts


@pytest.mark.parametrize(
    ("times", "latest", "counts"),
    [(2, {"seconds": 9}, True), (1, {"seconds": 9}, False), (9, {"minutes": 7}, False)],
)
def test_a_sandbox_that_is_thrown_away_again_and_again_is_a_network_refused_again_and_again(
    times: int, latest: dict[str, int], counts: bool
) -> None:
    changed = event("Pod", "web-node-1", "SandboxChanged", "Pod sandbox changed", "default")
    told = {
        **changed,
        "metadata": {"name": "changed", "namespace": "default"},
        "type": "Normal",
        "source": {"host": "node-1"},
        "lastTimestamp": ago(**latest),
        "count": times,
    }
    refusal = refused("node-1", ago(minutes=2), 1)
    with SmallCluster([daemonset(1), *healthy(1), web(), told]) as cluster:
        assert [*seen_by(cluster).overview.sandbox_events] == []
    with SmallCluster([daemonset(1), *healthy(1), web(), told, refusal]) as cluster:
        assert [*seen_by(cluster).overview.sandbox_events] == ["node-1"] * counts


def test_an_event_of_a_deleted_pod_points_at_no_node() -> None:
    told = refused("node-1", ago(seconds=20), 9)
    for pods, nodes in (([web()], ["node-1"]), ([web("web-other")], [])):
        with SmallCluster([daemonset(1), *healthy(1), *pods, told]) as cluster:
            assert [*seen_by(cluster).overview.sandbox_events] == nodes


def test_a_pod_of_the_same_name_is_another_pod() -> None:
    told = refused("node-1", ago(seconds=20), 9)
    told["involvedObject"]["uid"] = "0f3c"
    for uid, nodes in (("0f3c", ["node-1"]), ("77aa", [])):
        with SmallCluster([daemonset(1), *healthy(1), web(uid=uid), told]) as cluster:
            assert [*seen_by(cluster).overview.sandbox_events] == nodes


def test_tries_for_different_pods_are_not_added_up() -> None:
    tries = [
        {**refused("node-1", ago(seconds=9), 1), "involvedObject": {"name": f"web-{number}"}}
        for number in range(4)
    ]
    with SmallCluster([daemonset(1), *healthy(1), *tries]) as cluster:
        assert [*seen_by(cluster).overview.sandbox_events] == []


def test_that_events_of_all_namespaces_are_forbidden_is_no_gap() -> None:
    with SmallCluster([daemonset(1), *healthy(1)]) as cluster:
        cluster.forbidden = {"events"}
        assert seen_by(cluster).snapshot.gaps == ()


# Servers that make no tables, or others


EVERY_SORT = (
    pod("calico-node-aaaaa", "a"),
    pod("calico-node-bbbbb", "b", running(ready=False, restarts=3, ended=ago(hours=20))),
    pod("calico-node-ccccc", "c", waiting("CrashLoopBackOff", restarts=9, ended=ago(hours=30))),
    pod("calico-node-ddddd", "d", waiting("PodInitializing"), inits={"install-cni": running()}),
    pod(
        "calico-node-eeeee",
        "e",
        waiting("PodInitializing"),
        inits={"upgrade-ipam": done(), "install-cni": waiting("CrashLoopBackOff", restarts=2)},
    ),
    pod(
        "calico-node-fffff",
        "f",
        waiting("PodInitializing"),
        inits={"upgrade-ipam": {"state": {"terminated": {"exitCode": 2}}, "restartCount": 1}},
    ),
    pod("calico-node-ggggg", "g", inits={"upgrade-ipam": done(), "install-cni": done()}),
    pod("calico-node-hhhhh", "h", deleted=True),
    pod("calico-node-iiiii", "i", {"state": {"terminated": {"exitCode": 0, "signal": 9}}}),
    pod("calico-node-jjjjj", "j", {"state": {"terminated": {"exitCode": 1, "reason": "Error"}}}),
    pod("calico-node-kkkkk", "k", phase="Failed", deleted=True),
    unscheduled("calico-node-lllll"),
)
NODES = (
    node("a", "10.0.0.1", stored="10.0.0.1/24", roles=("control-plane", "etcd")),
    node("b", "10.0.0.2", ready=False),
    node("c", osImage="", kernelVersion="", containerRuntimeVersion=""),
)


@pytest.mark.parametrize("namespace", ["kube-system", ""])
def test_a_server_without_tables_shows_the_same(namespace: str) -> None:
    found: list[Seen] = []
    with SmallCluster([*NODES, *EVERY_SORT]) as cluster:
        if not namespace:
            cluster.objects = [{**each, "metadata": _elsewhere(each)} for each in cluster.objects]
        for cluster.tables in (True, False):
            found.append(seen_by(cluster, namespace))
    assert found[0].overview.nodes == found[1].overview.nodes
    assert found[0].overview.pods == found[1].overview.pods
    assert len(found[0].overview.pods) == len(EVERY_SORT)


def _elsewhere(each: Object) -> Object:
    found = each["metadata"]
    return {**found, "namespace": "net"} if "namespace" in found else found


def test_a_server_without_tables_is_read_page_by_page() -> None:
    objects = [each for number in range(600) for each in healthy(number)]
    with SmallCluster([daemonset(600), *objects]) as cluster:
        cluster.tables = False
        seen = seen_by(cluster)
        assert cluster.asked("/pods.*limit=500.*continue=500")
    assert (len(seen.overview.nodes), len(seen.overview.pods)) == (600, 600)


def without_columns(names: Iterable[str], objects: bool) -> Any:
    """Answers a table of the small cluster without some of its columns, or without its objects."""
    gone = set(names)

    def change(said: Said) -> Said:
        table = json.loads(said.body)
        kept = [n for n, one in enumerate(table["columnDefinitions"]) if one["name"] not in gone]
        table["columnDefinitions"] = [table["columnDefinitions"][n] for n in kept]
        for row in table["rows"]:
            row["cells"] = [row["cells"][n] for n in kept]
            if not objects:
                row["object"] = None
        return Said(json.dumps(table).encode())

    return change


@pytest.mark.parametrize(
    "change",
    [
        without_columns(["Ready"], objects=True),
        without_columns(["Restarts", "Status"], objects=True),
        without_columns([], objects=False),
    ],
)
def test_a_table_that_lacks_what_is_needed_is_not_relied_on(change: Any) -> None:
    with SmallCluster([*NODES, pod("calico-node-aaaaa", "a", namespace="net")]) as cluster:
        plain = SmallCluster(cluster.objects)
        cluster.fail(r"Object=(None|Metadata)", lambda seen: change(plain.reply(seen)))
        seen = seen_by(cluster)
    assert [row.status for row in seen.overview.nodes] == ["Ready", "NotReady", "Ready"]
    assert seen.overview.pods[0].well
    assert seen.overview.pods[0].namespace == "net"


# What cannot be had


def test_who_may_only_list_pods_and_nodes_sees_them() -> None:
    with SmallCluster([daemonset(1), *crashing(1)]) as cluster:
        cluster.forbidden = {"daemonsets.apps", "ippools.crd.projectcalico.org"}
        seen = seen_by(cluster)
    assert len(seen.overview.pods) == 1
    assert gaps_of(seen) == [
        (GapReason.FORBIDDEN, "daemonsets.apps"),
        (GapReason.FORBIDDEN, "ippools.crd.projectcalico.org"),
    ]
    assert 'apiGroups: ["apps"], resources: [daemonsets]' in seen.snapshot.gaps[0].how_to_close


def test_that_nodes_are_forbidden_is_told_once() -> None:
    with SmallCluster([daemonset(1), *crashing(1)]) as cluster:
        cluster.forbidden = {"nodes"}
        seen = seen_by(cluster)
    assert gaps_of(seen) == [(GapReason.FORBIDDEN, "nodes")]
    assert pods_of(seen)


def test_that_pods_are_forbidden_does_not_mean_that_there_are_none() -> None:
    with SmallCluster([daemonset(1), *crashing(1)]) as cluster:
        cluster.forbidden = {"pods"}
        seen = seen_by(cluster)
    assert not seen.overview.pods_known
    assert gaps_of(seen) == [(GapReason.FORBIDDEN, "pods")]


def test_a_guess_at_a_namespace_leaves_no_gap_where_pods_were_found() -> None:
    with SmallCluster([node("a"), pod("calico-node-aaaaa", "a", namespace="net")]) as cluster:
        cluster.fail("namespaces/calico-system/pods", 403)
        seen = seen_by(cluster)
    assert (pods_of(seen), seen.snapshot.gaps) == (["calico-node-aaaaa"], ())
    assert seen.overview.pods_known


def test_a_dead_extension_is_a_gap_and_no_more() -> None:
    released = Event()
    with SmallCluster([daemonset(1), *crashing(1), IPPOOL]) as cluster:
        cluster.fail("bgpconfigurations", hanging(released.wait))
        cluster.fail("felixconfigurations", 503)
        cluster.fail("tigerastatuses", 404)
        cluster.fail("/ippools", lambda _: Said(b"<html>no JSON</html>"))
        seen = seen_by(cluster, timeout=0.3)
        released.set()
    assert pods_of(seen) == ["calico-node-00001"]
    assert sorted(reason for reason, _ in gaps_of(seen)) == ["timed-out", "unreachable"]


@pytest.mark.parametrize("path", [r"/nodes\?", "/apis$", "daemonsets"])
def test_nonsense_at_one_place_is_a_gap(path: str) -> None:
    with SmallCluster([daemonset(1), *crashing(1)]) as cluster:
        cluster.fail(path, lambda _: Said(b"<html>"))
        seen = seen_by(cluster)
    assert pods_of(seen)
    assert [gap.reason for gap in seen.snapshot.gaps] == [GapReason.UNREACHABLE]


def test_who_is_not_known_is_told_so() -> None:
    with SmallCluster() as cluster:
        cluster.fail("", lambda _: status(401, "Unauthorized", "Unauthorized"))
        with pytest.raises(ApiRefused):
            seen_by(cluster)


def test_a_server_that_refuses_everything_was_reached() -> None:
    with SmallCluster() as cluster:
        cluster.fail("", 403)
        seen = seen_by(cluster)
    assert {reason for reason, _ in gaps_of(seen)} == {GapReason.FORBIDDEN}
    assert len(seen.snapshot.gaps) == len(set(seen.snapshot.gaps))


def test_a_server_that_is_not_there_is_an_error() -> None:
    with SmallCluster() as cluster:
        pass
    with pytest.raises(ApiUnreachable):
        seen_by(cluster)


def test_a_stop_before_the_first_answer_gives_nothing() -> None:
    released = Event()
    with SmallCluster() as cluster:
        cluster.fail("", hanging(released.wait))
        with pytest.raises(Stopped):
            seen_by(cluster, deadline=0.2)
        released.set()


def test_what_was_seen_before_the_time_was_up_is_kept() -> None:
    released = Event()
    with SmallCluster([daemonset(3), *healthy(1), node("a"), node("b")]) as cluster:
        cluster.fail("/pods", hanging(released.wait))
        Timer(3, released.set).start()
        seen = seen_by(cluster, deadline=0.5)
        released.set()
    assert len(seen.overview.nodes) == 3
    assert not seen.overview.pods_known
    assert GapReason.STOPPED in [gap.reason for gap in seen.snapshot.gaps]
    assert EvidenceKind.POD_TABLE in [gap.request.kind for gap in seen.snapshot.gaps]


def test_whose_answer_comes_first_decides_nothing() -> None:
    objects = [daemonset(1), daemonset(1, namespace="calico-system"), *healthy(1), IPPOOL]
    slow = Event()
    with SmallCluster(objects) as cluster:
        quick = seen_by(cluster)

        def late(seen: Any) -> Said:
            slow.wait(0.15)
            return plain.reply(seen)

        plain = SmallCluster(objects)
        cluster.fail("kube-system/pods|ippools|nodes.*Object=None", late)
        other = seen_by(cluster)
    assert other.overview == quick.overview
    assert [(p.id, p.order) for p in other.snapshot.evidence] == [
        (p.id, p.order) for p in quick.snapshot.evidence
    ]
