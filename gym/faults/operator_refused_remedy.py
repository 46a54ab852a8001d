"""nerdctl0 was taken, and the remedy was written beside firstFound: the operator refuses it."""

from gym.fault import Fault, Install, Scope
from gym.means.links import add_bridge, remove_link
from gym.operator import patch_installation
from gym.place import Place

_REFUSAL = "no more than one node address autodetection method"


def inject(place: Place) -> None:
    add_bridge(place, "nerdctl0", "10.4.0.1/24")
    place.restart_pod()
    _set_method(place, "NodeInternalIP")


def bites(place: Place) -> bool:
    refused = _REFUSAL in str(place.cluster.get("tigerastatus", "calico"))
    return refused and place.stored_address == "10.4.0.1/24" and not place.is_ready


def heal(place: Place) -> None:
    _set_method(place, None)
    remove_link(place, "nerdctl0")
    place.restart_pod()


def _set_method(place: Place, kubernetes: str | None) -> None:
    method = {"nodeAddressAutodetectionV4": {"kubernetes": kubernetes}}
    patch_installation(place.cluster, {"calicoNetwork": method})


FAULT = Fault(
    title="nerdctl0, and NodeInternalIP added beside firstFound, which the operator refuses",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    also=("ip-method-invalid",),
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
