"""Small files, directory listings and dumps of a host, recognised by content."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    AutodetectionMethod,
    BackendRules,
    Fact,
    HostSetting,
    InotifyInUse,
    KernelOffers,
    KubeProxyRules,
    LinkCounters,
    LinkOffload,
    LocalhostNamed,
    MountTable,
    NodeNameUsed,
    PathSeen,
    SettingSeen,
    Unreadable,
)
from calicovet.parse.host.calico_environment import read_calico_environment
from calicovet.parse.host.iptables_backends import read_iptables_backends
from calicovet.parse.host.kernel_offers import read_kernel_offers
from calicovet.parse.host.kube_proxy_rules import read_kube_proxy_rules
from calicovet.parse.host.link_state import read_link_state
from calicovet.parse.host.mounts import read_mounts
from calicovet.parse.host.node_name_file import read_node_names
from calicovet.parse.host.paths import read_paths
from calicovet.parse.host.prepared import read_prepared
from calicovet.parse.parser import Parser


def read_host_file(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Whatever of this a text holds; most hold one thing."""
    yield from read_node_names(evidence)
    yield from read_paths(evidence)
    yield from read_calico_environment(evidence)
    yield from read_kube_proxy_rules(evidence)
    yield from read_iptables_backends(evidence)
    yield from read_mounts(evidence)
    yield from read_kernel_offers(evidence)
    yield from read_prepared(evidence)
    yield from read_link_state(evidence)


PARSER = Parser(
    read_host_file,
    gives=(
        NodeNameUsed,
        PathSeen,
        SettingSeen,
        AutodetectionMethod,
        KubeProxyRules,
        BackendRules,
        MountTable,
        KernelOffers,
        LocalhostNamed,
        InotifyInUse,
        HostSetting,
        LinkCounters,
        LinkOffload,
    ),
    in_passing=(
        BackendRules,
        MountTable,
        KernelOffers,
        LocalhostNamed,
        InotifyInUse,
        HostSetting,
        LinkCounters,
        LinkOffload,
    ),
)
