"""Requests to evidence, each asked once, and gaps that say what is missing."""

from collections.abc import Iterable
from threading import Event
from typing import Any

import pytest

from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.overview import Group, Overview, Selection
from calicovet.model.subject import Subject
from calicovet.world.cluster.live import LiveWorld, Options
from calicovet.world.cluster.worker_pool import Pool
from tests.support.small_cluster import SmallCluster, hanging
from tests.support.small_objects import crashing, daemonset, event, healthy, node, pod, waiting
from tests.unit.world.kube.targets import client_of

POD = Subject("node-1", "kube-system", "calico-node-00001")
LOG = Subject("node-1", "kube-system", "calico-node-00001", "calico-node")
LINE = "2026-11-16 07:00:01.079 [INFO][9] startup/startup.go 431: Early log level set to info\n"


class Lab:
    """A small cluster and a world that looks at it."""

    def __init__(self, cluster: SmallCluster, deadline: float = 20.0, **options: Any) -> None:
        self.stop = Event()
        pool = Pool(workers=8, deadline=deadline, stop=self.stop)
        client = client_of(cluster.url, self.stop, timeout=2.0)
        self.world = LiveWorld(client, pool, Options(**options))

    def look(self, peers: Iterable[str] = ()) -> Snapshot:
        """The first look, after which everybody else is examined."""
        seen = self.world.look()
        peers = tuple(peers)
        nodes = [row.name for row in seen.overview.nodes if row.name not in peers]
        selection = Selection(groups=tuple(Group(examined=(name,)) for name in nodes), peers=peers)
        self.world.survey(seen.overview, selection)
        return seen.snapshot


def requests(*kinds: EvidenceKind, about: Subject = POD) -> list[Request]:
    return [Request(kind, about) for kind in kinds]


def sources(found: Snapshot) -> list[str]:
    return [piece.source for piece in found.evidence]


@pytest.fixture
def cluster() -> Any:
    with SmallCluster([daemonset(2), *crashing(1), *healthy(2)]) as running:
        running.logs[("calico-node-00001", "calico-node", False)] = LINE
        running.logs[("calico-node-00001", "calico-node", True)] = LINE
        yield running


def test_a_pod_comes_with_its_events(cluster: SmallCluster) -> None:
    cluster.objects.append(event("Pod", "calico-node-00001", "BackOff", "restarting failed"))
    cluster.objects.append(event("Pod", "another", "BackOff", "of no interest"))
    lab = Lab(cluster)
    lab.look()
    found = lab.world.collect(requests(EvidenceKind.POD_DESCRIBE))
    described, events = found.evidence
    assert '"kind": "Pod"' in described.content and described.about == POD
    assert described.taken_by == "kubectl -n kube-system get pod calico-node-00001 -o json"
    assert "restarting failed" in events.content and "of no interest" not in events.content


def test_nothing_is_asked_for_twice(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    wishes = requests(EvidenceKind.POD_DESCRIBE, EvidenceKind.POD_DESCRIBE)
    assert lab.world.collect(wishes).evidence
    assert lab.world.collect(wishes) == Snapshot()
    assert len(cluster.asked("pods/calico-node-00001$")) == 1


def test_a_request_without_a_pod_is_not_sent(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    before = len(cluster.seen)
    no_pod = Subject(node="node-1")
    kinds = (EvidenceKind.POD_DESCRIBE, EvidenceKind.CALICO_LOG)
    lab.world.collect([*requests(*kinds, about=no_pod), Request(EvidenceKind.NODE_DESCRIBE)])
    assert len(cluster.seen) == before


def test_the_log_of_a_node_s_plugin_is_asked_of_its_kubelet(cluster: SmallCluster) -> None:
    cluster.kubelets[("node-1", "logs/calico/cni/cni.log")] = "a line\n"
    lab = Lab(cluster)
    lab.look()
    found = lab.world.collect([Request(EvidenceKind.OTHER_LOG, Subject(node="node-1"))])
    assert [piece.about.container for piece in found.evidence] == ["cni-plugin"]


def test_what_is_around_a_pod_is_collected(cluster: SmallCluster) -> None:
    cluster.objects += [
        pod("kube-proxy-x", "node-1", label="kube-proxy"),
        _object("v1", "Service", "kubernetes", "default"),
        _object("v1", "ConfigMap", "kubeadm-config", "kube-system"),
        _object("v1", "ConfigMap", "calico-config", "kube-system"),
        _object("apps/v1", "ControllerRevision", "calico-node-77", "kube-system"),
    ]
    lab = Lab(cluster)
    lab.look()
    found = lab.world.collect(
        [
            Request(EvidenceKind.POD_TABLE, Subject(node="node-1")),
            Request(EvidenceKind.NODE_DESCRIBE, Subject(node="node-1")),
            *map(
                Request,
                (
                    EvidenceKind.DAEMONSET_DESCRIBE,
                    EvidenceKind.KUBEADM_CONFIG,
                    EvidenceKind.OTHER_TABLE,
                    EvidenceKind.EVENT_TABLE,
                ),
            ),
        ]
    )
    assert found.gaps == ()
    table = found.evidence[0]
    assert "kube-proxy-x" in table.content and "node-2" not in table.content
    assert any(source.endswith("configmaps/kubeadm-config") for source in sources(found))
    assert any(source.endswith("controllerrevisions") for source in sources(found))


def _object(version: str, kind: str, name: str, namespace: str) -> dict[str, Any]:
    labels = {"k8s-app": "calico-node"}
    metadata = {"name": name, "namespace": namespace, "labels": labels}
    return {"apiVersion": version, "kind": kind, "metadata": metadata}


def test_a_configuration_is_not_asked_for_once_for_each_namespace(cluster: SmallCluster) -> None:
    cluster.objects += [
        daemonset(1, namespace="calico-system"),
        pod("calico-node-99999", "node-2", namespace="calico-system"),
    ]
    lab = Lab(cluster)
    lab.look()
    lab.world.collect([Request(EvidenceKind.KUBEADM_CONFIG)])
    assert len(cluster.asked("kubeadm-config")) == 1


# Logs


def test_a_log_is_read_whole(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    before = Subject(*_parts(LOG), previous=True)
    found = lab.world.collect(
        [Request(EvidenceKind.CALICO_LOG, LOG), Request(EvidenceKind.CALICO_LOG, before)]
    )
    assert [piece.content for piece in found.evidence] == [LINE, LINE]
    assert [piece.whole for piece in found.evidence] == [True, True]
    assert found.evidence[1].taken_by.endswith("--previous")
    # The run before is older than the run.
    assert found.evidence[1].order < found.evidence[0].order


def _parts(about: Subject) -> tuple[str, str, str, str]:
    return about.node, about.namespace, about.pod, about.container


@pytest.mark.parametrize("count", [7000, 9000, 60_000])
def test_of_a_long_log_beginning_and_end_are_read_and_no_line_twice(
    cluster: SmallCluster, count: int
) -> None:
    lines = [f"{number:06} {'x' * 90}" for number in range(count)]
    cluster.logs[("calico-node-00001", "calico-node", False)] = "\n".join(lines) + "\n"
    lab = Lab(cluster)
    lab.look()
    (piece,) = lab.world.collect([Request(EvidenceKind.CALICO_LOG, LOG)]).evidence
    read = piece.content.splitlines()
    assert (read[0], read[-1]) == (lines[0], lines[-1])
    assert len(read) == len(set(read)) and set(read) <= set(lines)
    assert not piece.whole


def test_long_lines_do_not_hide_the_end_of_a_log(cluster: SmallCluster) -> None:
    lines = [f"{number:06} {'y' * 700}" for number in range(2000)]
    cluster.logs[("calico-node-00001", "calico-node", False)] = "\n".join(lines) + "\n"
    lab = Lab(cluster)
    lab.look()
    (piece,) = lab.world.collect([Request(EvidenceKind.CALICO_LOG, LOG)]).evidence
    assert piece.content.splitlines()[-1] == lines[-1]


def test_that_a_log_is_gone_is_a_gap(cluster: SmallCluster) -> None:
    cluster.logs.clear()
    lab = Lab(cluster)
    lab.look()
    before = Subject(*_parts(LOG), previous=True)
    (gap,) = lab.world.collect([Request(EvidenceKind.CALICO_LOG, before)]).gaps
    assert gap.reason is GapReason.ABSENT
    assert gap.how_to_close.startswith("kubectl -n kube-system logs calico-node-00001")


def test_a_container_that_the_pod_does_not_have_has_no_log_to_miss(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    about = Subject("node-1", "kube-system", "calico-node-00001", "upgrade-ipam")
    assert lab.world.collect([Request(EvidenceKind.CALICO_LOG, about)]) == Snapshot()


# Kubelets


def configz(cluster: SmallCluster, *nodes: str) -> list[Request]:
    for name in nodes:
        cluster.kubelets[(name, "configz")] = '{"kubeletconfig":{"cgroupDriver":"systemd"}}'
    return [Request(EvidenceKind.KUBELET_CONFIG, Subject(node=name)) for name in nodes]


def test_a_kubelet_is_asked_through_the_server(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    found = lab.world.collect(configz(cluster, "node-1"))
    assert "systemd" in found.evidence[0].content
    assert found.evidence[0].about.node == "node-1"


def test_no_kubelet_is_asked_where_the_user_does_not_want_it(cluster: SmallCluster) -> None:
    lab = Lab(cluster, node_proxy=False)
    lab.look()
    found = lab.world.collect(configz(cluster, "node-1"))
    assert [(gap.reason, gap.detail) for gap in found.gaps] == [
        (GapReason.NOT_CONFIGURED, "kubelets: --no-node-proxy")
    ]
    assert lab.world.collect(configz(cluster, "node-2")) == Snapshot()
    assert found.evidence == ()
    assert not cluster.asked("proxy|accessreviews")


def test_that_kubelets_may_not_be_asked_is_told_once_and_none_is(cluster: SmallCluster) -> None:
    cluster.forbidden = {"nodes/proxy"}
    lab = Lab(cluster)
    lab.look()
    first = lab.world.collect(configz(cluster, "node-1", "node-2"))
    more = Request(EvidenceKind.KUBELET_STATS, Subject(node="node-1"))
    assert lab.world.collect([more]) == Snapshot()
    (gap,) = first.gaps
    assert "nodes/proxy" in gap.how_to_close
    assert not cluster.asked("/proxy/")
    assert len(cluster.asked("accessreviews")) == 1


@pytest.mark.parametrize("fault", [500, hanging(Event().wait, 3.0)])
def test_what_a_kubelet_does_not_say_is_a_gap(cluster: SmallCluster, fault: Any) -> None:
    cluster.fail("accessreviews", 500)
    cluster.fail("proxy/configz", fault)
    lab = Lab(cluster, deadline=1.0)
    lab.look()
    found = lab.world.collect(configz(cluster, "node-1"))
    assert found.evidence == ()
    assert [gap.request.about.node for gap in found.gaps] == ["node-1"]


# Gaps


@pytest.mark.parametrize("peers", [(), ("node-1",), ("node-2",)])
def test_what_is_forbidden_is_reported_once_in_either_order(
    cluster: SmallCluster, peers: tuple[str, ...]
) -> None:
    cluster.forbidden = {"pods/log", "events"}
    lab = Lab(cluster)
    lab.look(peers)
    other = Subject("node-2", "kube-system", "calico-node-00002")
    wishes = [
        *requests(EvidenceKind.CALICO_LOG, EvidenceKind.POD_DESCRIBE),
        *requests(EvidenceKind.CALICO_LOG, EvidenceKind.POD_DESCRIBE, about=other),
        Request(EvidenceKind.EVENT_TABLE),
    ]
    found = lab.world.collect(wishes)
    assert [(gap.request.kind, gap.detail) for gap in found.gaps] == [
        (EvidenceKind.CALICO_LOG, "pods/log"),
        (EvidenceKind.EVENT_TABLE, "events"),
    ]
    assert lab.world.collect(requests(EvidenceKind.OTHER_LOG)).gaps == ()
    assert len(cluster.asked("/log")) <= 2


def test_what_the_first_look_has_told_is_not_told_again(cluster: SmallCluster) -> None:
    cluster.forbidden = {"nodes"}
    lab = Lab(cluster)
    first = lab.look()
    wish = Request(EvidenceKind.NODE_DESCRIBE, Subject(node="node-1"))
    again = lab.world.collect([wish])
    assert [gap.detail for gap in (*first.gaps, *again.gaps)] == ["nodes"]


def test_a_peer_that_is_gone_is_no_gap(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look(["node-2"])
    gone = Subject("node-2", "kube-system", "calico-node-00002x")
    assert lab.world.collect(requests(EvidenceKind.POD_DESCRIBE, about=gone)).gaps == ()


def test_a_suspect_that_is_gone_is_one(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    gone = Subject("node-1", "kube-system", "calico-node-00001x")
    (gap,) = lab.world.collect(requests(EvidenceKind.POD_DESCRIBE, about=gone)).gaps
    assert (gap.reason, gap.request.about) == (GapReason.ABSENT, gone)


def test_what_is_under_way_when_the_time_is_up_is_a_gap(cluster: SmallCluster) -> None:
    released = Event()
    cluster.fail("/log", hanging(released.wait))
    lab = Lab(cluster, deadline=0.6)
    lab.look()
    found = lab.world.collect(requests(EvidenceKind.CALICO_LOG, EvidenceKind.POD_DESCRIBE))
    released.set()
    assert [gap.reason for gap in found.gaps] == [GapReason.TIMED_OUT]
    assert len(found.evidence) == 2
    assert lab.world.stopped


def test_evidence_comes_in_the_order_of_the_requests(cluster: SmallCluster) -> None:
    cluster.objects += [*crashing(3), *crashing(4)]
    wishes = [
        Request(EvidenceKind.NODE_DESCRIBE, Subject(node=f"node-{number}")) for number in (4, 1, 3)
    ]
    lab = Lab(cluster)
    lab.look()
    found = lab.world.collect(wishes)
    nodes = [piece.about.node for piece in found.evidence if "/nodes/" in piece.source]
    assert nodes == ["node-4", "node-1", "node-3"]


# Hosts


def test_hosts_are_asked_by_name_and_address(cluster: SmallCluster) -> None:
    asked: list[tuple[str, str]] = []

    def run(name: str, address: str) -> Snapshot:
        asked.append((name, address))
        return Snapshot((), (Gap(Request(EvidenceKind.PASTE), GapReason.UNREACHABLE, name),))

    lab = Lab(cluster)
    lab.look()
    found = lab.world.hosts(["node-1", "nobody"], run)
    assert set(asked) == {("node-1", "10.1.0.2"), ("nobody", "")}
    assert [gap.detail for gap in found.gaps] == ["node-1", "nobody"]


def test_gaps_are_never_about_a_peer_s_host(cluster: SmallCluster) -> None:
    def run(name: str, address: str) -> Snapshot:
        request = Request(EvidenceKind.PASTE, Subject(node=name))
        return Snapshot((), (Gap(request, GapReason.UNREACHABLE, name),))

    lab = Lab(cluster)
    lab.look(["node-2"])
    found = lab.world.hosts(["node-1", "node-2"], run)
    assert [gap.detail for gap in found.gaps] == ["node-1"]


def test_hosts_that_are_not_asked_in_time_are_gaps(cluster: SmallCluster) -> None:
    lab = Lab(cluster)
    lab.look()
    lab.stop.set()
    found = lab.world.hosts(["node-1"], lambda name, address: Snapshot())
    assert [(gap.reason, gap.request.about.node) for gap in found.gaps] == [
        (GapReason.TIMED_OUT, "node-1")
    ]


def test_the_overview_s_rows_become_evidence() -> None:
    with SmallCluster(
        [daemonset(2), *crashing(1), node("node-9"), pod("x", "", waiting("W"))]
    ) as it:
        lab = Lab(it)
        seen = lab.world.look()
        found = lab.world.survey(seen.overview, Selection(groups=(Group(examined=("node-1",)),)))
    assert {piece.kind for piece in found.evidence} == {
        EvidenceKind.FLEET,
        EvidenceKind.NODE_TABLE,
        EvidenceKind.POD_TABLE,
        EvidenceKind.OBJECTS,
    }
    assert isinstance(seen.overview, Overview)
