"""A name for calico-node that no Node can have."""

from gym.fault import Fault, Scope
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, NODENAME=place.node.name.capitalize())


def bites(place: Place) -> bool:
    return place.restarts > 1


FAULT = Fault(
    title="NODENAME with a capital letter",
    cause="name-invalid",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
