"""A second network card, as Vagrant makes it for its NAT: younger than the one of the cluster."""

from gym.fault import Fault, Said
from gym.means.links import add_card, remove_link
from gym.place import Place


def inject(place: Place) -> None:
    add_card(place, "eth1", "10.0.2.15/24")
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.stored_address == "10.0.2.15/24" and not place.is_ready


def heal(place: Place) -> None:
    remove_link(place, "eth1")
    place.restart_pod()


FAULT = Fault(
    title="a second card with 10.0.2.15, and calico-node started again",
    cause="ip-wrong-nic-multihomed",
    inject=inject,
    bites=bites,
    heal=heal,
    # kubectl prints no list of links.
    text=Said.LIKELY,
)
