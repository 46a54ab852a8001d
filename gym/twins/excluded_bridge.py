"""A bridge of Docker Compose, as young as nerdctl0 would be: its name is one that is passed over."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    place.sh("ip link add br-3f2a9c7d51e0 type bridge")
    place.sh("ip address add 172.18.0.1/16 dev br-3f2a9c7d51e0; ip link set br-3f2a9c7d51e0 up")
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and place.stored_address.startswith(f"{place.node.address}/")


def heal(place: Place) -> None:
    place.sh("ip link del br-3f2a9c7d51e0")


TWIN = Twin(
    title="a bridge br-… with an address, and calico-node started again",
    of="nerdctl0-bridge",
    inject=inject,
    holds=holds,
    heal=heal,
)
