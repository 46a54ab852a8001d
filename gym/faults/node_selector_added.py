"""The template selects nodes by a label that all nodes have but one."""

from gym.fault import Fault, Scope
from gym.means.template import change_pods, restore_pods
from gym.place import Place

_LABEL = "network"


def inject(place: Place) -> None:
    # First, or the others would lose their pods as well.
    for node in place.cluster.nodes:
        if node is not place.node:
            place.cluster.kubectl("label", "node", node.name, f"{_LABEL}=calico")
    change_pods(place, {"nodeSelector": {_LABEL: "calico"}})


def bites(place: Place) -> bool:
    return place.pod is None


def heal(place: Place) -> None:
    restore_pods(place)
    place.cluster.kubectl("label", "node", "--all", f"{_LABEL}-")


FAULT = Fault(
    title="a nodeSelector in the template that this node does not match",
    cause="sched-node-selector-or-affinity",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
