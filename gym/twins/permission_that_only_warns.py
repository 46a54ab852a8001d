"""calico-node may not read the ConfigMap of kubeadm: it says so, takes other defaults and goes on."""

from gym.fault import Scope, Twin
from gym.means import permissions
from gym.place import Place


def inject(place: Place) -> None:
    permissions.take(place, "configmaps")
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and "Unauthorized to query kubeadm configmap" in place.log()


def heal(place: Place) -> None:
    permissions.give_back(place)


TWIN = Twin(
    title="calico-node's role without configmaps, which it can do without",
    of="permission-ippools",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
