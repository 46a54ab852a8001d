"""Nothing binds calico-node's account to its role any more: it may do nothing at all."""

from gym.fault import Fault, Scope
from gym.means.installed_objects import as_installed
from gym.place import Place


def inject(place: Place) -> None:
    place.cluster.kubectl("delete", "clusterrolebinding", "calico-node")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return "is forbidden: User" in log and not place.is_ready


def heal(place: Place) -> None:
    place.cluster.apply(as_installed("ClusterRoleBinding", "calico-node"))
    place.restart_pod()


FAULT = Fault(
    title="the ClusterRoleBinding of calico-node deleted",
    cause="rbac-forbidden",
    # Its first request that is refused is the one for a token.
    also=("cni-token-forbidden",),
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
