"""Which evidence would show a kind of fact."""

from collections.abc import Iterable, Mapping

from calicovet.model.case import NodeView
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import (
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    AutodetectionMethod,
    BackendRules,
    BgpNotEstablished,
    BgpSaid,
    BridgeLink,
    CalicoAddress,
    CniInstallSaid,
    ContainerCgroup,
    ContainerExit,
    ContainerState,
    CpuCount,
    CpuPressure,
    CpuThrottled,
    CpuUsed,
    CurlAnswered,
    DatastoreReady,
    DefaultRoute,
    DiskFree,
    Fact,
    FelixHealth,
    FelixSaid,
    HostLink,
    InternalAddress,
    IpamUpgradeSaid,
    KernelSaid,
    KernelVersion,
    KilledByProbe,
    KubeletCgroupDriver,
    KubeletSaid,
    KubeletVersion,
    KubeProxyRules,
    KubeProxyState,
    LinkCounters,
    LoadAverage,
    LogShown,
    MemoryFree,
    MilestoneReached,
    ModuleLoaded,
    ModuleNotLoaded,
    NodeCondition,
    NodeListed,
    NodeNameUsed,
    OsImage,
    PathSeen,
    PeerState,
    PodCidr,
    PodListed,
    ProbeFailed,
    ProbeSpec,
    ResourceLimit,
    RuntimeAnswered,
    RuntimeCgroupDriver,
    RuntimeContainer,
    RuntimeSaid,
    RuntimeVersion,
    SettingSeen,
    SocketListening,
    StartDelay,
    StartupSaid,
    Sysctl,
    TopConsumer,
    TyphaState,
    UnitState,
    VxlanLink,
)
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject

_SHOWN_BY: Mapping[type[Fact], EvidenceKind] = {
    AddressAutodetected: EvidenceKind.CALICO_LOG,
    AddressFromEnvironment: EvidenceKind.CALICO_LOG,
    AddressNotDetected: EvidenceKind.CALICO_LOG,
    AddressOnLink: EvidenceKind.CALICO_LOG,
    AutodetectionMethod: EvidenceKind.DAEMONSET_DESCRIBE,
    BackendRules: EvidenceKind.IPTABLES_BACKENDS,
    BgpNotEstablished: EvidenceKind.POD_DESCRIBE,
    BgpSaid: EvidenceKind.CALICO_LOG,
    BridgeLink: EvidenceKind.IP_LINK,
    CalicoAddress: EvidenceKind.NODE_ADDRESSES,
    CniInstallSaid: EvidenceKind.CALICO_LOG,
    ContainerCgroup: EvidenceKind.CGROUP_PATHS,
    ContainerExit: EvidenceKind.POD_DESCRIBE,
    ContainerState: EvidenceKind.POD_DESCRIBE,
    CpuCount: EvidenceKind.CPU_COUNT,
    CpuPressure: EvidenceKind.LOAD,
    CpuThrottled: EvidenceKind.CPU_STAT,
    CpuUsed: EvidenceKind.KUBELET_STATS,
    CurlAnswered: EvidenceKind.API_CURL,
    DatastoreReady: EvidenceKind.CLUSTER_INFORMATION,
    DefaultRoute: EvidenceKind.IP_ROUTE,
    DiskFree: EvidenceKind.DISKS,
    FelixHealth: EvidenceKind.CALICO_LOG,
    FelixSaid: EvidenceKind.CALICO_LOG,
    HostLink: EvidenceKind.IP_ADDR,
    InternalAddress: EvidenceKind.NODE_TABLE,
    IpamUpgradeSaid: EvidenceKind.CALICO_LOG,
    KernelSaid: EvidenceKind.KERNEL_LOG,
    KernelVersion: EvidenceKind.NODE_TABLE,
    KilledByProbe: EvidenceKind.POD_DESCRIBE,
    KubeProxyRules: EvidenceKind.KUBE_PROXY_RULES,
    KubeProxyState: EvidenceKind.POD_TABLE,
    KubeletCgroupDriver: EvidenceKind.KUBELET_CONFIG,
    KubeletSaid: EvidenceKind.KUBELET_JOURNAL,
    KubeletVersion: EvidenceKind.NODE_TABLE,
    LinkCounters: EvidenceKind.TUNNEL_TRAFFIC,
    LoadAverage: EvidenceKind.LOAD,
    LogShown: EvidenceKind.CALICO_LOG,
    MemoryFree: EvidenceKind.MEMORY,
    MilestoneReached: EvidenceKind.CALICO_LOG,
    ModuleLoaded: EvidenceKind.MODULES,
    ModuleNotLoaded: EvidenceKind.MODULES,
    NodeCondition: EvidenceKind.NODE_DESCRIBE,
    NodeListed: EvidenceKind.NODE_TABLE,
    NodeNameUsed: EvidenceKind.HOST_FILE,
    OsImage: EvidenceKind.NODE_TABLE,
    PathSeen: EvidenceKind.HOST_FILE,
    PeerState: EvidenceKind.BGP_STATUS,
    PodCidr: EvidenceKind.NODE_DESCRIBE,
    PodListed: EvidenceKind.POD_TABLE,
    ProbeFailed: EvidenceKind.POD_DESCRIBE,
    ProbeSpec: EvidenceKind.POD_DESCRIBE,
    ResourceLimit: EvidenceKind.POD_DESCRIBE,
    RuntimeAnswered: EvidenceKind.CONTAINER_LIST,
    RuntimeCgroupDriver: EvidenceKind.CONTAINERD_CONFIG,
    RuntimeContainer: EvidenceKind.CONTAINER_LIST,
    RuntimeSaid: EvidenceKind.RUNTIME_JOURNAL,
    RuntimeVersion: EvidenceKind.NODE_TABLE,
    SettingSeen: EvidenceKind.POD_DESCRIBE,
    SocketListening: EvidenceKind.SOCKETS,
    StartDelay: EvidenceKind.POD_DESCRIBE,
    StartupSaid: EvidenceKind.CALICO_LOG,
    Sysctl: EvidenceKind.SYSCTL,
    TopConsumer: EvidenceKind.KUBELET_STATS,
    TyphaState: EvidenceKind.POD_TABLE,
    UnitState: EvidenceKind.UNITS,
    VxlanLink: EvidenceKind.IP_LINK,
}

_CONTAINER: Mapping[type[Fact], str] = {
    IpamUpgradeSaid: "upgrade-ipam",
    CniInstallSaid: "install-cni",
}
_AT_INIT = {
    StageId.IPAM_UPGRADED: "upgrade-ipam",
    StageId.CNI_INSTALLED: "install-cni",
    StageId.BPF_PREPARED: "mount-bpffs",
}
_TOLD_ONCE = frozenset({ProbeFailed, KilledByProbe, BgpNotEstablished})
"""A probe that was seen to fail fails: more of the same would tell nothing new."""
_OF_A_POD = frozenset({EvidenceKind.POD_DESCRIBE, EvidenceKind.KUBELET_JOURNAL})
_RESTARTING = frozenset(
    {Shape.EXITS_AT_STARTUP, Shape.KILLED_BEFORE_FELIX, Shape.KILLED_WHILE_READY}
)


def requests_for(
    kinds: Iterable[type[Fact]], view: NodeView, stages: Localisation
) -> tuple[Request, ...]:
    """The requests that would show those kinds of fact on that node, each once."""
    found = dict.fromkeys(
        request
        for kind in sorted(kinds, key=lambda kind: kind.__name__)
        if (request := _request(kind, view, stages))
    )
    return tuple(found)


def _request(kind: type[Fact], view: NodeView, stages: Localisation) -> Request | None:
    shown_by = _SHOWN_BY.get(kind)
    if shown_by is None or (kind in _TOLD_ONCE and view.unread().one(kind) is not None):
        return None
    if stages.shape is Shape.NOT_CREATED and shown_by in _OF_A_POD:
        # Of a pod that was never made only the DaemonSet's controller speaks.
        return Request(EvidenceKind.DAEMONSET_DESCRIBE, Subject(namespace=view.namespace))
    container, previous = "", False
    if shown_by is EvidenceKind.CALICO_LOG:
        if stages.shape in BEFORE_ANY_LOG:
            return None
        container = _CONTAINER.get(kind) or container_in_question(stages)
        previous = container == "calico-node" and stages.shape in _RESTARTING
    about = Subject(view.name or "", view.namespace, view.pod, container, previous)
    return Request(shown_by, about)


def container_in_question(stages: Localisation) -> str:
    """The container whose log is of interest: the init container that does not end, or calico-node."""
    for stage, container in _AT_INIT.items():
        if stages.states.get(stage) in (StageState.STUCK, StageState.FAILED):
            return container
    if stages.shape in (Shape.INIT_STUCK, Shape.INIT_FAILING):
        for stage, container in _AT_INIT.items():
            if stages.states.get(stage) not in (StageState.PASSED, StageState.SKIPPED):
                return container
    return "calico-node"
