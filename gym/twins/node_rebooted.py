"""A node that lost its power and is back: everything on it was started again."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    place.node.reboot()


def holds(place: Place) -> bool:
    return place.restarts > 0 and place.is_ready


def heal(place: Place) -> None:
    """Nothing was put in that stays."""


TWIN = Twin(
    title="all processes of the node were killed and started again",
    of="kubelet-stopped",
    inject=inject,
    holds=holds,
    heal=heal,
    # It is told that there was one.
    also=("rt-node-reboot-transient",),
)
