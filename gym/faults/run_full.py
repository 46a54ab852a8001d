"""The file system of /run is full: the runtime cannot lay out a container."""

from gym.fault import Fault, Said
from gym.means import background
from gym.means.pod_events import messages
from gym.place import Place

_FILLER = "/run/forgotten.core"


def inject(place: Place) -> None:
    place.sh("mount -o remount,size=32m /run")
    # What the old pod gives back is taken at once.
    fill = f"while sleep 0.2; do cat /dev/zero >>{_FILLER}; done"
    background.start(place, "filler", "sh", "-c", fill)
    place.restart_pod()


def bites(place: Place) -> bool:
    return "no space left on device" in messages(place) and not place.is_ready


def heal(place: Place) -> None:
    background.stop(place, "filler")
    place.sh(f"rm {_FILLER}; mount -o remount,size=50% /run")


FAULT = Fault(
    title="/run is full",
    cause="host-disk-full",
    inject=inject,
    bites=bites,
    heal=heal,
    # Only df shows it; the kubelet watches other file systems.
    live=Said.LIKELY,
    text=Said.LIKELY,
)
