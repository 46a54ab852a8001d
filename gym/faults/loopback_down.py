"""The loopback is down: Felix listens, and the probes time out until they kill it."""

from gym.fault import Fault, Said
from gym.place import Place


def inject(place: Place) -> None:
    place.sh("ip link set lo down")
    place.restart_pod()


def bites(place: Place) -> bool:
    return not place.is_ready and place.restarts > 0


def heal(place: Place) -> None:
    place.sh("ip link set lo up")
    place.restart_pod()


FAULT = Fault(
    title="the loopback is down",
    cause="felix-loopback-broken",
    inject=inject,
    bites=bites,
    heal=heal,
    # Probes that time out look the same on a busy host; its links decide.
    live=Said.LIKELY,
    text=Said.SILENT,
)
