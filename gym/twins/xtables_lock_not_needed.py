"""A program keeps the lock of iptables-legacy; Felix writes by nft, which asks for no such lock."""

from gym.fault import Twin
from gym.means import background
from gym.place import Place

_NAME = "holder-of-the-lock"


def inject(place: Place) -> None:
    background.start(place, _NAME, "flock", "-F", "/run/xtables.lock", "sleep", "infinity")
    place.restart_pod()


def holds(place: Place) -> bool:
    is_free = place.node.run("flock", "-n", "/run/xtables.lock", "true").returncode == 0
    return place.is_ready and not is_free


def heal(place: Place) -> None:
    background.stop(place, _NAME)


TWIN = Twin(
    title="/run/xtables.lock held, where iptables works by nft",
    of="xtables-lock-held",
    inject=inject,
    holds=holds,
    heal=heal,
)
