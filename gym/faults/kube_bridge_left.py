"""What kube-router left behind: its bridge still has the address of the node's old pod network."""

from gym.fault import Fault, Said
from gym.means.links import add_bridge, remove_link
from gym.place import Place


def inject(place: Place) -> None:
    add_bridge(place, "kube-bridge", "10.32.7.1/24")
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.stored_address == "10.32.7.1/24" and not place.is_ready


def heal(place: Place) -> None:
    remove_link(place, "kube-bridge")
    place.restart_pod()


FAULT = Fault(
    title="the bridge of a removed kube-router, and calico-node started again",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    # kubectl prints no list of links.
    text=Said.LIKELY,
)
