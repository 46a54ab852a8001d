"""The tunnel of a VPN, made after the node's own link: first-found takes its address."""

from gym.fault import Fault, Said
from gym.means.links import remove_link
from gym.place import Place

_ADDRESS = "100.101.17.4/32"


def inject(place: Place) -> None:
    place.sh("ip tuntap add mode tun tailscale0")
    place.sh(f"ip address add {_ADDRESS} dev tailscale0; ip link set tailscale0 up")
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.stored_address == _ADDRESS and not place.is_ready


def heal(place: Place) -> None:
    remove_link(place, "tailscale0")
    place.restart_pod()


FAULT = Fault(
    title="a VPN's tunnel with an address, and calico-node started again",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    # Some want their nodes to speak through just such a tunnel.
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
)
