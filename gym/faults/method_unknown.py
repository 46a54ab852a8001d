"""A method of autodetection that does not exist."""

from gym.fault import Fault, Scope
from gym.means.stored_address import forget_address
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, IP_AUTODETECTION_METHOD="interfaces=eth0")
    # A node that has an address keeps it; a new one ends.
    forget_address(place)


def bites(place: Place) -> bool:
    return place.restarts > 1 and not place.stored_address


FAULT = Fault(
    title="interfaces=eth0, where interface=eth0 was meant",
    cause="ip-method-invalid",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
