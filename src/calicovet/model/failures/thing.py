"""`ThingClass`: the classes of things that fail."""

from dataclasses import field
from enum import StrEnum

from calicovet.model.record import record


class ThingClass(StrEnum):
    """What kind of thing it is; the comments say which values its things have."""

    UNKNOWN = ""

    API_SERVER = "api-server"
    """service (its ClusterIP), endpoint, localhost (a proxy on the node); empty: not known."""
    ETCD = "etcd"
    DATASTORE = "datastore"
    """The API server or etcd; the text does not say which."""
    TYPHA = "typha"
    REGISTRY = "registry"
    WEBHOOK = "webhook"
    KUBELET = "kubelet"
    RUNTIME = "runtime"
    """containerd, docker, crio; with its socket and services."""
    METADATA_SERVICE = "metadata-service"
    PROXY = "proxy"
    RESOLVER = "resolver"
    FELIX = "felix"
    """Its health port, its main loop."""
    BIRD = "bird"
    BGP_PEER = "bgp-peer"
    PEER = "peer"
    """Another host that is none of those above."""
    PORT = "port"
    """Its number: a port that is listened on, or dialled where nothing else names the service."""

    PATH = "path"
    """A role, see PATH_ROLES in parse/failures; the path itself where it has none."""
    VOLUME = "volume"
    """The volume's name in the pod."""
    PROGRAM = "program"
    """Its name: ip6tables-restore, ipset, nft, bpftool, runc, calico-ipam."""
    LIBRARY = "library"
    CONFIG = "config"
    """A setting, an environment variable, a field of a configuration; its name."""
    CNI_CONFIG = "cni-config"
    """The network configuration that the runtime loads."""
    BIRD_CONFIG = "bird-config"
    TOKEN = "token"
    """A service account's token."""
    CERTIFICATE = "certificate"

    MODULE = "module"
    IPSET = "ipset"
    """Its type or its name."""
    RULES = "rules"
    """Netfilter: a table, a chain, a match or a target."""
    XTABLES_LOCK = "xtables-lock"
    LINK = "link"
    """Its type: vxlan, ipip, wireguard, veth, bridge, dummy, nic, lo; or its name."""
    ROUTE = "route"
    """default where it is the default route."""
    BPF = "bpf"
    """map, program, filesystem, btf."""
    SYSCTL = "sysctl"
    """Its dotted name."""
    CONNTRACK = "conntrack"
    NETLINK = "netlink"
    CGROUP = "cgroup"
    LSM = "lsm"
    """apparmor, selinux, seccomp."""
    CPU = "cpu"
    MEMORY = "memory"
    DISK = "disk"
    PROCESSES = "processes"
    FILES = "files"
    INOTIFY = "inotify"
    CLOCK = "clock"

    RESOURCE = "resource"
    """A Kubernetes kind as its plural in lower case: nodes, ippools, serviceaccounts."""
    IMAGE = "image"
    """calico/node, calico/cni, pause …: the repository without the registry; `text` has all of it."""
    CONTAINER = "container"
    """The container's name."""
    POD = "pod"
    SANDBOX = "sandbox"
    PROBE = "probe"
    """liveness, readiness, startup."""
    NODE = "node"
    """machine-id: what it shares with its clones; former: the object of a node that is gone."""
    NODE_NAME = "node-name"
    ADDRESS = "address"
    """The node's own."""
    HOST_NAME = "host-name"
    """A name that is resolved: localhost, or the name itself."""
    POOL = "pool"
    """Addresses for pods: pools, blocks, handles."""
    FIREWALL = "firewall"
    """host, network (security groups, ACLs), cloud (checks of a packet's source address)."""
    KERNEL = "kernel"
    """The running kernel and its version."""
    PROTOCOL = "protocol"
    """ipip, vxlan, bgp: traffic between nodes."""


@record
class Thing:
    """A thing; two are the same if class and value are."""

    kind: ThingClass = ThingClass.UNKNOWN
    value: str = ""
    """A role or a canonical name, never an address or a name that only one node has; empty: not known."""
    text: str = field(default="", compare=False)
    """As it stood in the line: the path, host:port, the whole image."""


NO_THING = Thing()
