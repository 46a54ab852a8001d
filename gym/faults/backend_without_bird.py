"""Calico is told to use VXLAN alone, and the probes of the stock manifest go on asking for BIRD."""

from gym.fault import Fault, Said, Scope
from gym.place import Place

_CONFIG = "configmap/calico-config"


def inject(place: Place) -> None:
    _set_backend(place, "vxlan")


def bites(place: Place) -> bool:
    return not place.is_ready and "BIRDv4 socket" in place.events and place.restarts > 0


def heal(place: Place) -> None:
    _set_backend(place, "bird")
    # A pod that was started meanwhile, by a remedy or by its undo, runs without BIRD as well.
    for node in place.cluster.nodes:
        place.cluster.restart_pod(node.name)


def _set_backend(place: Place, backend: str) -> None:
    namespace = place.cluster.namespace
    place.cluster.patch(_CONFIG, {"data": {"calico_backend": backend}}, namespace=namespace)
    place.restart_pod()


FAULT = Fault(
    title="calico_backend is vxlan, and the probes ask for BIRD",
    cause="bgp-probe-with-vxlan-backend",
    inject=inject,
    bites=bites,
    heal=heal,
    # The line that names the backend stands at the very top of a long log.
    text=Said.SILENT,
    host=Said.SILENT,
    scope=Scope.CLUSTER,
    seconds=180,
)
