"""The kubelet started again: it finds its containers as it left them."""

from gym.fault import Twin
from gym.means.node_condition import ready
from gym.place import Place


def inject(place: Place) -> None:
    place.node.kubelet.restart()


def holds(place: Place) -> bool:
    return ready(place).status == "True" and place.is_ready


def heal(place: Place) -> None:
    """Nothing was put in that stays."""


TWIN = Twin(
    title="the kubelet is started again, and everything goes on",
    of="kubelet-stopped",
    inject=inject,
    holds=holds,
    heal=heal,
)
