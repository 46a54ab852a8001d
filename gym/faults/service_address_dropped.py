"""A rule of the node drops whatever is sent to the service's address."""

from gym.fault import Fault, Said
from gym.means.service_way import SERVICE
from gym.place import Place

# Before kube-proxy's rules, which would turn the address into another.
_RULE = f"OUTPUT -d {SERVICE} -j DROP"


def inject(place: Place) -> None:
    place.sh(f"iptables -w -t raw -I {_RULE}")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return f"dial tcp {SERVICE}:443: i/o timeout" in log and not place.is_ready


def heal(place: Place) -> None:
    place.sh(f"iptables -w -t raw -D {_RULE}")
    place.restart_pod()


FAULT = Fault(
    title="packets to the API server's service address are dropped on the node",
    cause="host-firewalld",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.SILENT,
    text=Said.SILENT,
    host=Said.SILENT,
)
