"""A configuration of flannel that sorts after Calico's: the runtime takes the first alone."""

from gym.fault import Twin
from gym.means import busybox_pod
from gym.means.flannel_config import clear, leave
from gym.place import Place

_FILE = "99-flannel.conflist"


def inject(place: Place) -> None:
    leave(place, _FILE)


def holds(place: Place) -> bool:
    return busybox_pod.is_running(place) and place.is_ready


def heal(place: Place) -> None:
    clear(place, _FILE)


TWIN = Twin(
    title="99-flannel.conflist left in /etc/cni/net.d",
    of="leftover-cni-config",
    inject=inject,
    holds=holds,
    heal=heal,
)
