"""A card that has the address of another node, as on a host that was cloned from it."""

from gym.fault import Fault
from gym.means.links import add_card, remove_link
from gym.place import Place


def inject(place: Place) -> None:
    first = place.cluster.nodes[0].address
    add_card(place, "eth1", f"{first}/24")
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.restarts > 1 and "is already using" in place.log(previous=True)


def heal(place: Place) -> None:
    remove_link(place, "eth1")
    place.restart_pod()


FAULT = Fault(
    title="a second card with the address of another node, and calico-node started again",
    cause="ip-conflict-duplicate",
    inject=inject,
    bites=bites,
    heal=heal,
    # It is on another card than the one by which the node is reached: that is where it comes from.
    also=("ip-wrong-nic-multihomed",),
)
