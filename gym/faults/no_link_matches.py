"""A pattern for the network card that fits no link of a new node."""

from gym.fault import Fault, Scope
from gym.means.stored_address import forget_address
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, IP_AUTODETECTION_METHOD="interface=ens.*")
    # A node that has an address keeps it; a new one ends.
    forget_address(place)


def bites(place: Place) -> bool:
    return place.restarts > 1 and not place.stored_address


FAULT = Fault(
    title="interface=ens.* on a new node whose card is eth0",
    cause="ip-autodetect-none",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
