"""A live `whatif` over the addresses of all nodes: which requests it sends, and to which server."""

from collections.abc import Iterator, Sequence
from io import StringIO
from threading import Event

import pytest

from calicovet.app.cli.progress import Progress
from calicovet.app.services.investigate import Way
from calicovet.app.services.live import Means
from calicovet.app.services.whatif_cluster import look_at_addresses
from calicovet.diagnosis.assembly.pipeline import assemble
from calicovet.diagnosis.whatif.trial import Answer, families_of, nodes_with_addresses, try_methods
from calicovet.model.errors import BadUsage
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.language import Language
from calicovet.model.subject import Subject
from calicovet.report.words import words
from calicovet.world.cluster.live import LiveWorld, Options
from calicovet.world.cluster.overview import Seen
from calicovet.world.cluster.worker_pool import Pool
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import daemonset, node, pod
from tests.unit.world.kube.targets import client_of

IP_ADDR = """\
[root@{node} ~]# ip addr
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default
    inet 127.0.0.1/8 scope host lo
2: ens160: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default
    inet {address}/24 brd 10.51.0.255 scope global ens160
[root@{node} ~]#
"""


@pytest.fixture
def cluster() -> Iterator[SmallCluster]:
    nodes = [node(f"n{each}", f"10.51.0.{each}", stored=f"10.51.0.{each}/24") for each in (1, 2)]
    pods = [pod(f"calico-node-0000{each}", f"n{each}") for each in (1, 2)]
    stranger = node("virtual-kubelet", "10.51.0.9")
    with SmallCluster([daemonset(2), *nodes, *pods, stranger]) as running:
        yield running


def looked_at(
    cluster: SmallCluster, *, name: str = "", families: Sequence[int] = (), way: Way | None = None
) -> Snapshot:
    stop = Event()
    pool = Pool(workers=8, deadline=20.0, stop=stop)
    world = LiveWorld(client_of(cluster.url, stop), pool, Options())
    progress = Progress(words(Language.EN), StringIO(), terminal=True)
    means = Means(world=world, progress=progress, known=(), way=way)
    return look_at_addresses(means, node=name, families=families)


def names(snapshot: Snapshot) -> list[str | None]:
    return [view.name for view in nodes_with_addresses(assemble(snapshot))]


def logs_read(cluster: SmallCluster) -> set[str]:
    """The pods whose log was asked for."""
    return {seen.path.split("/")[6] for seen in cluster.seen if "/log" in seen.path}


class Hosts:
    """Every host shows its one link, and remembers that it was asked."""

    def __init__(self) -> None:
        self.announced: tuple[str, ...] = ()
        self.asked: set[str] = set()

    def way(self) -> Way:
        return Way(open=lambda _: self._run, peers=2, announce=self._announce)

    def _announce(self, _: Seen, nodes: Sequence[str]) -> None:
        self.announced = tuple(nodes)

    def _run(self, name: str, address: str) -> Snapshot:
        self.asked.add(name)
        text = IP_ADDR.format(node=name, address=address)
        piece = Evidence(
            id=evidence_id(name, 0, text),
            kind=EvidenceKind.PASTE,
            content=text,
            about=Subject(node=name),
            source=name,
            whole=True,
        )
        return Snapshot((piece,))


def test_those_with_a_calico_node_are_told_of_and_no_others(cluster: SmallCluster) -> None:
    assert names(looked_at(cluster)) == ["n1", "n2"]


def test_before_calico_is_installed_every_node_is_told_of(cluster: SmallCluster) -> None:
    cluster.objects = [each for each in cluster.objects if each["kind"] == "Node"]
    assert names(looked_at(cluster)) == ["n1", "n2", "virtual-kubelet"]


def test_nobodys_log_is_read_where_addresses_are_the_kubelets(cluster: SmallCluster) -> None:
    looked_at(cluster)
    assert logs_read(cluster) == set()


def test_a_stored_address_that_is_not_the_kubelets_is_looked_up_in_the_log(
    cluster: SmallCluster,
) -> None:
    cluster.objects += [
        node("n3", "10.51.0.3", stored="10.4.0.1/24"),
        pod("calico-node-00003", "n3"),
    ]
    looked_at(cluster)
    assert logs_read(cluster) == {"calico-node-00003"}


def test_every_host_is_announced_and_asked_where_there_is_a_way(cluster: SmallCluster) -> None:
    hosts = Hosts()
    snapshot = looked_at(cluster, way=hosts.way())
    assert hosts.announced == ("n1", "n2")
    assert hosts.asked == {"n1", "n2"}
    views = nodes_with_addresses(assemble(snapshot))
    assert try_methods(views, 4, "interface=ens.*").answer is Answer.RIGHT


def test_one_host_is_asked_where_one_node_is_meant(cluster: SmallCluster) -> None:
    hosts = Hosts()
    looked_at(cluster, name="n2", way=hosts.way())
    assert hosts.asked == {"n2"}


def test_an_unknown_node_names_those_that_may_be_meant(cluster: SmallCluster) -> None:
    with pytest.raises(BadUsage) as failed:
        looked_at(cluster, name="n22")
    assert failed.value.details["nodes"].startswith("n2")


def test_both_families_are_read_where_they_are_asked_for(cluster: SmallCluster) -> None:
    for each in cluster.objects:
        if each["kind"] == "Node":
            own = f"2001:db8::{each['metadata']['name'][1:2]}"
            each["status"]["addresses"].append({"type": "InternalIP", "address": own})
            each["metadata"].setdefault("annotations", {})["projectcalico.org/IPv6Address"] = (
                f"{own}/64"
            )
    assert families_of(nodes_with_addresses(assemble(looked_at(cluster)))) == (4,)
    views = nodes_with_addresses(assemble(looked_at(cluster, families=(4, 6))))
    assert families_of(views) == (4, 6)
    assert try_methods(views, 6, "kubernetes-internal-ip").answer is Answer.RIGHT
