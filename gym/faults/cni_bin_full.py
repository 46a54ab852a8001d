"""/opt/cni/bin lies on a file system that is too small for Calico's programs."""

from gym.fault import Fault, Said
from gym.means.plugins import FOLDER, cover, uncover
from gym.place import Place


def inject(place: Place) -> None:
    cover(place, f"mount -t tmpfs -o size=8m plugins {FOLDER}")


def bites(place: Place) -> bool:
    said = place.log("install-cni", previous=True) + place.log("install-cni")
    return not place.is_ready and "no space left on device" in said


FAULT = Fault(
    title="/opt/cni/bin on a file system of 8 MiB",
    cause="host-disk-full",
    inject=inject,
    bites=bites,
    heal=uncover,
    # Whether the disk is full now is for `df` to say.
    live=Said.LIKELY,
    text=Said.LIKELY,
    also=("cni-bin-dir-not-writable",),
)
