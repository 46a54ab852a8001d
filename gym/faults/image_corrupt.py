"""calico-node's program is not one: the node's disk was full, or lost power, while it was unpacked."""

from gym.archive import File
from gym.fault import Fault, Said
from gym.means.images import replace, restore
from gym.means.pod_events import messages
from gym.place import Place


def inject(place: Place) -> None:
    # Blocks of a file that were never written read as zeros.
    replace(place, {"bin/calico-node": File(bytes(4096))})
    place.restart_pod()


def bites(place: Place) -> bool:
    return "exec format error" in messages(place) + place.log("mount-bpffs") and not place.is_ready


def heal(place: Place) -> None:
    restore(place)
    place.restart_pod()


FAULT = Fault(
    title="an image of the same name whose program is full of zeros",
    cause="img-corrupt-layer",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.LIKELY,
    # That other nodes have the same processor is what kubectl's tables do not show.
    text=Said.SILENT,
    host=Said.LIKELY,
)
