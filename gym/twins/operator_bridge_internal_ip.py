"""nerdctl0 is there, and the Installation asks for the node's own address."""

from gym.cluster import Object
from gym.fault import Install, Scope, Twin
from gym.means.links import add_bridge, remove_link
from gym.operator import await_rollout, patch_installation
from gym.place import Place


def inject(place: Place) -> None:
    add_bridge(place, "nerdctl0", "10.4.0.1/24")
    _set_method(place, {"firstFound": None, "kubernetes": "NodeInternalIP"})


def holds(place: Place) -> bool:
    return place.is_ready and place.stored_address.startswith(f"{place.node.address}/")


def heal(place: Place) -> None:
    # In this order: without the setting the bridge would be taken.
    remove_link(place, "nerdctl0")
    _set_method(place, {"firstFound": True, "kubernetes": None})


def _set_method(place: Place, method: Object) -> None:
    # Both fields in one change: two methods beside each other are refused.
    patch_installation(place.cluster, {"calicoNetwork": {"nodeAddressAutodetectionV4": method}})
    await_rollout(place.cluster)


TWIN = Twin(
    title="nerdctl0, and nodeAddressAutodetectionV4 is NodeInternalIP",
    of="operator-bridge-bgp",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
