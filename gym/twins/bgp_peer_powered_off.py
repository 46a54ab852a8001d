"""One BGP peer of several is gone because its node is switched off; this node is well."""

from gym.fault import Scope, Twin
from gym.node import Node
from gym.place import Place


def inject(place: Place) -> None:
    _other(place).stop()
    # A pod that starts now has all its peers but one.
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and "BGP not established with" in place.events


def heal(place: Place) -> None:
    other = _other(place)
    other.start()
    place.cluster.await_ready([other.name])


def _other(place: Place) -> Node:
    return next(node for node in place.cluster.nodes if node is not place.node)


TWIN = Twin(
    title="the node of one BGP peer is switched off",
    of="bgp-port-blocked",
    inject=inject,
    holds=holds,
    heal=heal,
    also=("bgp-peer-is-the-sick-one",),
    scope=Scope.CLUSTER,
)
