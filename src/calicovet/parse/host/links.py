"""A listing of links, collected line by line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import ip_interface

from calicovet.model.evidence import Evidence
from calicovet.model.facts import BridgeLink, HostLink, Interface, LinkCounters, VxlanLink
from calicovet.parse.host.lines import cite


def interface(text: str) -> Interface | None:
    """The address with its prefix, or None for what is no address."""
    try:
        return ip_interface(text)
    except ValueError:
        return None


@dataclass(slots=True)
class Link:
    """What was read of one link so far."""

    name: str
    line: int
    index: int | None = None
    up: bool | None = None
    mtu: int | None = None
    bridge: int = 0
    """The line that says it is a bridge."""
    mac: str = ""
    laid: bool = False
    """Whether the line with its type was read."""
    vxlan: tuple[int, int, int, str] | None = None
    """The line that says it is a VXLAN device, its VNI, its port, its parent."""
    received: tuple[int, int] | None = None
    """The line that counts what came in, and how many packets that were."""
    sent: int | None = None
    headed: bool = True
    """False: known only by the label at the end of an address line."""
    addresses: list[Interface] = field(default_factory=list)

    def add(self, address: Interface | None) -> None:
        if address is not None and address not in self.addresses:
            self.addresses.append(address)


class Listing:
    """The links in the order in which they were met."""

    def __init__(self) -> None:
        self._links: dict[str, Link] = {}
        self.current: Link | None = None

    def open(self, name: str, line: int, *, headed: bool = True) -> Link:
        """The link of that name, now the one that following lines speak of."""
        link = self._links.get(name)
        if link is None:
            link = self._links[name] = Link(name, line, headed=headed)
        elif headed and not link.headed:
            link.headed, link.line = True, line
        self.current = link
        return link

    def facts(
        self, evidence: Evidence
    ) -> Iterator[HostLink | BridgeLink | VxlanLink | LinkCounters]:
        for position, link in enumerate(self._links.values()):
            yield HostLink(
                name=link.name,
                index=link.index,
                addresses=tuple(link.addresses),
                up=link.up,
                position=position,
                mtu=link.mtu,
                mac=link.mac,
                about=evidence.about,
                cited=cite(evidence, link.line),
            )
            if link.bridge:
                yield BridgeLink(
                    name=link.name, about=evidence.about, cited=cite(evidence, link.bridge)
                )
            if link.vxlan:
                line, vni, port, parent = link.vxlan
                yield VxlanLink(
                    name=link.name,
                    vni=vni,
                    port=port,
                    parent=parent,
                    about=evidence.about,
                    cited=cite(evidence, line),
                )
            if link.received is not None and link.sent is not None:
                line, packets = link.received
                yield LinkCounters(
                    name=link.name,
                    received=packets,
                    sent=link.sent,
                    about=evidence.about,
                    cited=cite(evidence, line),
                )
