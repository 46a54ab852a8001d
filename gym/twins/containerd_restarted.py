"""containerd started again: its containers never noticed."""

from gym.fault import Twin
from gym.means.runtime import restart
from gym.place import Place


def inject(place: Place) -> None:
    restart(place)


def holds(place: Place) -> bool:
    return place.is_ready


def heal(place: Place) -> None:
    """Nothing was put in that stays."""


TWIN = Twin(
    title="containerd is started again, and everything goes on",
    of="runtime-stopped",
    inject=inject,
    holds=holds,
    heal=heal,
)
