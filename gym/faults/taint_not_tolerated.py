"""Tolerations that were written for a few nodes, and a node with another taint: no pod for it."""

from gym.fault import Fault, Scope
from gym.means.template import change_pods, restore_pods
from gym.place import Place

_TAINT = "dedicated=gpu:NoSchedule"
_FEW = [
    {"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"},
    {"key": "CriticalAddonsOnly", "operator": "Exists"},
]


def inject(place: Place) -> None:
    place.cluster.kubectl("taint", "node", place.node.name, _TAINT)
    change_pods(place, {"tolerations": _FEW})


def bites(place: Place) -> bool:
    return place.pod is None


def heal(place: Place) -> None:
    restore_pods(place)
    place.cluster.kubectl("taint", "node", place.node.name, f"{_TAINT}-")


FAULT = Fault(
    title="a taint on the node, and tolerations in the template that do not cover it",
    cause="sched-taint-not-tolerated",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
