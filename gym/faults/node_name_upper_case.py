"""A name for calico-node that no Node can have."""

from gym.fault import Fault, Scope
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, NODENAME="Node-3")


def bites(place: Place) -> bool:
    return place.restarts > 1


FAULT = Fault(
    title="NODENAME=Node-3, in upper case",
    cause="name-invalid",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
