"""Facts about routes and source addresses."""

from ipaddress import IPv4Network, IPv6Network

from calicovet.model.facts.addresses import Address
from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class Route:
    """One line of a routing table."""

    network: IPv4Network | IPv6Network
    link: str = ""
    """Empty where several links share the way, or nothing may go it."""
    source: Address | None = None
    via: Address | None = None
    metric: int = 0


@record(kw_only=True)
class HostRoutes(Fact):
    """The host's main routing table for IPv4, whole."""

    routes: tuple[Route, ...]


@record(kw_only=True)
class RouteTaken(Fact):
    """The kernel's own word (`ip route get`) on the address that it would send from."""

    destination: Address
    source: Address


UNKNOWN_SELECTOR = "?"
"""A list that says that there is a selector, and not which."""


@record(kw_only=True)
class BgpPeerSeen(Fact):
    """A BGPPeer: which nodes it selects, and their peers."""

    name: str
    node: str = ""
    node_selector: str = ""
    """Neither this nor `node`: it is for all nodes."""
    peer_selector: str = ""
    """The nodes that are the peers; empty where an address is. It may be `UNKNOWN_SELECTOR`."""


@record(kw_only=True)
class NoBgpPeers(Fact):
    """The list of BGPPeers was read, and it is empty."""


@record(kw_only=True)
class NoPeerConfigured(Fact):
    """A node without any BGP peer: the mesh is off, and none of these BGPPeers selects it."""

    peers: tuple[str, ...]
