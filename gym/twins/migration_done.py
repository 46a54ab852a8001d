"""Addresses of host-local that upgrade-ipam takes over, as it should."""

from gym.fault import Scope, Twin
from gym.means import host_local
from gym.place import Place


def inject(place: Place) -> None:
    host_local.leave(place, host_local.address(place))
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and not host_local.is_left(place)


def heal(place: Place) -> None:
    """Nothing is left to take away."""


TWIN = Twin(
    title="addresses of host-local left, and migrated",
    of="migration-without-api",
    inject=inject,
    holds=holds,
    heal=heal,
    # The datastore is locked meanwhile, for all nodes.
    scope=Scope.CLUSTER,
)
