"""The IP families that a node and its cluster use."""

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ApiCallFailed,
    CalicoAddress,
    Claimed,
    Fact,
    HostLink,
    InternalAddress,
    ServiceAddress,
    StartupSaid,
    Topic,
)
from calicovet.startup.autodetection.select import NO_LINKS, is_global_unicast


def shows_ipv4(node: NodeView) -> Fact | None:
    """A fact by which the host has a usable IPv4 address."""
    internal = node.one(InternalAddress, lambda found: found.address.version == 4)
    chosen = node.one(CalicoAddress, lambda found: found.address.version == 4)
    return internal or chosen or node.one(HostLink, lambda link: _has(link, 4))


def shows_only_ipv6(node: NodeView) -> Fact | None:
    """A fact by which the host is reached by IPv6 and has no IPv4 address at all."""
    unmatched = node.one(StartupSaid, lambda said: said.detail("error") == NO_LINKS)
    if unmatched is not None or shows_ipv4(node) is not None:
        # A list of nodes shows one address of each; if no link fits by name, IPv4 was not looked for.
        return None
    internal = node.one(InternalAddress, lambda found: found.address.version == 6)
    listed = node.one(HostLink, lambda link: _has(link, 6))
    return internal or (listed if HostLink in node.looked_for else None)


def hints_at_ipv6_only(node: NodeView) -> Fact | None:
    """A fact by which the cluster's own service is reached by IPv6, or a person's statement: it may have no IPv4."""
    service = node.one(ServiceAddress, lambda found: ":" in found.address)
    asked = node.one(ApiCallFailed, lambda call: call.target.startswith("["))
    return service or asked or says_ipv6_only(node)


def says_ipv6_only(node: NodeView) -> Claimed | None:
    return node.one(Claimed, lambda found: found.topic is Topic.IPV6_ONLY)


def _has(link: HostLink, family: int) -> bool:
    # What Docker keeps for itself is no way to the host.
    return link.name not in ("lo", "docker0") and any(
        own.version == family and is_global_unicast(own.ip) for own in link.addresses
    )
