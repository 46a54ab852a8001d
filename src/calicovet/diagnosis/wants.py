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
    BgpNotEstablished,
    BgpSaid,
    BridgeLink,
    CalicoAddress,
    CniInstallSaid,
    ContainerCgroup,
    ContainerExit,
    ContainerState,
    CpuCount,
    CpuThrottled,
    CurlAnswered,
    DatastoreReady,
    DefaultRoute,
    Fact,
    FelixHealth,
    FelixSaid,
    HostLink,
    InternalAddress,
    IpamUpgradeSaid,
    KernelSaid,
    KilledByProbe,
    KubeletCgroupDriver,
    KubeletSaid,
    LoadAverage,
    LogShown,
    MilestoneReached,
    NodeCondition,
    NodeListed,
    NodeNameUsed,
    PathSeen,
    PeerState,
    PodCidr,
    PodListed,
    ProbeFailed,
    ProbeSpec,
    ResourceLimit,
    RuntimeAnswered,
    RuntimeCgroupDriver,
    RuntimeSaid,
    SettingSeen,
    SocketListening,
    StartDelay,
    StartupSaid,
    TyphaState,
)
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject

_SHOWN_BY: Mapping[type[Fact], EvidenceKind] = {
    AddressAutodetected: EvidenceKind.CALICO_LOG,
    AddressFromEnvironment: EvidenceKind.CALICO_LOG,
    AddressNotDetected: EvidenceKind.CALICO_LOG,
    AddressOnLink: EvidenceKind.CALICO_LOG,
    AutodetectionMethod: EvidenceKind.DAEMONSET_DESCRIBE,
    BgpNotEstablished: EvidenceKind.POD_DESCRIBE,
    BgpSaid: EvidenceKind.CALICO_LOG,
    BridgeLink: EvidenceKind.IP_LINK,
    CalicoAddress: EvidenceKind.NODE_ADDRESSES,
    CniInstallSaid: EvidenceKind.CALICO_LOG,
    ContainerCgroup: EvidenceKind.CGROUP_PATHS,
    ContainerExit: EvidenceKind.POD_DESCRIBE,
    ContainerState: EvidenceKind.POD_DESCRIBE,
    CpuCount: EvidenceKind.CPU_COUNT,
    CpuThrottled: EvidenceKind.CPU_STAT,
    CurlAnswered: EvidenceKind.API_CURL,
    DatastoreReady: EvidenceKind.CLUSTER_INFORMATION,
    DefaultRoute: EvidenceKind.IP_ROUTE,
    FelixHealth: EvidenceKind.CALICO_LOG,
    FelixSaid: EvidenceKind.CALICO_LOG,
    HostLink: EvidenceKind.IP_ADDR,
    InternalAddress: EvidenceKind.NODE_TABLE,
    IpamUpgradeSaid: EvidenceKind.CALICO_LOG,
    KernelSaid: EvidenceKind.KERNEL_LOG,
    KilledByProbe: EvidenceKind.POD_DESCRIBE,
    KubeletCgroupDriver: EvidenceKind.KUBELET_CONFIG,
    KubeletSaid: EvidenceKind.KUBELET_JOURNAL,
    LoadAverage: EvidenceKind.LOAD,
    LogShown: EvidenceKind.CALICO_LOG,
    MilestoneReached: EvidenceKind.CALICO_LOG,
    NodeCondition: EvidenceKind.NODE_DESCRIBE,
    NodeListed: EvidenceKind.NODE_TABLE,
    NodeNameUsed: EvidenceKind.HOST_FILE,
    PathSeen: EvidenceKind.HOST_FILE,
    PeerState: EvidenceKind.BGP_STATUS,
    PodCidr: EvidenceKind.NODE_DESCRIBE,
    PodListed: EvidenceKind.POD_TABLE,
    ProbeFailed: EvidenceKind.POD_DESCRIBE,
    ProbeSpec: EvidenceKind.POD_DESCRIBE,
    ResourceLimit: EvidenceKind.POD_DESCRIBE,
    RuntimeAnswered: EvidenceKind.CONTAINER_LIST,
    RuntimeCgroupDriver: EvidenceKind.CONTAINERD_CONFIG,
    RuntimeSaid: EvidenceKind.RUNTIME_JOURNAL,
    SettingSeen: EvidenceKind.POD_DESCRIBE,
    SocketListening: EvidenceKind.SOCKETS,
    StartDelay: EvidenceKind.POD_DESCRIBE,
    StartupSaid: EvidenceKind.CALICO_LOG,
    TyphaState: EvidenceKind.POD_TABLE,
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
