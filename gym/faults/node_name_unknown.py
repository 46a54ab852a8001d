"""A name for calico-node under which Kubernetes has no Node."""

from gym.fault import Fault, Scope
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, NODENAME="worker-7")


def bites(place: Place) -> bool:
    return place.restarts > 1


FAULT = Fault(
    title="NODENAME=worker-7; Kubernetes has no such Node",
    cause="name-node-object-missing",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
