"""The first survey of a cluster, from lists."""

from collections.abc import Mapping
from dataclasses import field

from calicovet.model.facts.routes import BgpPeerSeen
from calicovet.model.record import record

FINISHED = frozenset(
    {
        *("Evicted", "Failed", "Succeeded", "Completed", "Preempted", "Shutdown", "NodeShutdown"),
        *(
            "Terminated",
            "NodeAffinity",
            "OutOfcpu",
            "OutOfmemory",
            "OutOfpods",
            "OutOfephemeral-storage",
        ),
        *("UnexpectedAdmissionError", "ContainerStatusUnknown"),
    }
)
"""How pods are listed that will never run again: beside another they are leftovers."""


@record(kw_only=True)
class PodRow:
    """A pod as `kubectl get pods -o wide` lists it."""

    namespace: str
    name: str
    ready: int
    total: int
    status: str
    restarts: int = 0
    restarted_ago: str = ""
    """`5m12s`, where the list has it."""
    age: str = ""
    ip: str = ""
    node: str = ""

    @property
    def well(self) -> bool:
        return self.status == "Running" and self.ready == self.total > 0

    @property
    def place(self) -> str:
        """The node it runs on; its own name as long as it has none."""
        return self.node or f"{self.namespace}/{self.name}"


@record(kw_only=True)
class NodeRow:
    """A node as `kubectl get nodes -o wide` lists it."""

    name: str
    status: str = ""
    roles: str = ""
    age: str = ""
    version: str = ""
    internal: str = ""
    external: str = ""
    os: str = ""
    kernel: str = ""
    runtime: str = ""

    @property
    def cut_off(self) -> bool:
        """Whether its kubelet is silent or says no: what is listed of its pods may be old."""
        return self.status.startswith("NotReady")

    @property
    def runs_windows(self) -> bool:
        return self.os.startswith("Windows")


@record(kw_only=True)
class Overview:
    """Everybody in the cluster, in one line each."""

    nodes: tuple[NodeRow, ...] = ()
    pods: tuple[PodRow, ...] = ()
    """calico-node's own."""
    pods_known: bool = True
    """Nothing kept the list of pods from being whole: who is not on it is not there."""
    others: tuple[PodRow, ...] = ()
    """Those that serve all nodes: Typha, kube-controllers, the operator."""
    addresses: Mapping[str, str] = field(default_factory=dict)
    """By node: the address that Calico stored, with its prefix."""
    wanted_pods: int | None = None
    """How many pods the DaemonSet wants; None where there is none."""
    wanted_known: bool = True
    """Nothing kept the DaemonSets from being read."""
    eligible: frozenset[str] | None = None
    """The nodes whose labels the DaemonSet asks for; None where that is not known."""
    one_namespace: bool = False
    """Whether only one was looked into: a node may have its pod in another."""
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By node: its labels; only where the BGP mesh is off."""
    bgp_peers: tuple[BgpPeerSeen, ...] | None = None
    """Where the BGP mesh is off: what there is instead; None where it is on, or they could not be read."""
    sandbox_events: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    """By node: what its kubelet says of pods that it cannot connect, as Event objects."""

    def by_place(self) -> dict[str, PodRow]:
        """For each node the pod that shows its state, whatever the order of the list.

        One that stays rather than one that is over or being deleted, then a sick one rather than a ready one.
        """
        found: dict[str, PodRow] = {}
        for pod in sorted(self.pods, key=_tells_most, reverse=True):
            found[pod.place] = pod
        return dict(sorted(found.items()))


def _tells_most(pod: PodRow) -> tuple[bool, bool, bool, str, str]:
    going = pod.status == "Terminating"
    return pod.status in FINISHED, going, pod.well, pod.namespace, pod.name


@record(kw_only=True)
class Group:
    """Nodes that look alike from outside: some are examined, the others only told."""

    examined: tuple[str, ...]
    alike: tuple[str, ...] = ()


@record(kw_only=True)
class Selection:
    """Nodes to examine closely, and nodes to compare them with."""

    groups: tuple[Group, ...] = ()
    peers: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    """Nodes that are not looked into, though their row matters.

    They claim an address of one that is; where none is examined, one stands for all.
    """
    missing: tuple[str, ...] = ()
    """Nodes among the examined that have no pod, and need one: the DaemonSet wants it, or they are not ready."""
    unsure: tuple[str, ...] = ()
    """Some of the nodes that have no pod where it is not known whether they should."""
    sick: int = 0
    healthy: int = 0

    @property
    def examined(self) -> tuple[str, ...]:
        return tuple(node for group in self.groups for node in group.examined)

    @property
    def named(self) -> frozenset[str]:
        return frozenset((*self.examined, *self.peers, *self.mentioned))
