"""Raw pieces of what was seen, and wishes for more of them."""

from datetime import datetime
from enum import StrEnum
from hashlib import blake2b

from calicovet.model.record import record
from calicovet.model.subject import NOBODY, Subject


class EvidenceKind(StrEnum):
    """What a piece is, apart from how it was got."""

    PASTE = "paste"
    """A whole text as a person pasted it; cut into pieces before it is read."""
    TEXT = "text"
    """A piece that nobody recognised; searched for known messages all the same."""

    # Kubernetes, by kubectl
    POD_TABLE = "pod-table"
    NODE_TABLE = "node-table"
    FLEET = "fleet"
    """How many calico-nodes a live cluster has, and which of them were not looked into."""
    WORKLOAD_TABLE = "workload-table"
    """`kubectl get` of DaemonSets, Deployments and the like."""
    EVENT_TABLE = "event-table"
    EVENT_LINES = "event-lines"
    """Loose lines of the Events section that describe prints."""
    OTHER_TABLE = "other-table"
    POD_DESCRIBE = "pod-describe"
    NODE_DESCRIBE = "node-describe"
    DAEMONSET_DESCRIBE = "daemonset-describe"
    OTHER_DESCRIBE = "other-describe"
    OBJECTS = "objects"
    """YAML or JSON objects, whole or in fragments."""
    CLUSTER_INFORMATION = "cluster-information"
    """Calico's ClusterInformation; asked for by this name, read as an object."""
    NODE_ADDRESSES = "node-addresses"
    """Calico's address annotations cut from Node objects."""

    # Logs
    CALICO_LOG = "calico-log"
    """Any container of a calico-node pod, and its files under /var/log/calico."""
    OTHER_LOG = "other-log"
    """Typha, kube-controllers, the operator, kube-proxy: about.container says whose."""
    KUBELET_JOURNAL = "kubelet-journal"
    RUNTIME_JOURNAL = "runtime-journal"
    """containerd, dockerd, cri-o."""
    SYSTEM_JOURNAL = "system-journal"
    """A journal of several units or of another one."""
    KERNEL_LOG = "kernel-log"

    # Hosts
    IP_ADDR = "ip-addr"
    IP_LINK = "ip-link"
    IP_ROUTE = "ip-route"
    BRIDGES = "bridges"
    CONTAINERD_CONFIG = "containerd-config"
    DOCKER_CONFIG = "docker-config"
    KUBELET_CONFIG = "kubelet-config"
    KUBEADM_CONFIG = "kubeadm-config"
    LOAD = "load"
    CPU_COUNT = "cpu-count"
    MEMORY = "memory"
    DISKS = "disks"
    MODULES = "modules"
    SYSCTL = "sysctl"
    SOCKETS = "sockets"
    KERNEL = "kernel"
    OS_RELEASE = "os-release"
    CONTAINER_LIST = "container-list"
    """`crictl ps`, `docker ps`, `nerdctl ps`."""
    CGROUP_PATHS = "cgroup-paths"
    CPU_STAT = "cpu-stat"
    KUBELET_STATS = "kubelet-stats"
    """The kubelet's `stats/summary`: processors, memory and disks of the node, and who uses most of them."""
    KUBELET_METRICS = "kubelet-metrics"
    """Lines of the kubelet's `metrics/cadvisor`: cgroups of containers, and how calico-node's is held back."""
    UNITS = "units"
    API_CURL = "api-curl"
    HOST_FILE = "host-file"
    """A small file or a directory listing; `taken_by` names it."""
    KUBE_PROXY_RULES = "kube-proxy-rules"
    """What kube-proxy wrote for service kubernetes; asked for by this name, read as a host file."""
    TUNNEL_TRAFFIC = "tunnel-traffic"
    """What a tunnel sends and receives; asked for by this name, read as a host file."""
    IPTABLES_BACKENDS = "iptables-backends"
    """Whose rules stand in which backend; asked for by this name, read as a host file."""
    BGP_STATUS = "bgp-status"
    """`calicoctl node status`, `birdcl show protocols`."""
    VERSIONS = "versions"
    """`kubectl version`, `calicoctl version`, `containerd --version` and the like."""


CLUSTER_KINDS = frozenset(
    {
        EvidenceKind.FLEET,
        EvidenceKind.WORKLOAD_TABLE,
        EvidenceKind.DAEMONSET_DESCRIBE,
        EvidenceKind.KUBEADM_CONFIG,
        EvidenceKind.OTHER_TABLE,
        EvidenceKind.OTHER_DESCRIBE,
    }
)
"""Kinds that are no node's own: what they say holds for every node."""


YOU_SAY = "you say"
"""`Evidence.taken_by` of what a person says in prose."""
UNKNOWN_COMMAND = "paste"
"""`Evidence.taken_by` of a piece that was pasted without its command."""


@record(kw_only=True)
class Evidence:
    """One raw piece. Not whole if anything was cut: then it shows presence, never absence."""

    id: str
    kind: EvidenceKind
    content: str
    about: Subject = NOBODY
    taken_by: str = ""
    """A line that a human can repeat, such as the kubectl or ip command."""
    taken_at: datetime | None = None
    whole: bool = False
    breaks_off: bool = False
    """The paste ends with it, and no prompt behind it shows that the output did."""
    source: str = ""
    """The file or path it came from, for people."""
    numbers: tuple[int, ...] = ()
    """The line number in `source` of each line of `content`; empty: they are the same."""
    order: int = 0
    """Its place among the pieces of one snapshot; the later, the newer."""

    def number_of(self, line: int) -> int:
        """The line number in the source of the content's line (both from 1)."""
        if not self.numbers:
            return line
        return self.numbers[min(max(line, 1), len(self.numbers)) - 1]


def evidence_id(source: str, order: int, content: str) -> str:
    """A short name for a piece, stable for the same text at the same place."""
    digest = blake2b(f"{source}\0{order}\0".encode(), digest_size=6)
    digest.update(content.encode(errors="replace"))
    return digest.hexdigest()


@record
class Request:
    """A wish for a piece of evidence."""

    kind: EvidenceKind
    about: Subject = NOBODY


class GapReason(StrEnum):
    FORBIDDEN = "forbidden"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed-out"
    STOPPED = "stopped"
    """Who asked did not wait any longer."""
    ABSENT = "absent"
    NOT_CONFIGURED = "not-configured"


@record
class Gap:
    """A wish that could not be granted: data, never an exception."""

    request: Request
    reason: GapReason
    detail: str = ""
    how_to_close: str = ""


@record
class Snapshot:
    """All that is known at one time."""

    evidence: tuple[Evidence, ...] = ()
    gaps: tuple[Gap, ...] = ()

    def __add__(self, other: "Snapshot") -> "Snapshot":
        return Snapshot(self.evidence + other.evidence, self.gaps + other.gaps)
