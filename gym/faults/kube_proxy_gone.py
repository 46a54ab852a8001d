"""kube-proxy is gone and so are its rules: nothing forwards from the service's address."""

from gym.fault import Fault, Said
from gym.means.service_way import SERVICE, remove_kube_proxy
from gym.place import Place


def inject(place: Place) -> None:
    remove_kube_proxy(place)
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return f"dial tcp {SERVICE}:443: i/o timeout" in log and not place.is_ready


def heal(place: Place) -> None:
    place.node.kube_proxy.start()
    place.restart_pod()


FAULT = Fault(
    title="kube-proxy stopped, its rules removed, calico-node started again",
    cause="api-kube-proxy-down",
    inject=inject,
    bites=bites,
    heal=heal,
    # Only a look at the node distinguishes kube-proxy from other faults on the way.
    live=Said.SILENT,
    text=Said.SILENT,
)
