"""A memory limit that calico-node's programs do not fit in."""

from gym.fault import Fault, Scope
from gym.means.last_end import reasons
from gym.means.template import change_pods, restore_pods
from gym.place import Place

_LIMITS = {"limits": {"memory": "40Mi"}}


def inject(place: Place) -> None:
    change_pods(place, {"containers": [{"name": "calico-node", "resources": _LIMITS}]})


def bites(place: Place) -> bool:
    return "OOMKilled" in reasons(place)


def heal(place: Place) -> None:
    restore_pods(place)


FAULT = Fault(
    title="a memory limit of 40Mi",
    cause="host-oomkilled",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
