"""Nothing in /opt/cni/bin may be run: calico-node is well, and pods get no network."""

from gym.fault import Fault, Said
from gym.means import busybox_pod
from gym.means.plugins import FOLDER
from gym.place import Place


def inject(place: Place) -> None:
    place.sh(f"mount --bind {FOLDER} {FOLDER}; mount -o remount,noexec,bind {FOLDER}")
    busybox_pod.create(place)


def bites(place: Place) -> bool:
    return busybox_pod.is_refused_again(place, "permission denied")


def heal(place: Place) -> None:
    place.sh(f"umount -l {FOLDER}")
    busybox_pod.delete(place)


FAULT = Fault(
    title="/opt/cni/bin mounted noexec",
    cause="cni-noexec-mount",
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node is 1/1, and what it says shows nothing of it; the events of other pods do.
    text=Said.SILENT,
)
