"""The kubelet allows a pod fewer processes than calico-node needs."""

from gym.fault import Fault
from gym.place import Place

_FEW = 20


def inject(place: Place) -> None:
    place.node.write_kubelet_config(podPidsLimit=_FEW)
    place.node.kubelet.restart()
    place.restart_pod()


def bites(place: Place) -> bool:
    return not place.is_ready and place.restarts > 0


def heal(place: Place) -> None:
    place.node.write_kubelet_config()
    place.node.kubelet.restart()
    place.restart_pod()


FAULT = Fault(
    title="podPidsLimit: 20 in the kubelet's configuration",
    cause="host-pid-exhaustion",
    inject=inject,
    bites=bites,
    heal=heal,
)
