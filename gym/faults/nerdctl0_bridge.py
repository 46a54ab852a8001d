"""A bridge of nerdctl, made after the node's own link: first-found takes its address."""

from gym.fault import Fault, Said
from gym.place import Place


def inject(place: Place) -> None:
    place.sh("ip link add nerdctl0 type bridge")
    place.sh("ip address add 10.4.0.1/24 dev nerdctl0; ip link set nerdctl0 up")
    # calico-node chooses only when it starts.
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.stored_address == "10.4.0.1/24" and not place.is_ready


def heal(place: Place) -> None:
    place.sh("ip link del nerdctl0")
    place.restart_pod()


FAULT = Fault(
    title="nerdctl0, made after eth0, and calico-node started again",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    # A list of links is what shows whose address it is; kubectl prints none.
    text=Said.LIKELY,
    group="five",
)
