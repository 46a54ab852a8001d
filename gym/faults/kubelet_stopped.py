"""The kubelet is stopped: no program on the node does what the cluster wants any more."""

from gym.fault import Fault, Said
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
    decides=("systemctl status kubelet",),
    inject=inject,
    bites=bites,
    heal=heal,
    # The host answers for it that its port is closed; a firewall might as well.
    live=Said.LIKELY,
    text=Said.LIKELY,
)
