"""Which link carries an address, and why first-found met it first."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
    BridgeLink,
    CalicoAddress,
    Fact,
    FelixLink,
    HostLink,
    InternalAddress,
)
from calicovet.model.facts.addresses import Address, Interface
from calicovet.startup.autodetection.interface_names import named_like_a_bridge

_TUNNEL = re.compile(r"(?:tailscale|zt|wg|tun|tap|ovn|cilium|flannel)[-_.]?[0-9a-z]*$")
_FOR_SERVICES = re.compile(r"(?:nodelocaldns|kube-ipvs|dummy)")
_FIRST_OF_A_BRIDGE = re.compile(
    r"172\.(?:1[7-9]|2\d|3[01])\.0\.1|192\.168\.122\.1|192\.168\.49\.1|10\.88\.0\.1"
    r"|10\.4\.0\.1"
)


class LinkSort(StrEnum):
    """What a link is for, by the kernel's word or by its name."""

    CARD = "card"
    """Nothing speaks against a network card (a bond or a VLAN counts as one)."""
    BRIDGE = "bridge"
    TUNNEL = "tunnel"
    SERVICES = "services"
    """It holds addresses of services: nodelocaldns, kube-ipvs0, a dummy."""
    LOOPBACK = "loopback"


class Carrier(NamedTuple):
    """A link, and the fact that says that it carries the address."""

    link: str
    told: Fact


def chosen_address(node: NodeView, family: int = 4) -> CalicoAddress | None:
    """The newest address that Calico has for the node."""
    return node.one(CalicoAddress, lambda found: found.address.version == family)


def internal_address(node: NodeView, family: int = 4) -> InternalAddress | None:
    """The address that the node is reached by."""
    return node.one(InternalAddress, lambda found: found.address.version == family)


def carrier_of(address: Address, node: NodeView) -> Carrier | None:
    """The link that carries an address, by the log's own word or by a listing."""
    said = node.one(AddressAutodetected, lambda found: found.address.ip == address)
    if said is not None and said.link:
        return Carrier(said.link, said)
    seen = node.one(HostLink, lambda link: address in {own.ip for own in link.addresses})
    if seen is not None:
        return Carrier(seen.name, seen)
    named = node.one(FelixLink, lambda link: address in link.addresses)
    return Carrier(named.name, named) if named is not None else None


def sort_of(link: str, node: NodeView) -> LinkSort:
    """What a link is for."""
    if link == "lo":
        return LinkSort.LOOPBACK
    if _FOR_SERVICES.match(link):
        return LinkSort.SERVICES
    if node.one(BridgeLink, lambda found: found.name == link) or named_like_a_bridge(link):
        return LinkSort.BRIDGE
    return LinkSort.TUNNEL if _TUNNEL.match(link) else LinkSort.CARD


def is_first_of_a_bridge(address: str) -> bool:
    """Whether Docker, libvirt, minikube, podman or nerdctl give that address to a bridge."""
    return _FIRST_OF_A_BRIDGE.fullmatch(address) is not None


def is_first_of_its_network(address: Interface) -> bool:
    """Whether it is the address that a bridge usually has: the first of a network of several."""
    network = address.network
    first = int(network.network_address) + 1
    return network.prefixlen < network.max_prefixlen - 1 and int(address.ip) == first


def why_met_first(
    node: NodeView, link: str, internal: InternalAddress | None
) -> Mapping[str, object]:
    """The indexes that made first-found meet this link before the right one, where both are known."""
    method = node.one(AutodetectionMethod, lambda found: found.family == 4)
    if internal is None or (method is not None and not method.method.startswith("first-found")):
        return {}
    indexes = _indexes(node)
    rival = carrier_of(internal.address, node)
    if rival is None or rival.link not in indexes or indexes.get(link, -1) <= indexes[rival.link]:
        return {}
    return {"index": indexes[link], "rival": rival.link, "rival_index": indexes[rival.link]}


def _indexes(node: NodeView) -> Mapping[str, int]:
    named: tuple[FelixLink | HostLink, ...] = (*node.all(FelixLink), *node.all(HostLink))
    return {found.name: found.index for found in named if found.index is not None}
