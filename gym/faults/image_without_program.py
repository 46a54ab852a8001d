"""An image of calico-node's name that lacks the program it is started with."""

from gym.archive import File
from gym.fault import Fault, Said
from gym.means.images import replace, restore
from gym.means.pod_events import messages
from gym.place import Place


def inject(place: Place) -> None:
    replace(place, {"etc/calico/felix.cfg": File(b"[global]\n", 0o644)})
    place.restart_pod()


def bites(place: Place) -> bool:
    return "executable file not found" in messages(place) and not place.is_ready


def heal(place: Place) -> None:
    restore(place)
    place.restart_pod()


FAULT = Fault(
    title="an image of the same name without calico-node's program",
    cause="img-corrupt-layer",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
)
