"""Whether a failure concerns calico-node on this node, now."""

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker

CALICOS_PROGRAMS = frozenset(
    {
        Speaker.STARTUP,
        Speaker.FELIX,
        Speaker.CONFD,
        Speaker.BIRD,
        Speaker.TUNNEL_IP_ALLOCATOR,
        Speaker.MONITOR_ADDRESSES,
        Speaker.CNI_CONFIG_MONITOR,
        Speaker.STATUS_REPORTER,
        Speaker.COMPLETE_STARTUP,
        Speaker.NODE_SERVICES,
        Speaker.RC_LOCAL,
        Speaker.SHUTDOWN,
        Speaker.HOSTPATH_INIT,
        Speaker.UPGRADE_IPAM,
        Speaker.INSTALL_CNI,
        Speaker.MOUNT_BPFFS,
        Speaker.CNI_PLUGIN,
        Speaker.TYPHA,
        Speaker.OPERATOR,
    }
)
"""Programs of Calico without which calico-node, or the network of its node, does not work."""
OF_THE_HOST = frozenset({Speaker.KUBELET, Speaker.RUNTIME, Speaker.KERNEL, Speaker.PROBE})
_BRING_UP_CONTAINERS = frozenset({Speaker.KUBELET, Speaker.RUNTIME})
_SHARED_BY_ALL_PODS = frozenset(
    {
        ThingClass.RUNTIME,
        ThingClass.KUBELET,
        ThingClass.CNI_CONFIG,
        ThingClass.CGROUP,
        ThingClass.MEMORY,
        ThingClass.DISK,
        ThingClass.PROCESSES,
        ThingClass.FILES,
        ThingClass.INOTIFY,
        ThingClass.CLOCK,
        ThingClass.CONNTRACK,
        ThingClass.MODULE,
        ThingClass.NODE,
        ThingClass.SANDBOX,
    }
)
"""Things of which a node has one for all pods."""
_SHARED_PATHS = ("cni-config", "cni-bin")
_CALICOS_THINGS = frozenset({ThingClass.FELIX, ThingClass.TYPHA, ThingClass.BIRD})
_CALICOS_KINDS = frozenset(
    {
        "bgpconfigurations",
        "bgppeers",
        "blockaffinities",
        "clusterinformations",
        "felixconfigurations",
        "hostendpoints",
        "installations",
        "ipamblocks",
        "ipamconfigs",
        "ipamhandles",
        "ippools",
    }
)
_CALICOS_IMAGES = ("calico/", "tigera/")


def concerns_calico_node(failure: Failure) -> bool:
    """Whether the failure is calico-node's, of its container, or of what all pods of the node share."""
    if failure.by in CALICOS_PROGRAMS:
        return True
    if failure.by in (Speaker.UNKNOWN, Speaker.PERSON):
        return not failure.about.pod or is_calico_node_pod(failure.about.pod)
    if failure.by not in OF_THE_HOST:
        return False
    if failure.about.pod:
        return is_calico_node_pod(failure.about.pod)
    if failure.goal.kind is ThingClass.IMAGE:
        return is_calicos(failure)
    shared = failure.thing.kind in _SHARED_BY_ALL_PODS or failure.thing.value in _SHARED_PATHS
    return shared or is_calicos(failure)


def keeps_calico_node_down(failure: Failure) -> bool:
    """Whether calico-node, or one of its containers, cannot run because of the failure."""
    if (
        failure.over
        or failure.transient
        or failure.thing.kind is ThingClass.PROBE
        or not is_calicos(failure)
    ):
        return False
    return failure.fatal or failure.by in _BRING_UP_CONTAINERS or _is_of_calicos_image(failure)


def is_calicos(failure: Failure) -> bool:
    """Whether only Calico can have met the failure: its program, its pod, or its image."""
    if failure.by in CALICOS_PROGRAMS or is_calico_node_pod(failure.about.pod):
        return True
    return any(map(_is_calicos_thing, (failure.thing, failure.goal)))


def _is_calicos_thing(thing: Thing) -> bool:
    if thing.kind is ThingClass.RESOURCE:
        return thing.value in _CALICOS_KINDS
    return thing.kind in _CALICOS_THINGS or _is_calicos_image(thing)


def _is_of_calicos_image(failure: Failure) -> bool:
    return _is_calicos_image(failure.thing) or _is_calicos_image(failure.goal)


def _is_calicos_image(thing: Thing) -> bool:
    return thing.kind is ThingClass.IMAGE and thing.value.startswith(_CALICOS_IMAGES)
