"""A healthy start, which prints that a module could not be loaded: it does so on every node."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and "attempted to modprobe nf_conntrack_proto_sctp" in place.log()


def heal(place: Place) -> None:
    """Nothing was put in that stays."""


TWIN = Twin(
    title="the line about modprobe, and nothing wrong",
    of="cgroup-runtime-systemd",
    inject=inject,
    holds=holds,
    heal=heal,
)
