"""containerd stops answering while the pod's first container starts: no message says why nothing goes on."""

from gym.fault import Fault
from gym.means.node_condition import await_ready_node, ready
from gym.place import Place


def inject(place: Place) -> None:
    place.restart_pod()
    place.cluster.await_true(lambda: _shows_containers(place), "the pod has a sandbox", 60)
    place.node.containerd.freeze()


def _shows_containers(place: Place) -> bool:
    status = place.pod["status"] if place.pod else {}
    return bool(status.get("initContainerStatuses"))


def bites(place: Place) -> bool:
    return not place.is_ready and "container runtime" in ready(place).message


def heal(place: Place) -> None:
    place.node.containerd.thaw()
    await_ready_node(place)


FAULT = Fault(
    title="containerd stopped by a signal while an init container starts",
    cause="rt-runtime-hung",
    inject=inject,
    bites=bites,
    heal=heal,
    # What a kubelet calls by another name after three minutes.
    also=("rt-pleg-unhealthy",),
    seconds=300,
    group="five",
)
