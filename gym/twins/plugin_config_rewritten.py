"""Calico's CNI configuration was deleted, and the next start of calico-node wrote it again."""

from gym.fault import Twin
from gym.means import busybox_pod
from gym.means.node_condition import ready_condition
from gym.place import Place

_FILE = "/etc/cni/net.d/10-calico.conflist"


def inject(place: Place) -> None:
    place.sh(f"rm {_FILE}")
    place.restart_pod()
    busybox_pod.create(place)


def holds(place: Place) -> bool:
    return (
        place.is_ready
        and bool(place.node.read(_FILE))
        and ready_condition(place) == "True"
        and busybox_pod.is_running(place)
    )


def heal(place: Place) -> None:
    busybox_pod.delete(place)


TWIN = Twin(
    title="10-calico.conflist deleted, and calico-node started again",
    of="plugin-config-deleted",
    inject=inject,
    holds=holds,
    heal=heal,
)
