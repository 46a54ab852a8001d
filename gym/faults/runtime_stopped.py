"""containerd has died: containers go on, but no program can start, end or query them."""

from gym.fault import Fault
from gym.means.node_condition import await_ready_node, ready
from gym.means.runtime import start
from gym.place import Place


def inject(place: Place) -> None:
    place.node.containerd.stop()


def bites(place: Place) -> bool:
    # What runs goes on running, and is even called ready.
    return ready(place).message == "container runtime is down"


def heal(place: Place) -> None:
    start(place)
    await_ready_node(place)


FAULT = Fault(
    title="containerd is stopped while the kubelet runs",
    cause="rt-runtime-hung",
    inject=inject,
    bites=bites,
    heal=heal,
    also=("rt-pleg-unhealthy",),
    seconds=180,
)
