"""Calico's CNI configuration was deleted while calico-node runs: the Node becomes NotReady."""

from gym.fault import Fault, Said
from gym.means.node_condition import await_ready_node, ready
from gym.place import Place

_FILE = "/etc/cni/net.d/10-calico.conflist"
_KEPT = "/root/10-calico.conflist.kept"


def inject(place: Place) -> None:
    place.sh(f"mv {_FILE} {_KEPT}")


def bites(place: Place) -> bool:
    said = ready(place)
    return said.status == "False" and "cni plugin not initialized" in said.message


def heal(place: Place) -> None:
    # Copied, not moved: containerd 1.6 loads a file that is written, and ignores one that only appears.
    place.sh(f"cp {_KEPT} {_FILE}; rm {_KEPT}")
    await_ready_node(place)


FAULT = Fault(
    title="10-calico.conflist deleted while calico-node runs",
    cause="cni-conf-removed",
    decides=("/etc/cni/net.d", "crictl info"),
    inject=inject,
    bites=bites,
    heal=heal,
    # That the file is gone shows on the host alone.
    text=Said.SILENT,
)
