"""calico-node as an ordinary container: a user hardened the manifest."""

from gym.fault import Fault, Scope
from gym.means.template import change_pods, restore_pods
from gym.place import Place


def inject(place: Place) -> None:
    ordinary = {"name": "calico-node", "securityContext": {"privileged": False}}
    change_pods(place, {"containers": [ordinary]})


def bites(place: Place) -> bool:
    return not place.is_ready and "Failed to update IP sets" in place.log()


def heal(place: Place) -> None:
    restore_pods(place)


FAULT = Fault(
    title="privileged: false for container calico-node",
    cause="felix-not-privileged",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
    seconds=240,
)
