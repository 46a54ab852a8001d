"""A node that gets a tenth of a processor, and the probes of the stock manifest: slow, and well."""

from gym.fault import Twin
from gym.means.starvation import feed, starve
from gym.place import Place


def inject(place: Place) -> None:
    starve(place, percent=10)
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready


def heal(place: Place) -> None:
    feed(place)


TWIN = Twin(
    title="a tenth of a processor for the whole node, and calico-node started again",
    of="cpu-starved",
    inject=inject,
    holds=holds,
    heal=heal,
    seconds=180,
)
