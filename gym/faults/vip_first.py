"""A virtual address stands before the node's own on the same card, and first-found takes it."""

from gym.fault import Fault, Said
from gym.place import Place

_VIP = "172.31.0.250/32"


def inject(place: Place) -> None:
    own = f"{place.node.address}/24"
    # The order of addresses is the order in which they were added.
    place.sh(
        "gateway=$(ip route show default | cut -d' ' -f3);"
        f"ip address add {_VIP} dev eth0;"
        f"ip address del {own} dev eth0; ip address add {own} dev eth0;"
        "ip route replace default via $gateway"
    )
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.stored_address == _VIP


def heal(place: Place) -> None:
    place.sh(f"ip address del {_VIP} dev eth0")
    place.restart_pod()


FAULT = Fault(
    title="a /32 that keepalived holds before the node's own address, calico-node started again",
    cause="ip-vip-selected",
    decides=("ip addr", "ip -4 addr"),
    inject=inject,
    bites=bites,
    heal=heal,
    # Only a list of the host's addresses shows that the node's own stands beside it.
    live=Said.LIKELY,
    text=Said.LIKELY,
)
