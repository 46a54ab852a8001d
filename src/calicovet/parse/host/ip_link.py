"""`ip link` and `ip -d link`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    BridgeLink,
    Fact,
    HostLink,
    LinkCounters,
    Unreadable,
    VxlanLink,
)
from calicovet.parse.host.ip_addr import read_ip_addr

GIVES: tuple[type[Fact], ...] = (HostLink, BridgeLink, VxlanLink, LinkCounters)


def read_ip_link(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Every link, without addresses: the listing is that of `ip addr` with less in it."""
    yield from read_ip_addr(evidence)
