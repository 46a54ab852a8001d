"""The bridge of nerdctl on two nodes: it has the same address on every host, and the second ends."""

from gym.fault import Fault, Scope
from gym.means.links import add_bridge, remove_link
from gym.place import Place

_ADDRESS = "10.4.0.1/24"


def inject(place: Place) -> None:
    first = _other(place)
    _take_bridge(first)
    place.cluster.await_true(
        lambda: first.stored_address == _ADDRESS, f"{first.node.name} takes {_ADDRESS}", 60
    )
    _take_bridge(place)


def bites(place: Place) -> bool:
    return place.restarts > 1 and "is already using" in place.log(previous=True)


def heal(place: Place) -> None:
    for each in (_other(place), place):
        remove_link(each, "nerdctl0")
        each.restart_pod()


def _take_bridge(place: Place) -> None:
    add_bridge(place, "nerdctl0", _ADDRESS)
    place.restart_pod()


def _other(place: Place) -> Place:
    """Another node than this one."""
    nodes = place.cluster.nodes
    return Place(place.cluster, nodes[nodes.index(place.node) - 1])


FAULT = Fault(
    title="nerdctl0 on two nodes, both started again",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    also=("ip-conflict-duplicate",),
    scope=Scope.CLUSTER,
)
