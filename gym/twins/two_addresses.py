"""A second address on the node's own card: autodetection takes the first."""

from gym.fault import Twin
from gym.place import Place

_SECOND = "172.31.0.200/32"


def inject(place: Place) -> None:
    place.sh(f"ip address add {_SECOND} dev eth0")
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and place.stored_address.startswith(f"{place.node.address}/")


def heal(place: Place) -> None:
    place.sh(f"ip address del {_SECOND} dev eth0")


TWIN = Twin(
    title="a second address on eth0, and calico-node started again",
    of="second-card",
    inject=inject,
    holds=holds,
    heal=heal,
)
