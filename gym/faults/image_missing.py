"""calico-node's image is not on the node, and no registry can be reached."""

from gym.fault import Fault, Said
from gym.means.images import forget, restore
from gym.means.pod_events import messages
from gym.place import Place


def inject(place: Place) -> None:
    forget(place)
    place.restart_pod()


def bites(place: Place) -> bool:
    return "failed to pull and unpack image" in messages(place) and not place.is_ready


def heal(place: Place) -> None:
    restore(place)
    place.restart_pod()


FAULT = Fault(
    title="the image is removed from the node's store, and it cannot be pulled",
    cause="img-pull-unreachable",
    inject=inject,
    bites=bites,
    heal=heal,
    # Its registry cannot be reached because its name cannot be resolved.
    also=("host-dns-broken",),
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
)
