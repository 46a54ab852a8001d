"""nerdctl0 is there, and the method of autodetection passes over it."""

from gym.fault import Scope, Twin
from gym.means.links import add_bridge, remove_link
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    add_bridge(place, "nerdctl0", "10.4.0.1/24")
    set_environment(place, IP_AUTODETECTION_METHOD="skip-interface=nerdctl.*")


def holds(place: Place) -> bool:
    return place.is_ready and place.stored_address.startswith(f"{place.node.address}/")


def heal(place: Place) -> None:
    # In this order: without the setting the bridge would be taken.
    remove_link(place, "nerdctl0")
    restore_pods(place)


TWIN = Twin(
    title="nerdctl0, and IP_AUTODETECTION_METHOD=skip-interface=nerdctl.*",
    of="nerdctl0-bridge",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
