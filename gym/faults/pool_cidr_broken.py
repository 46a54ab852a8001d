"""A range for the pods that is none."""

from gym.fault import Fault, Scope
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, CALICO_IPV4POOL_CIDR="10.244.0.0")


def bites(place: Place) -> bool:
    return place.restarts > 1


FAULT = Fault(
    title="CALICO_IPV4POOL_CIDR=10.244.0.0, without its length",
    cause="pool-env-invalid",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
