"""A target of can-reach that the node's routes do not lead to."""

from gym.fault import Fault, Scope
from gym.means.stored_address import forget_address
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    place.sh("ip route add unreachable 8.8.8.8")
    set_environment(place, IP_AUTODETECTION_METHOD="can-reach=8.8.8.8")
    # A node that has an address keeps it; a new one ends.
    forget_address(place)


def bites(place: Place) -> bool:
    return place.restarts > 1 and not place.stored_address


def heal(place: Place) -> None:
    place.sh("ip route del unreachable 8.8.8.8")
    restore_pods(place)


FAULT = Fault(
    title="can-reach=8.8.8.8 on a new node that is cut off from the internet",
    cause="ip-can-reach-failed",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
