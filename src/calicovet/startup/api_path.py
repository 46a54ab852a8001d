"""Which way a call to the API server takes: through the service's address, or straight to an endpoint."""

from collections.abc import Iterable
from enum import StrEnum
from ipaddress import ip_address

from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    CallError,
    CrdNotServed,
    LookupFailed,
)

NO_ANSWER = frozenset({CallError.TIMEOUT, CallError.REFUSED, CallError.NO_ROUTE})
"""How a call fails that nobody took."""

_OF_ETCD = frozenset({"2379", "2380"})
_OF_THE_SERVICE = "443"
_PROCESSES = frozenset(
    {
        *("startup", "tunnel-ip-allocator", "felix", "confd", "monitor-addresses"),
        *("cni-config-monitor", "status-reporter", "complete-startup", "node-services"),
        *("mount-bpffs", "hostpath-init", "install-cni", "upgrade-ipam", "bird", "rc.local"),
    }
)
_CONTAINERS = frozenset(
    {"calico-node", "install-cni", "upgrade-ipam", "mount-bpffs", "ebpf-bootstrap"}
)

Call = ApiCallFailed | AccessForbidden | CrdNotServed | LookupFailed


class Way(StrEnum):
    SERVICE = "service"
    """By the ClusterIP, which kube-proxy turns into an endpoint on the node itself."""
    ENDPOINT = "endpoint"


def is_calicos_own(call: Call) -> bool:
    """Whether a process of the calico-node pod made the call."""
    if call.process:
        return call.process in _PROCESSES
    about = call.about
    return about.container in _CONTAINERS or about.pod.startswith(("calico-node", "canal-"))


def way_of(target: str, services: Iterable[str] = (), endpoints: Iterable[str] = ()) -> Way | None:
    """The way to host:port, given what is known of both; None: neither, or nobody can tell."""
    host, _, port = target.rpartition(":")
    host = host.strip("[]")
    if not host or port in _OF_ETCD:
        return None
    services = frozenset(services)
    if host in services:
        return Way.SERVICE
    if target in frozenset(endpoints) or port != _OF_THE_SERVICE:
        return Way.ENDPOINT
    if host == "kubernetes" or host.startswith("kubernetes.default"):
        return Way.SERVICE
    if services:
        return Way.ENDPOINT
    return Way.SERVICE if _is_first_of_a_range(host) else Way.ENDPOINT


def _is_first_of_a_range(host: str) -> bool:
    """Whether a service would have that address: kubernetes has the first of the service range."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return not address.is_global and address.packed[-1] == 1 and not address.is_loopback
