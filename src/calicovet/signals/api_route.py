"""How a call reaches the API server: through the service address or an endpoint."""

import re
from collections.abc import Iterable
from enum import StrEnum
from ipaddress import ip_address

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    CrdNotServed,
    CurlAnswered,
    LookupFailed,
    Milestone,
    MilestoneReached,
    NodeListed,
    ServiceAddress,
)
from calicovet.model.facts.addresses import is_masked_address

NO_ANSWER = frozenset({CallError.TIMEOUT, CallError.REFUSED, CallError.NO_ROUTE})
"""How a call fails that no server accepted."""

ANSWERED = frozenset(
    {
        Milestone.IPAM_UPGRADE_DONE,
        Milestone.CNI_INSTALLED,
        Milestone.DATASTORE_REACHED,
        Milestone.NODE_READ,
        Milestone.FELIX_CONFIGURED,
        Milestone.FELIX_IN_SYNC,
    }
)
"""Milestones that cannot be reached without the API server."""
_CONTROL_PLANE = re.compile(r"control|master|(?:^|[-_.])(?:m|cp)[-_]?\d", re.IGNORECASE)
_OF_ETCD = frozenset({"2379", "2380"})
_OF_THE_SERVICE = "443"
_OF_API_SERVERS = frozenset({"6443", "6444", "7443", "8443", "9443", "16443"})
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
    """The way to host:port, given what is known of both; None: neither, or unknown."""
    host, _, port = target.rpartition(":")
    host = host.strip("[]")
    if not host or port in _OF_ETCD:
        return None
    services = frozenset(services)
    if host in services:
        return Way.SERVICE
    if target in frozenset(endpoints) or port in _OF_API_SERVERS:
        return Way.ENDPOINT
    if port != _OF_THE_SERVICE:
        return None
    if host == "kubernetes" or host.startswith("kubernetes.default"):
        return Way.SERVICE
    if services:
        return Way.ENDPOINT
    return Way.SERVICE if _is_first_of_a_range(host) else Way.ENDPOINT


def _is_first_of_a_range(host: str) -> bool:
    """Whether a service would have that address: kubernetes has the first of the service range."""
    if is_masked_address(host):
        # A hidden end may be 1, and this port is the service's.
        return host.rpartition(".")[2] in ("1", "x", "xx", "xxx", "*", "**", "***")
    try:
        address = ip_address(host)
    except ValueError:
        return False
    # Some take a range that is public elsewhere, such as 169.169.0.0/16.
    first = address.packed[-2:] == b"\0\1" if address.is_global else address.packed[-1] == 1
    return first and not address.is_loopback


def way_from(node: NodeView, target: str) -> Way | None:
    """The way to host:port, given what the node's view knows of the service and its endpoints."""
    return way_of(
        target,
        (found.address for found in node.all(ServiceAddress)),
        (found.address for found in node.all(ApiEndpoint)),
    )


def unanswered(
    node: NodeView, way: Way, errors: frozenset[CallError] = NO_ANSWER
) -> tuple[ApiCallFailed, ...]:
    """Calico's own calls that went that way, got no answer, and were not followed by one that did."""
    return node.all(
        ApiCallFailed,
        lambda call: (
            call.error in errors
            and (is_calicos_own(call) or call.process in ("", "cni-plugin"))
            and way_from(node, call.target) is way
            and not _was_answered_later(node, call)
        ),
    )


def _was_answered_later(node: NodeView, call: ApiCallFailed) -> bool:
    at = call.at
    if at is None:
        return False
    # A success that was seen counts; one that was not seen is nothing to ask for.
    return any(
        reached.at is not None and reached.at > at
        for reached in node.unread().all(
            MilestoneReached, lambda found: found.milestone in ANSWERED
        )
    )


def tried(node: NodeView, way: Way) -> CurlAnswered | None:
    """What a person's own try that way came to, the newest."""
    return node.one(
        CurlAnswered,
        lambda found: (
            way_from(node, found.target) is way
            and (way is Way.SERVICE or _names_an_api_server(node, found.target))
        ),
    )


def _names_an_api_server(node: NodeView, target: str) -> bool:
    # People try any web site on 443; only one that Calico calls too is of interest.
    return not target.endswith(f":{_OF_THE_SERVICE}") or target in {
        *(found.address for found in node.all(ApiEndpoint)),
        *(call.target for call in node.all(ApiCallFailed)),
    }


def is_for_etcd(target: str) -> bool:
    """Whether host:port is an etcd's."""
    return target.rpartition(":")[2] in _OF_ETCD


def was_tried(node: NodeView) -> bool:
    """Whether anybody tried by hand; only where something speaks of the way is that a wish."""
    return node.unread().one(CurlAnswered) is not None


def works_on_another_worker(case: Case) -> bool:
    """Whether calico-node is healthy on a node without its own API server."""
    return any(not _is_control_plane(peer) for peer in case.fair)


def _is_control_plane(peer: NodeView) -> bool:
    listed = peer.unread().one(NodeListed, lambda found: bool(found.roles))
    return bool(_CONTROL_PLANE.search(listed.roles if listed else peer.name or ""))
