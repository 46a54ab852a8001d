"""A sysctl file turned forwarding off after Felix had turned it on: pods reach no other pod."""

from gym.fault import Fault, Said
from gym.place import Place

_FILE = "/proc/sys/net/ipv4/ip_forward"


def inject(place: Place) -> None:
    place.sh(f"echo 0 >{_FILE}")


def bites(place: Place) -> bool:
    return place.node.read(_FILE).strip() == "0"


def heal(place: Place) -> None:
    place.sh(f"echo 1 >{_FILE}")


FAULT = Fault(
    title="net.ipv4.ip_forward set to 0 while calico-node runs",
    cause="host-ip-forward-disabled",
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node is 1/1 and says nothing; only the host knows.
    live=Said.SILENT,
    text=Said.SILENT,
)
