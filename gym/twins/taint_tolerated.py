"""A taint on the node, which the stock tolerations of calico-node cover."""

from gym.fault import Twin
from gym.place import Place

_TAINT = "dedicated=gpu:NoExecute"


def inject(place: Place) -> None:
    place.cluster.kubectl("taint", "node", place.node.name, _TAINT)
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready


def heal(place: Place) -> None:
    place.cluster.kubectl("taint", "node", place.node.name, f"{_TAINT}-")


TWIN = Twin(
    title="a taint on the node that calico-node tolerates",
    of="taint-not-tolerated",
    inject=inject,
    holds=holds,
    heal=heal,
)
