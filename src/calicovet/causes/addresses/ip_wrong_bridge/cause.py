"""Autodetection took the address of a bridge or tunnel that another program owns."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface, IPv4Network

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
    BgpNotEstablished,
    BridgeLink,
    CalicoAddress,
    Fact,
    FelixLink,
    HostLink,
    InternalAddress,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED, BGP_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
    SetSetting,
    Setting,
    Step,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ADDRESS_IS_WRONG
from calicovet.startup.autodetection.conflicts import Conflict, conflict_on, ended_of_something_else
from calicovet.startup.autodetection.interfaces import (
    Carrier,
    LinkSort,
    carrier_of,
    chosen_address,
    internal_address,
    is_first_of_a_bridge,
    is_first_of_its_network,
    sort_of,
    why_met_first,
)
from calicovet.startup.autodetection.recommend import networks_of_peers, right_method
from calicovet.startup.networks import networks_around, stored_networks, stored_within

_HABITS = tuple(
    IPv4Network(network)
    for network in ("172.17.0.0/16", "192.168.122.0/24", "10.88.0.0/16", "10.4.0.0/24")
)
"""What Docker, libvirt, podman and nerdctl give to their first bridge unless told otherwise."""
_WIDTH = 16
"""The prefix of the networks that engines take."""


def examine(case: Case) -> Iterator[Sign]:
    chosen = chosen_address(case.node)
    internal = internal_address(case.node)
    conflict = conflict_on(case.node)
    if chosen is not None and internal is not None and chosen.address.ip == internal.address:
        yield denies(chosen, internal)
        return
    carrier = None if chosen is None else carrier_of(chosen.address.ip, case.node)
    if chosen is not None and carrier is not None:
        yield from _by_link(case, chosen, internal, carrier, conflict)
    elif conflict is not None and is_first_of_a_bridge(conflict.address):
        yield from _by_conflict(conflict, internal)
    elif chosen is not None:
        yield from _by_address(chosen, internal)
    else:
        yield from _by_peer(case)


def _by_peer(case: Case) -> Iterator[Sign]:
    """calico-node's choice is not shown, but BIRD waits for a peer at the address of a bridge.

    In the mesh a peer's address is the one that calico-node chose over there.
    """
    waits = case.node.one(BgpNotEstablished, lambda found: bool(found.peers))
    if waits is None:
        return
    own = [found.address for found in case.node.all(InternalAddress)]
    for peer in filter(None, map(_as_interface, waits.peers)):
        carrier = carrier_of(peer.ip, case.node)
        link = carrier.link if carrier else "?"
        words = {"address": peer.ip, "link": link, "expected": "?"}
        others = case.peers.sharing(_wide_networks, peer.network)
        if next(others, None) or any(address in peer.network for address in own):
            continue
        if carrier is not None:
            if sort_of(carrier.link, case.node) in (LinkSort.BRIDGE, LinkSort.TUNNEL):
                yield indicates(waits, carrier.told, **words)
        elif is_first_of_a_bridge(str(peer.ip)):
            yield indicates(waits, **words)


def _wide_networks(node: NodeView) -> Iterator[IPv4Network]:
    """The networks of the node's addresses, as wide as those that are asked for."""
    for found in node.all(InternalAddress):
        if isinstance(found.address, IPv4Address):
            yield IPv4Network((found.address, _WIDTH), strict=False)


def _as_interface(peer: str) -> IPv4Interface | None:
    """A peer's address, in a network as wide as those that engines take."""
    try:
        return IPv4Interface(f"{peer}/{_WIDTH}")
    except ValueError:
        return None


def _by_link(
    case: Case,
    chosen: CalicoAddress,
    internal: InternalAddress | None,
    carrier: Carrier,
    conflict: Conflict | None,
) -> Iterator[Sign]:
    link, told = carrier
    if _carries_the_nodes_own(case, link, chosen, internal):
        return
    if sort_of(link, case.node) not in (LinkSort.BRIDGE, LinkSort.TUNNEL):
        return
    bridge = case.node.one(BridgeLink, lambda found: found.name == link)
    words = {
        "address": chosen.address,
        "link": link,
        "expected": _expected(case, internal),
        **why_met_first(case.node, link, internal),
    }
    if conflict is not None and conflict.address == str(chosen.address.ip):
        # Two hosts have it: the address of something that every host makes for itself.
        yield proves(chosen, told, conflict.said, **words)
    elif ended_of_something_else(case.node):
        yield hints(chosen, told, **words)
    elif internal is None:
        # A bridge may be the uplink itself; only the node's own address decides.
        yield indicates(chosen, told, **words)
    elif bridge is not None:
        yield proves(chosen, internal, told, bridge, **words)
    elif (own := _own_link(case, link, chosen, internal)) is not None:
        yield proves(chosen, internal, told, own, **words)
    else:
        yield indicates(chosen, internal, told, **words)


def _own_link(
    case: Case, link: str, chosen: CalicoAddress, internal: InternalAddress
) -> Fact | None:
    """The fact that shows the node's own link, where the chosen one leads to no other node.

    The kernel was not asked for a bridge then; but it has a bridge's name and a bridge's address,
    Calico reaches other nodes in the network of the node's own link, and none in that of the bridge.
    """
    own = carrier_of(internal.address, case.node)
    if own is None or own.link == link or sort_of(link, case.node) is not LinkSort.BRIDGE:
        return None
    if not is_first_of_its_network(chosen.address):
        return None
    around = (
        ()
        if internal.address.version != chosen.address.version
        else networks_around(internal.address)
    )
    beside_it = any(next(case.peers.sharing(stored_networks, network), None) for network in around)
    trait = stored_within(chosen.address.network.prefixlen)
    on_the_bridge = next(case.peers.sharing(trait, chosen.address.network), None) is not None
    if beside_it and not on_the_bridge:
        return own.told
    return None


def _by_conflict(conflict: Conflict, internal: InternalAddress | None) -> Iterator[Sign]:
    """The link is not shown, but two hosts have an address that engines give to their bridge."""
    if internal is not None and str(internal.address) == conflict.address:
        return
    expected = internal.address if internal is not None else "?"
    yield proves(conflict.said, address=conflict.address, link="?", expected=expected)


def _by_address(chosen: CalicoAddress, internal: InternalAddress | None) -> Iterator[Sign]:
    """The link is not shown, but engines have habits, and a bridge is the first of its network."""
    words = {"address": chosen.address, "link": "?"}
    network = chosen.address.network
    if internal is None or internal.address in network:
        return
    if network in _HABITS:
        yield indicates(chosen, internal, expected=internal.address, **words)
    elif is_first_of_its_network(chosen.address):
        yield hints(chosen, internal, expected=internal.address, **words)


def _carries_the_nodes_own(
    case: Case, link: str, chosen: CalicoAddress, internal: InternalAddress | None
) -> bool:
    """Whether the link is the uplink: it also holds the node's own address, or leads to the peers."""
    if internal is not None:
        listed = case.node.all(HostLink, lambda found: found.name == link)
        return internal.address in chosen.address.network or any(
            own.ip == internal.address for found in listed for own in found.addresses
        )
    trait = stored_within(chosen.address.network.prefixlen)
    return any(
        found.address.ip in chosen.address.network
        for peer in case.peers.sharing(trait, chosen.address.network)
        for found in peer.all(CalicoAddress)
        if found.address.ip != chosen.address.ip
    )


def _expected(case: Case, internal: InternalAddress | None) -> str:
    if internal is not None:
        return str(internal.address)
    return ", ".join(sorted(str(network) for network in networks_of_peers(case))) or "?"


def _deletion(node: NodeView) -> Iterator[Step]:
    """The end of a bridge that has nothing on it; a tunnel belongs to a program that makes it again."""
    chosen = chosen_address(node)
    carrier = carrier_of(chosen.address.ip, node) if chosen is not None else None
    if chosen is None or carrier is None or sort_of(carrier.link, node) is not LinkSort.BRIDGE:
        return
    link = carrier.link
    yield RunOnNode(
        "delete-the-bridge",
        commands=(command("ip link delete {link}", link=link),),
        undo=(
            command("ip link add {link} type bridge", link=link),
            command("ip address add {network} dev {link}", network=str(chosen.address), link=link),
            command("ip link set {link} up", link=link),
        ),
        saw=command(
            "ip -d link show {link} 2>/dev/null | grep -qw bridge"
            ' && [ -z "$(ip -o link show master {link})" ]',
            link=link,
        ),
    )


def plan(case: Case) -> Plan:
    method = right_method(case)
    if method is None:
        return Plan(
            steps=(AskHuman("choose-a-method", risk=Risk.ROLLS_ALL_NODES),),
            reaches=StageId.NETWORK_AVAILABLE,
        )
    node = case.node.unread()
    # Where only a peer's address shows the bridge, it need not be on this host.
    here = chosen_address(node) is not None or conflict_on(node) is not None
    removal = Plan(
        steps=(
            AskHuman("remove-the-bridge", risk=Risk.TOUCHES_HOST),
            *_deletion(node),
            RestartPod(),
        )
    )
    return Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, method.value),),
        reaches=StageId.NETWORK_AVAILABLE,
        instead=removal if here else None,
        untried=method.untried,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR),
    )


CAUSE = Cause(
    name="ip-wrong-bridge",
    code="ADR003",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=ADDRESS_IS_WRONG,
    reads=(
        CalicoAddress,
        InternalAddress,
        AddressAutodetected,
        HostLink,
        FelixLink,
        BridgeLink,
        AutodetectionMethod,
        StartupSaid,
        BgpNotEstablished,
    ),
    decided_by=(CalicoAddress, HostLink),
    failures=(
        BGP_UNANSWERED,
        BGP_NOT_ESTABLISHED,
        fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.LINK, value=("bridge", "cni-bridge")),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.ADDRESS_AUTODETECTION_V4),),
    # On the nodes that wait for this one's address, and where two nodes took the same bridge.
    explains=("bgp-peer-is-the-sick-one", "ip-conflict-duplicate"),
    prior=2.0,
)
