"""upgrade-ipam finds addresses of host-local, and no way to the API server to migrate them."""

from gym.fault import Fault
from gym.means import host_local
from gym.means.service_way import SERVICE, remove_kube_proxy
from gym.place import Place


def inject(place: Place) -> None:
    host_local.leave(place, host_local.address(place))
    remove_kube_proxy(place)
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("upgrade-ipam")
    return "retrying" in log and f"{SERVICE}:443" in log and not place.is_ready


def heal(place: Place) -> None:
    host_local.clean(place)
    place.node.kube_proxy.start()
    place.restart_pod()


FAULT = Fault(
    title="addresses of host-local left, and kube-proxy with its rules gone",
    cause="ipamup-node-or-api-unreachable",
    # Why it gets no answer.
    also=("api-kube-proxy-down",),
    inject=inject,
    bites=bites,
    heal=heal,
    group="five",
)
