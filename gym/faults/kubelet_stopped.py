"""The kubelet is stopped: nobody on the node does what the cluster wants any more."""

from gym.fault import Fault
from gym.means.node_condition import ready_condition
from gym.place import Place


def inject(place: Place) -> None:
    place.node.kubelet.stop()


def bites(place: Place) -> bool:
    return ready_condition(place) == "Unknown"


def heal(place: Place) -> None:
    place.node.kubelet.start()


FAULT = Fault(
    title="the kubelet stopped",
    cause="node-kubelet-dead",
    inject=inject,
    bites=bites,
    heal=heal,
)
