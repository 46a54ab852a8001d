"""A program keeps the lock of iptables-legacy for ever: Felix cannot write its rules."""

from gym.fault import Fault
from gym.means import background, legacy_iptables
from gym.place import Place

_NAME = "holder-of-the-lock"


def inject(place: Place) -> None:
    legacy_iptables.use(place)
    background.start(place, _NAME, "flock", "-F", "/run/xtables.lock", "sleep", "infinity")
    place.restart_pod()


def bites(place: Place) -> bool:
    return not place.is_ready and "xtables lock" in place.log()


def heal(place: Place) -> None:
    background.stop(place, _NAME)
    legacy_iptables.leave(place)


FAULT = Fault(
    title="/run/xtables.lock held by another program, and Felix uses iptables-legacy",
    cause="felix-xtables-lock",
    inject=inject,
    bites=bites,
    heal=heal,
)
