"""The runtime's socket is gone, and the kubelet was started again: it ends at once, every time."""

from gym.fault import Fault, Said
from gym.means.node_condition import await_ready_node, ready
from gym.means.runtime import restart
from gym.node import SOCKET
from gym.place import Place


def inject(place: Place) -> None:
    # containerd runs on and accepts no new connection; the kubelet kept its old connection until now.
    place.sh(f"rm {SOCKET}")
    place.node.kubelet.restart()


def bites(place: Place) -> bool:
    return ready(place).status == "Unknown" and not place.node.kubelet.alive


def heal(place: Place) -> None:
    restart(place)
    place.node.kubelet.start()
    await_ready_node(place)


FAULT = Fault(
    title="containerd's socket is removed and the kubelet started again",
    cause="node-kubelet-dead",
    # What the kubelet ends of: no runtime answers it.
    also=("rt-runtime-hung",),
    inject=inject,
    bites=bites,
    heal=heal,
    # Why it ends, its own journal alone says.
    live=Said.LIKELY,
    text=Said.LIKELY,
)
