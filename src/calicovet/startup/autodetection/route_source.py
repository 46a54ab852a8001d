"""The source address of a host's routes."""

from collections.abc import Sequence
from ipaddress import ip_address

from calicovet.model.case import NodeView
from calicovet.model.facts import HostRoutes, Route, RouteTaken
from calicovet.model.facts.addresses import Address, HostLink
from calicovet.startup.autodetection.select import SourceFor, is_global_unicast


def known_source(destination: str, view: NodeView, links: Sequence[HostLink]) -> SourceFor | None:
    """What the host's routes say of a destination; None where they are not known."""
    try:
        target = ip_address(destination)
    except ValueError:
        return None  # what a name stands for is known on the host alone
    taken = view.one(RouteTaken, lambda found: found.destination == target)
    if taken is not None:
        return lambda _: taken.source
    table = view.one(HostRoutes)
    if table is None or target.version == 6:
        return None
    if any(own.ip == target for link in links for own in link.addresses):
        return lambda _: target
    fitting = [route for route in table.routes if target in route.network]
    if not fitting:
        return lambda _: None
    best = min(fitting, key=lambda route: (-route.network.prefixlen, route.metric))
    source = _source_on(best, links)
    return None if source is None else lambda _: source


def _source_on(route: Route, links: Sequence[HostLink]) -> Address | None:
    if route.source is not None:
        return route.source
    own = [
        address
        for link in links
        if route.link and link.name == route.link
        for address in link.addresses
        if address.version == 4 and is_global_unicast(address.ip)
    ]
    # The kernel prefers an address that shares the gateway's network, then the link's first.
    beside = [address for address in own if route.via is not None and route.via in address.network]
    return next((address.ip for address in (*beside, *own)), None)
