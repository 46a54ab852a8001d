"""A configuration of flannel that sorts before Calico's: pods get no network, calico-node is well."""

from gym.fault import Fault, Said
from gym.means import busybox_pod
from gym.means.flannel_config import clear, leave
from gym.place import Place

_FILE = "00-flannel.conflist"


def inject(place: Place) -> None:
    leave(place, _FILE)


def bites(place: Place) -> bool:
    return busybox_pod.is_refused_again(place, "flannel")


def heal(place: Place) -> None:
    clear(place, _FILE)


FAULT = Fault(
    title="00-flannel.conflist left in /etc/cni/net.d",
    cause="rt-cni-leftover-config",
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node is 1/1, and what it says shows nothing of it; the events of other pods do.
    live=Said.LIKELY,
    text=Said.SILENT,
)
