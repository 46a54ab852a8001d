"""nerdctl0 under the operator, with BGP: no session comes up to the node that took its address."""

from gym.fault import Fault, Install, Said
from gym.means.links import add_bridge, remove_link
from gym.place import Place


def inject(place: Place) -> None:
    add_bridge(place, "nerdctl0", "10.4.0.1/24")
    # calico-node chooses only when it starts.
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.stored_address == "10.4.0.1/24" and not place.is_ready


def heal(place: Place) -> None:
    remove_link(place, "nerdctl0")
    place.restart_pod()


FAULT = Fault(
    title="nerdctl0, made after eth0, in a cluster of the operator with BGP",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    # A list of links is what shows whose address it is; kubectl prints none.
    text=Said.LIKELY,
    install=Install.OPERATOR,
)
