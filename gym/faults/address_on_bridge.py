"""A host whose own address is on a bridge that first-found passes over by its name."""

from gym.fault import Fault
from gym.means.stored_address import forget_address
from gym.place import Place


def inject(place: Place) -> None:
    place.sh(
        "ip link add br-lan type bridge; ip link set br-lan up; ip link set eth0 master br-lan"
    )
    _move_address(place, "eth0", "br-lan")
    place.restart_pod()
    # A node that has an address keeps it; a new one ends.
    forget_address(place)


def bites(place: Place) -> bool:
    return place.restarts > 1 and not place.stored_address


def heal(place: Place) -> None:
    place.sh("ip link set eth0 nomaster")
    _move_address(place, "br-lan", "eth0")
    place.sh("ip link del br-lan")
    place.restart_pod()


def _move_address(place: Place, old: str, new: str) -> None:
    """Moves the node's address and its way out from one link to another."""
    place.sh(
        f"own=$(ip -4 -o addr show dev {old} | awk '{{print $4}}');"
        f"gateway=$(ip route show default | awk '{{print $3}}');"
        f"ip addr flush dev {old}; ip addr add $own dev {new}; ip route add default via $gateway"
    )


FAULT = Fault(
    title="the node's address on a bridge br-lan, which first-found passes over",
    cause="ip-autodetect-none",
    inject=inject,
    bites=bites,
    heal=heal,
)
