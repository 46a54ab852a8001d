"""The live loop: what it collects means the same when it is read again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from threading import Event
from typing import Any

import pytest

from calicovet.app.cli.progress import Progress
from calicovet.app.services.investigate import Found, Way, investigate
from calicovet.diagnosis.engine import diagnose
from calicovet.model.diagnosis import NodeState
from calicovet.model.errors import BadUsage
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.language import Language
from calicovet.model.subject import Subject
from calicovet.report.words import words
from calicovet.world.cluster.live import LiveWorld, Options
from calicovet.world.cluster.overview import Seen
from calicovet.world.cluster.worker_pool import Pool
from tests.support.answers import catalogue
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import crashing, daemonset, healthy, node, pod
from tests.unit.world.kube.targets import client_of


@pytest.fixture
def cluster() -> Iterator[SmallCluster]:
    with SmallCluster([daemonset(3), *healthy(1), *healthy(2), *crashing(3)]) as running:
        yield running


def found_in(cluster: SmallCluster, stop: Event | None = None, **more: Any) -> Found:
    stop = stop or Event()
    pool = Pool(workers=8, deadline=20.0, stop=stop)
    world = LiveWorld(client_of(cluster.url, stop), pool, Options())
    progress = Progress(words(Language.EN), StringIO(), terminal=True)
    return investigate(world, catalogue, progress, **more)


def test_the_diagnosis_is_that_of_the_snapshot(cluster: SmallCluster) -> None:
    found = found_in(cluster)
    again = diagnose(found.snapshot, catalogue(), strict=True)
    assert again.nodes == found.diagnosis.nodes
    assert again.summary == found.diagnosis.summary
    assert again.gaps == found.diagnosis.gaps == found.snapshot.gaps


def test_no_cause_crashes_on_what_a_cluster_says(cluster: SmallCluster) -> None:
    assert found_in(cluster).diagnosis.crashed_causes == ()


def test_nothing_is_asked_for_twice(cluster: SmallCluster) -> None:
    found_in(cluster)
    asked = [(seen.method, seen.path, seen.header("accept")) for seen in cluster.seen]
    assert len(asked) == len(set(asked))


def test_no_gap_is_told_twice(cluster: SmallCluster) -> None:
    cluster.forbidden = {"events", "pods/log", "services", "nodes/proxy"}
    gaps = found_in(cluster).snapshot.gaps
    assert len(gaps) == len(set(gaps)) == 4


def test_an_unknown_node_names_those_that_may_be_meant(cluster: SmallCluster) -> None:
    with pytest.raises(BadUsage) as failed:
        found_in(cluster, node="node-33")
    assert failed.value.details["nodes"].startswith("node-3")


def test_unlike_names_are_told_too(cluster: SmallCluster) -> None:
    cluster.objects += [node(f"host{number}") for number in range(50)]
    with pytest.raises(BadUsage) as failed:
        found_in(cluster, node="ZZZ")
    assert failed.value.details["nodes"].endswith(", …")
    assert failed.value.details["nodes"].count(",") == 6


def test_what_the_user_brought_is_part_of_the_snapshot(cluster: SmallCluster) -> None:
    paste = Evidence(
        id="p", kind=EvidenceKind.PASTE, content="[root@node-3 ~]# nproc\n4\n", source="host.txt"
    )
    assert paste in found_in(cluster, known=[paste]).snapshot.evidence


class Hosts:
    """A way to the hosts that remembers who was asked."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.opened = 0
        self.announced: Sequence[str] = ()
        self.way = Way(open=self.open, peers=1, announce=self.announce)

    def announce(self, _: Seen, names: Sequence[str]) -> None:
        assert not self.opened
        self.announced = names

    def open(self, seen: Seen) -> Any:
        self.opened += 1
        return self.run

    def run(self, name: str, address: str) -> Snapshot:
        self.asked.add(name)
        text = f"[root@{name} ~]# nproc\n4\n"
        kind = EvidenceKind.PASTE
        piece = Evidence(id="", kind=kind, content=text, about=Subject(node=name), source=name)
        return Snapshot((piece,))


def test_hosts_of_unsolved_nodes_and_one_peer_are_named_and_asked(cluster: SmallCluster) -> None:
    hosts = Hosts()
    found = found_in(cluster, way=hosts.way)
    assert hosts.announced[0] == "node-3" and len(hosts.announced) == 2
    assert hosts.asked == set(hosts.announced)
    assert {piece.source for piece in found.snapshot.evidence} >= hosts.asked


def test_of_many_sick_nodes_only_the_host_of_the_one_that_was_asked_for_is_asked(
    cluster: SmallCluster,
) -> None:
    cluster.objects += [*crashing(4), *crashing(5)]
    hosts = Hosts()
    found_in(cluster, node="node-4", way=hosts.way)
    assert hosts.asked - {"node-1", "node-2"} == {"node-4"}
    assert len(hosts.asked) == 2


def test_in_a_healthy_cluster_no_host_is_asked(cluster: SmallCluster) -> None:
    cluster.objects = [daemonset(1), *healthy(1)]
    hosts = Hosts()
    assert found_in(cluster, way=hosts.way).diagnosis.summary.healthy == 1
    assert hosts.opened == 0


def test_after_the_stop_no_way_to_a_host_is_opened(cluster: SmallCluster) -> None:
    hosts, stop = Hosts(), Event()

    def stopping(seen: Any) -> Any:
        stop.set()
        return plain.reply(seen)

    plain = SmallCluster(cluster.objects)
    cluster.fail("/log", stopping)
    found = found_in(cluster, stop, way=hosts.way)
    assert hosts.opened == 0
    assert any(each.state is NodeState.SICK for each in found.diagnosis.nodes)


def test_everybody_is_examined_where_that_is_wanted(cluster: SmallCluster) -> None:
    cluster.objects += [each for number in range(100, 120) for each in crashing(number)]
    cluster.objects[0] = daemonset(23)
    found = found_in(cluster, everybody=True)
    assert sum(each.state is NodeState.SICK for each in found.diagnosis.nodes) == 21


def test_the_same_cluster_gives_the_same_findings(cluster: SmallCluster) -> None:
    first, second = found_in(cluster), found_in(cluster)
    undated = [
        [replace(piece, taken_at=None) for piece in found.snapshot.evidence]
        for found in (first, second)
    ]
    assert [each.source for each in undated[0]] == [each.source for each in undated[1]]
    assert first.snapshot.gaps == second.snapshot.gaps


def test_two_pods_of_two_daemonsets_on_a_node_are_both_read(cluster: SmallCluster) -> None:
    other = pod("calico-node-zzzzz", "node-3", namespace="calico-system")
    cluster.objects += [daemonset(1, namespace="calico-system"), other]
    found = found_in(cluster)
    assert cluster.asked("calico-system/pods/calico-node-zzzzz$")
    assert found.diagnosis.summary.sick == 1
