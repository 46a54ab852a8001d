"""The role of calico-node lets it not say that the node's network is there."""

from gym.fault import Fault, Scope
from gym.means import permissions
from gym.place import Place


def inject(place: Place) -> None:
    permissions.take(place, "nodes/status")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log() + place.log(previous=True)
    return 'cannot patch resource "nodes/status"' in log and not place.is_ready


def heal(place: Place) -> None:
    permissions.give_back(place)
    place.restart_pod()


FAULT = Fault(
    title="calico-node's role without nodes/status",
    cause="rbac-forbidden",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
