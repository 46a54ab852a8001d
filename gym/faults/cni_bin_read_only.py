"""/opt/cni/bin cannot be written: install-cni fails before calico-node gets its turn."""

from gym.fault import Fault
from gym.means.plugins import FOLDER, cover, uncover
from gym.place import Place


def inject(place: Place) -> None:
    cover(place, f"mount --bind {FOLDER} {FOLDER}; mount -o remount,ro,bind {FOLDER}")


def bites(place: Place) -> bool:
    said = place.log("install-cni", previous=True) + place.log("install-cni")
    return not place.is_ready and "no writeable directory" in said


FAULT = Fault(
    title="/opt/cni/bin mounted read-only",
    cause="cni-bin-dir-not-writable",
    inject=inject,
    bites=bites,
    heal=uncover,
)
