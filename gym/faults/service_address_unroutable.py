"""The node's routes forbid the range of the services, as some hardening guides have it."""

from gym.fault import Fault, Said
from gym.place import Place

_ROUTE = "unreachable 10.96.0.0/16"


def inject(place: Place) -> None:
    place.sh(f"ip route add {_ROUTE}")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return "no route to host" in log and not place.is_ready


def heal(place: Place) -> None:
    place.sh(f"ip route del {_ROUTE}")
    place.restart_pod()


FAULT = Fault(
    title="a route makes the services' range unreachable",
    cause="host-no-default-route",
    inject=inject,
    bites=bites,
    heal=heal,
    # The words of a firewall are the same; only the host's routes tell.
    live=Said.SILENT,
    text=Said.SILENT,
)
