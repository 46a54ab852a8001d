"""The role of calico-node says nothing of pools, as that of a much older release."""

from gym.fault import Fault, Scope
from gym.means import permissions
from gym.place import Place


def inject(place: Place) -> None:
    permissions.take(place, "ippools")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log() + place.log(previous=True)
    return "ippools.crd.projectcalico.org is forbidden" in log and not place.is_ready


def heal(place: Place) -> None:
    permissions.give_back(place)
    place.restart_pod()


FAULT = Fault(
    title="calico-node's role without ippools",
    cause="rbac-forbidden",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
