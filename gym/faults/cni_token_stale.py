"""The CNI plugin's kubeconfig holds a token of a time long past: new pods get no network."""

from gym.fault import Fault, Said
from gym.means import busybox_pod
from gym.place import Place

_FILE = "/etc/cni/net.d/calico-kubeconfig"


def inject(place: Place) -> None:
    place.sh(f"cp -p {_FILE} /root/calico-kubeconfig.kept")
    # One letter of the signature is another: what an API server with new keys makes of an old token.
    place.sh(f"sed -i 's/^\\( *token: .*\\).\\{{8\\}}$/\\1AAAAAAAA/' {_FILE}")
    busybox_pod.create(place)


def bites(place: Place) -> bool:
    return busybox_pod.is_refused_again(place, "unauthorized")


def heal(place: Place) -> None:
    place.sh(f"mv /root/calico-kubeconfig.kept {_FILE}")
    busybox_pod.delete(place)


FAULT = Fault(
    title="the token in the CNI plugin's kubeconfig is not accepted",
    cause="cni-kubeconfig-token-stale",
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node is 1/1, and what it says shows nothing of it; the events of other pods do.
    live=Said.LIKELY,
    text=Said.SILENT,
)
