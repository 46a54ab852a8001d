"""Whether an address lies in a network with other nodes."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from calicovet.model.facts.addresses import Address, Interface
from calicovet.startup.autodetection.go_ip import Network


class Neighbourhood:
    """The addresses by which nodes are reached, as many as there may be."""

    def __init__(self, reached_by: Iterable[Interface]) -> None:
        nodes = frozenset(reached_by)
        self._addresses: frozenset[Address] = frozenset(node.ip for node in nodes)
        self._sorted = {
            family: sorted(int(each) for each in self._addresses if each.version == family)
            for family in (4, 6)
        }
        self._networks: dict[Network, set[Address]] = {}
        for node in nodes:
            # A network of one address is a prefix that is not known.
            if node.network.prefixlen < node.max_prefixlen:
                self._networks.setdefault(node.network, set()).add(node.ip)

    def surrounds(self, address: Interface, own: Address | None) -> bool | None:
        """Whether others than the node itself, which is reached by `own`, are beside that address.

        None where there are no others, or where the width of its network is unknown.
        """
        # Two bridges with one address are no network.
        itself = {address.ip, own}
        alike = {each for each in self._addresses & itself if each.version == address.version}
        addresses = self._sorted[address.version]
        if len(addresses) == len(alike):
            return None
        first, last = int(address.network[0]), int(address.network[-1])
        within = bisect_right(addresses, last) - bisect_left(addresses, first)
        if within > sum(each in address.network for each in alike):
            return True
        if any(
            address.ip in network and nodes - itself for network, nodes in self._networks.items()
        ):
            return True
        return False if address.network.prefixlen < address.max_prefixlen else None
