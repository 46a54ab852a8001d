"""The kubelet shows the API server a token that is not valid: it runs, and the server rejects it."""

from gym.configuration import kubeconfig
from gym.fault import Fault, Said
from gym.means.node_condition import ready_condition
from gym.place import Place

_FILE = "/etc/kubernetes/kubelet.conf"


def inject(place: Place) -> None:
    place.sh(f"cp {_FILE} {_FILE}.before")
    server = place.cluster.control_plane.server
    place.node.write(_FILE, kubeconfig(server, "token: abcdef.0123456789abcdef"))
    place.node.kubelet.restart()


def bites(place: Place) -> bool:
    return ready_condition(place) == "Unknown"


def heal(place: Place) -> None:
    place.sh(f"mv {_FILE}.before {_FILE}")
    place.node.kubelet.restart()


FAULT = Fault(
    title="a kubeconfig of the kubelet whose token is not valid",
    cause="node-kubelet-dead",
    decides=("systemctl status kubelet",),
    inject=inject,
    bites=bites,
    heal=heal,
    # A host that is down or cut off looks the same from outside.
    live=Said.SILENT,
    text=Said.SILENT,
)
