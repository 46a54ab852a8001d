"""Two methods of autodetection in the Installation: the operator refuses it, and all goes on as before."""

from gym.fault import Install, Scope, Twin
from gym.operator import patch_installation
from gym.place import Place

_REFUSAL = "no more than one node address autodetection method"


def inject(place: Place) -> None:
    # Beside firstFound, which the operator wrote there by itself.
    _set_method(place, "NodeInternalIP")


def holds(place: Place) -> bool:
    status = place.cluster.get("tigerastatus", "calico")
    return _REFUSAL in str(status) and place.is_ready


def heal(place: Place) -> None:
    _set_method(place, None)


def _set_method(place: Place, kubernetes: str | None) -> None:
    method = {"nodeAddressAutodetectionV4": {"kubernetes": kubernetes}}
    patch_installation(place.cluster, {"calicoNetwork": method})


TWIN = Twin(
    title="NodeInternalIP beside firstFound: the operator is Degraded, calico-node is well",
    of="method-unknown",
    inject=inject,
    holds=holds,
    heal=heal,
    # It says so of the Installation, not of the node.
    also=("ip-method-invalid",),
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
