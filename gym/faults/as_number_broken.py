"""A number for the autonomous system that is none."""

from gym.fault import Fault, Scope
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, AS="64512.x")


def bites(place: Place) -> bool:
    return place.restarts > 1


FAULT = Fault(
    title="AS=64512.x in the DaemonSet",
    cause="pool-env-invalid",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
