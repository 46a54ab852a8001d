"""Links that other programs make on a node."""

from gym.place import Place


def add_bridge(place: Place, name: str, address: str) -> None:
    """A bridge with an address, younger than the node's own link."""
    place.sh(f"ip link add {name} type bridge")
    place.sh(f"ip address add {address} dev {name}; ip link set {name} up")


def add_card(place: Place, name: str, address: str) -> None:
    """A second network card with a cable that is not connected; no route goes by it."""
    place.sh(f"ip link add {name} type veth peer name {name}-far; ip link set {name}-far up")
    place.sh(f"ip address add {address} dev {name} noprefixroute; ip link set {name} up")


def remove_link(place: Place, name: str) -> None:
    place.sh(f"ip link del {name}")
