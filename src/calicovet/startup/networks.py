"""An index of networks: finds the nodes in a network without asking each."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_network

from calicovet.model.case import NodeView
from calicovet.model.facts.addresses import Address, CalicoAddress
from calicovet.model.peers import Trait

Network = IPv4Network | IPv6Network


def networks_around(address: Address) -> Iterator[Network]:
    """Every network that holds the address, from the widest to the address alone."""
    for length in range(address.max_prefixlen + 1):
        yield ip_network((address, length), strict=False)


def stored_addresses(node: NodeView) -> Iterator[Address]:
    """The addresses that Calico has stored for the node, whatever the prefix."""
    return (found.address.ip for found in node.all(CalicoAddress))


def stored_networks(node: NodeView) -> Iterator[Network]:
    """The networks of the addresses that Calico has stored for the node."""
    return (found.address.network for found in node.all(CalicoAddress))


@cache
def stored_within(length: int) -> Trait:
    """The networks of that prefix length that hold the addresses that Calico has stored for a node."""

    def trait(node: NodeView) -> Iterator[Network]:
        for address in stored_addresses(node):
            with suppress(ValueError):  # longer than an IPv4 address
                yield ip_network((address, length), strict=False)

    return trait
