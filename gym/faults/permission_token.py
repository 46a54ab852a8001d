"""The role of calico-node may make no tokens, which releases before v3.23.2 did not need."""

from gym.fault import Fault, Scope
from gym.means import permissions
from gym.place import Place


def inject(place: Place) -> None:
    permissions.take(place, "serviceaccounts/token")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return 'cannot create resource "serviceaccounts/token"' in log and not place.is_ready


def heal(place: Place) -> None:
    permissions.give_back(place)
    place.restart_pod()


FAULT = Fault(
    title="calico-node's role without serviceaccounts/token",
    cause="cni-token-forbidden",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
