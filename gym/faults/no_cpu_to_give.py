"""The kubelet keeps nearly all processors for the system: not even 250m are left for calico-node."""

from gym.fault import Fault
from gym.place import Place


def inject(place: Place) -> None:
    processors = float(place.sh("nproc"))
    place.node.write_kubelet_config(systemReserved={"cpu": f"{processors - 0.1:.1f}"})
    place.node.kubelet.restart()
    place.restart_pod()


def bites(place: Place) -> bool:
    return "Insufficient cpu" in place.events and not place.is_ready


def heal(place: Place) -> None:
    place.node.write_kubelet_config()
    place.node.kubelet.restart()
    place.restart_pod()


FAULT = Fault(
    title="systemReserved in the kubelet's configuration leaves 100m of cpu",
    cause="sched-insufficient-resources",
    inject=inject,
    bites=bites,
    heal=heal,
)
