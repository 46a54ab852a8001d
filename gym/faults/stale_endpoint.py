"""kube-proxy stopped long ago, and its rules lead to where an API server once was."""

from gym.fault import Fault, Said
from gym.means.service_way import SERVICE
from gym.place import Place

_PORT = 6443
_OLD_PORT = 6444
"""A port of the same machine on which nothing listens any more."""


def inject(place: Place) -> None:
    place.node.kube_proxy.stop()
    place.sh(f"iptables-save -t nat | sed 's/:{_PORT}$/:{_OLD_PORT}/' | iptables-restore -w -T nat")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return f"dial tcp {SERVICE}:443: connect: connection refused" in log and not place.is_ready


def heal(place: Place) -> None:
    # When it starts it rewrites all its rules.
    place.node.kube_proxy.start()
    place.restart_pod()


FAULT = Fault(
    title="kube-proxy stopped, its rules lead to a port where nothing listens",
    cause="api-kube-proxy-down",
    inject=inject,
    bites=bites,
    heal=heal,
    # Refused: as by an API server that is down.
    live=Said.SILENT,
    text=Said.SILENT,
)
