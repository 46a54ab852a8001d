"""A small map of nodes, their links and networks, for faults that addresses decide."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from ipaddress import IPv4Network, IPv6Network, ip_interface

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.facts import (
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    CalicoAddress,
    FelixLink,
    HostLink,
    InternalAddress,
)
from calicovet.model.facts.addresses import Address, Interface
from calicovet.model.facts.base import Fact
from calicovet.model.finding import Exhibit, Finding
from calicovet.model.record import record
from calicovet.report.html.both import Both, label, plain
from calicovet.report.html.node_facts import only

_DECIDING = (AddressAutodetected, AddressFromEnvironment, AddressNotDetected, CalicoAddress)
_AREA = "ADR"
"""The causes that are about addresses."""
_MOST_LINKS = 5
_ROW = 30
_HEAD = 30
_GAP = 16
_LEFT = 20
_LANE = 26
_CARD = 470
_LONGEST_NAME = 34

Told = Sequence[tuple[Fact, Exhibit]]
Network = IPv4Network | IPv6Network
Lane = Network | str


@record(kw_only=True)
class Port:
    """An address of a node, on the link that has it."""

    link: str
    address: Address
    network: Network | None = None
    """None: the length of its prefix is not known."""
    taken: bool = False
    """Calico took it."""
    reached: bool = False
    """The node is reached by it."""
    shared: bool = False
    """Another node has it, too."""


_Drawn = tuple[str, bool, tuple[Port, ...]]
"""A node's name, whether it is unhealthy, and its addresses."""


@record
class Mark:
    """One element of the drawing; the kind says which, the style how it looks."""

    kind: str
    style: str
    x: int
    y: int
    x2: int = 0
    y2: int = 0
    text: Both = plain("")


@record
class AddressMap:
    width: int
    height: int
    marks: tuple[Mark, ...]
    lanes: tuple[Both, ...]


def address_map(
    finding: Finding | None, nodes: Sequence[tuple[NodeDiagnosis, Told]]
) -> AddressMap | None:
    """The unhealthy node, which comes first, with its peers; None where addresses decide nothing."""
    if finding is None or not (_addresses_decide(finding) or finding.code.startswith(_AREA)):
        return None
    drawn = [
        (node.node or node.pod.rpartition("/")[2], node.state == "sick", ports)
        for node, facts in nodes
        if (ports := _ports(facts))
    ]
    drawn = _shared_marked(drawn)
    told = [port for _, sick, ports in drawn for port in ports if sick]
    if not any(port.taken or port.shared for port in told):
        return None
    return _draw(drawn)


def _shared_marked(drawn: Sequence[_Drawn]) -> list[_Drawn]:
    """The nodes with each address marked that several of them have."""
    holders = Counter(port.address for _, _, ports in drawn for port in ports)
    return [
        (
            name,
            sick,
            tuple(
                replace(port, shared=holders[port.address] > 1 and (port.taken or port.reached))
                for port in ports
            ),
        )
        for name, sick, ports in drawn
    ]


def _addresses_decide(finding: Finding) -> bool:
    return any(isinstance(fact, _DECIDING) for sign in finding.signs for fact in sign.facts)


def _ports(facts: Told) -> tuple[Port, ...]:
    """The addresses of a node: what Calico took, what it is reached by, and some others."""
    ports: dict[Address, Port] = {}
    for link, address in _on_links(facts):
        known = ports.get(address.ip)
        network = address.network if address.network.num_addresses > 1 else None
        if known is None:
            ports[address.ip] = Port(link=link, address=address.ip, network=network)
        else:
            ports[address.ip] = replace(
                known, link=known.link or link, network=known.network or network
            )
    for fact, _ in only(CalicoAddress, list(facts)):
        port = ports.get(fact.address.ip, Port(link="", address=fact.address.ip))
        ports[port.address] = replace(port, taken=True)
    for found, _ in only(InternalAddress, list(facts)):
        port = ports.get(found.address, Port(link="", address=found.address))
        ports[port.address] = replace(port, reached=True)
    told = sorted(ports.values(), key=lambda port: (not port.taken, not port.reached))
    return tuple(told[:_MOST_LINKS])


def _on_links(facts: Told) -> Iterator[tuple[str, Interface]]:
    for fact, _ in facts:
        match fact:
            case HostLink(name=name, addresses=addresses) if name != "lo":
                yield from ((name, address) for address in addresses if _counts(address.ip))
            case FelixLink(name=name, addresses=bare) if name != "lo":
                yield from ((name, ip_interface(each)) for each in bare if _counts(each))
            case AddressAutodetected(link=name, address=address):
                yield name, address
            case AddressOnLink(link=name, address=address_):
                yield name, ip_interface(address_)
            case CalicoAddress(address=address):
                yield "", address


def _counts(address: Address) -> bool:
    return not (address.is_link_local or address.is_loopback)


def _draw(nodes: Sequence[_Drawn]) -> AddressMap:
    lanes = _lanes([port for _, _, ports in nodes for port in ports])
    left = _LEFT + len(lanes) * _LANE
    marks: list[Mark] = []
    ends: dict[Lane, list[int]] = {lane: [] for lane in lanes}
    y = 8
    for name, sick, ports in nodes:
        height = _HEAD + len(ports) * _ROW
        marks.append(Mark("rect", "sick" if sick else "node", left, y, _CARD, height))
        marks.append(Mark("text", "name", left + 14, y + 21, text=plain(_cut(name))))
        for place, port in enumerate(ports):
            row = y + _HEAD + place * _ROW + 12
            lane = _lane_of(port, lanes)
            if lane is not None:
                x = _LEFT + lanes.index(lane) * _LANE
                ends[lane].append(row)
                marks.append(Mark("line", _style(port), x, row, left + 14, row))
                marks.append(Mark("dot", f"lane{lanes.index(lane) % 4}", x, row))
            marks += _row(port, left, row)
        y += height + _GAP
    trunks = [
        Mark(
            "line",
            f"trunk lane{place % 4}",
            _LEFT + place * _LANE,
            min(ends[lane]),
            _LEFT + place * _LANE,
            max(ends[lane]),
        )
        for place, lane in enumerate(lanes)
        if ends[lane]
    ]
    return AddressMap(left + _CARD + 4, y, (*trunks, *marks), tuple(map(_called, lanes)))


def _row(port: Port, left: int, row: int) -> Iterator[Mark]:
    style = _style(port)
    yield Mark("port", style, left + 14, row)
    yield Mark("text", f"link {style}", left + 28, row + 4, text=plain(_cut(port.link or "—", 15)))
    told = f"{port.address}/{port.network.prefixlen}" if port.network else str(port.address)
    yield Mark("text", f"address {style}", left + 150, row + 4, text=plain(_cut(told, 24)))
    if port.taken or port.reached:
        key = "both" if port.taken and port.reached else "taken" if port.taken else "reached"
        key = "shared" if port.shared else key
        yield Mark("text", f"role {style}", left + _CARD - 12, row + 4, text=label(f"map.{key}"))


def _style(port: Port) -> str:
    if port.shared:
        return "taken"
    if port.taken:
        return "right" if port.reached else "taken"
    return "reached" if port.reached else "other"


_REACHED = "reached"
"""The lane of the addresses that nodes are reached by, where their network is not known."""


def _lanes(ports: Sequence[Port]) -> list[Lane]:
    """The networks that the ports are in; that of the nodes' own addresses first."""
    reached = [_home(port, ports) or _REACHED for port in ports if port.reached]
    taken = [network for port in ports if port.taken and (network := _home(port, ports))]
    others = [port.network for port in ports if port.network]
    return [*dict.fromkeys((*reached, *taken, *others))][:4]


def _home(port: Port, ports: Sequence[Port]) -> Network | None:
    """The network of a port: its own, or one that another port shows and that holds it."""
    if port.network:
        return port.network
    return next(
        (each.network for each in ports if each.network and port.address in each.network), None
    )


def _lane_of(port: Port, lanes: Sequence[Lane]) -> Lane | None:
    for lane in lanes:
        if isinstance(lane, IPv4Network | IPv6Network) and port.address in lane:
            return lane
    return _REACHED if port.reached and _REACHED in lanes else None


def _called(lane: Lane) -> Both:
    return label("map.internal") if lane == _REACHED else plain(str(lane))


def _cut(text: str, most: int = _LONGEST_NAME) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
