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
from calicovet.parse.parser import Parser


def read_ip_link(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Every link, without addresses: the listing is that of `ip addr` with less in it."""
    yield from read_ip_addr(evidence)


def _gives_in(evidence: Evidence) -> tuple[type[Fact], ...]:
    """With `-d` the listing says what kind each link is."""
    return (BridgeLink, VxlanLink) if "ip -d " in evidence.taken_by else (BridgeLink,)


# `ip link` shows links without their addresses.
PARSER = Parser(
    read_ip_link,
    gives=(HostLink, BridgeLink, VxlanLink, LinkCounters),
    in_passing=(
        HostLink,
        VxlanLink,
        LinkCounters,
    ),
    gives_in=_gives_in,
)
