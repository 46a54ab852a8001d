"""A program listens on port 9099 of the node's own address; Felix needs only the loopback's."""

from gym.fault import Twin
from gym.means.taken_port import give_back, is_taken, take
from gym.place import Place


def inject(place: Place) -> None:
    take(place, place.node.address, 9099)


def holds(place: Place) -> bool:
    return is_taken(place, place.node.address, 9099) and place.is_ready


TWIN = Twin(
    title="a web server on port 9099 of another address than Felix'",
    of="port-9099-taken",
    inject=inject,
    holds=holds,
    heal=give_back,
)
