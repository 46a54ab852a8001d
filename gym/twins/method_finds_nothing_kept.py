"""A method that finds nothing, on a node that has an address from before: it is kept."""

from gym.fault import Scope, Twin
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, IP_AUTODETECTION_METHOD="interface=ens.*")


def holds(place: Place) -> bool:
    return place.is_ready and "keeping existing value" in place.log()


TWIN = Twin(
    title="interface=ens.* on a node that has its address already",
    of="no-link-matches",
    inject=inject,
    holds=holds,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
