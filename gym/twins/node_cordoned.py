"""The node takes no new pods, except those of DaemonSets."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    place.cluster.kubectl("cordon", place.node.name)
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready


def heal(place: Place) -> None:
    place.cluster.kubectl("uncordon", place.node.name)


TWIN = Twin(
    title="the node cordoned, and calico-node started again",
    of="node-selector-added",
    inject=inject,
    holds=holds,
    heal=heal,
)
