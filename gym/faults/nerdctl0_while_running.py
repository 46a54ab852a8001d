"""A bridge of nerdctl, made while calico-node runs: it looks for its address every minute."""

from gym.fault import Fault, Said
from gym.means.links import add_bridge, remove_link
from gym.place import Place


def inject(place: Place) -> None:
    add_bridge(place, "nerdctl0", "10.4.0.1/24")


def bites(place: Place) -> bool:
    return place.stored_address == "10.4.0.1/24" and not place.is_ready


def heal(place: Place) -> None:
    remove_link(place, "nerdctl0")
    place.restart_pod()


FAULT = Fault(
    title="nerdctl0, made while calico-node was healthy; nothing is restarted",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    # kubectl prints no list of links.
    text=Said.LIKELY,
    seconds=150,
)
