"""The DaemonSet is corrected, but updates OnDelete: the node still has the pod of the old template."""

from gym.fault import Fault, Scope
from gym.means.template import restore_pods, set_environment, set_environment_of_next_pod
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, AS="64512.x")
    set_environment_of_next_pod(place, AS="64512")


def bites(place: Place) -> bool:
    return place.restarts > 1


FAULT = Fault(
    title="AS=64512.x corrected in a DaemonSet that updates OnDelete; the pod is still the old one",
    cause="pool-env-invalid",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
