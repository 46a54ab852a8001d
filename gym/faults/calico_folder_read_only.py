"""/var/lib/calico cannot be written: start-up cannot leave the node's name there."""

from gym.fault import Fault
from gym.place import Place

_FOLDER = "/var/lib/calico"


def inject(place: Place) -> None:
    place.sh(f"mount --bind {_FOLDER} {_FOLDER}; mount -o remount,ro,bind {_FOLDER}")
    place.restart_pod()


def bites(place: Place) -> bool:
    said = place.log(previous=True) + place.log()
    return not place.is_ready and "read-only file system" in said


def heal(place: Place) -> None:
    place.sh(f"umount -l {_FOLDER}")
    place.restart_pod()


FAULT = Fault(
    title="/var/lib/calico mounted read-only",
    cause="name-file-not-written",
    inject=inject,
    bites=bites,
    heal=heal,
    also=("host-readonly-fs",),
)
