"""calico-node's container without its privileges: it may not touch the host's network."""

from gym.fault import Fault, Scope
from gym.means.template import change_pods, restore_pods
from gym.place import Place


def inject(place: Place) -> None:
    context = {"privileged": False}
    change_pods(place, {"containers": [{"name": "calico-node", "securityContext": context}]})


def bites(place: Place) -> bool:
    return place.restarts > 0 and not place.is_ready


def heal(place: Place) -> None:
    restore_pods(place)


FAULT = Fault(
    title="privileged: false in calico-node's container",
    cause="",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
