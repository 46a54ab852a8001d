"""Of several network cards, autodetection took one by which the other nodes do not reach this one."""

import re
from collections.abc import Iterator
from ipaddress import IPv4Interface
from itertools import islice

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
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
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import set_node_ip
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ADDRESS_IS_WRONG
from calicovet.startup.autodetection.conflicts import conflict_on, ended_of_something_else
from calicovet.startup.autodetection.interfaces import (
    LinkSort,
    carrier_of,
    chosen_address,
    internal_address,
    is_first_of_a_bridge,
    is_first_of_its_network,
    sort_of,
    why_met_first,
)
from calicovet.startup.autodetection.recommend import INTERNAL, right_method
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import has

_NAT = re.compile(r"10\.0\.[2-9]\.15")
"""What VirtualBox and QEMU give to a card of every guest (10.0.2.15 to the first), each behind a separate NAT."""

_ONE_LINK = re.compile(r"interface=\^?[\w.@-]*\w\$?$")

_MOST_WITNESSES = 100
"""Where thousands have the same, more would not say more."""


def examine(case: Case) -> Iterator[Sign]:
    chosen, internal = chosen_address(case.node), internal_address(case.node)
    conflict = conflict_on(case.node)
    if conflict is not None and _NAT.fullmatch(conflict.address):
        yield proves(conflict.said, **_words(case.node, conflict.address, internal))
    elif chosen is not None and (same := _behind_their_own_nat(chosen, case)):
        yield proves(chosen, *same, **_words(case.node, chosen.address, internal))
    elif chosen is not None and internal is not None:
        yield from _compared(case.node, chosen, internal)
    elif chosen is not None and case.node.name is None:
        yield from _of_no_node(case, chosen)


def _of_no_node(case: Case, chosen: CalicoAddress) -> Iterator[Sign]:
    """A log that nothing ties to a node took an address in whose network no node is reached."""
    showing = case.peers.showing(InternalAddress)
    reached = [found for peer in showing if (found := internal_address(peer)) is not None]
    if not reached or any(found.address in chosen.address.network for found in reached):
        return
    carrier = carrier_of(chosen.address.ip, case.node)
    if carrier is None or sort_of(carrier.link, case.node) is not LinkSort.CARD:
        return
    if not _was_meant(case.node, carrier.link) and not ended_of_something_else(case.node):
        yield indicates(chosen, *reached, **_words(case.node, chosen.address, None))


def _behind_their_own_nat(chosen: CalicoAddress, case: Case) -> tuple[Fact, ...]:
    """The other nodes' word that they have the very same address of a NAT."""
    address = str(chosen.address.ip)
    if not _NAT.fullmatch(address):
        return ()
    # One log may stand for several sick nodes; only what is no log's word is told for each of them.
    theirs = (
        peer.one(
            CalicoAddress,
            lambda found: str(found.address.ip) == address and not found.about.container,
        )
        or peer.one(InternalAddress, lambda found: str(found.address) == address)
        for peer in islice(case.peers.sharing(_told_addresses, address), _MOST_WITNESSES)
    )
    return tuple(fact for fact in theirs if fact is not None)


def _told_addresses(node: NodeView) -> Iterator[str]:
    for stored in node.all(CalicoAddress, lambda found: not found.about.container):
        yield str(stored.address.ip)
    for own in node.all(InternalAddress):
        yield str(own.address)


def _compared(node: NodeView, chosen: CalicoAddress, internal: InternalAddress) -> Iterator[Sign]:
    if chosen.address.ip == internal.address:
        yield denies(chosen, internal)
        return
    words = _words(node, chosen.address, internal)
    carrier = carrier_of(chosen.address.ip, node)
    if carrier is None:
        if _may_be_a_card(chosen, internal):
            yield (hints if ended_of_something_else(node) else indicates)(chosen, internal, **words)
        return
    if sort_of(carrier.link, node) is not LinkSort.CARD:
        return
    own = carrier_of(internal.address, node)
    if own is not None and own.link == carrier.link:
        return
    if _was_meant(node, carrier.link) or ended_of_something_else(node):
        yield hints(chosen, internal, carrier.told, **words)
    elif own is not None:
        yield proves(chosen, internal, carrier.told, own.told, **words)
    elif chosen.address.network.prefixlen == chosen.address.max_prefixlen:
        # Virtual addresses stand alone, too, beside the right one on the same card.
        yield hints(chosen, internal, carrier.told, **words)
    elif internal.address not in chosen.address.network:
        yield indicates(chosen, internal, carrier.told, **words)


def _may_be_a_card(chosen: CalicoAddress, internal: InternalAddress) -> bool:
    """Whether neither a bridge, which is the first of its network, nor a virtual address."""
    network = chosen.address.network
    return (
        network.prefixlen < network.max_prefixlen
        and internal.address not in network
        and not is_first_of_its_network(chosen.address)
        and not is_first_of_a_bridge(str(chosen.address.ip))
    )


def _was_meant(node: NodeView, link: str) -> bool:
    """Whether a setting names just this card or its network: then it may be a network for pods alone."""
    method = node.one(AutodetectionMethod, lambda found: found.family == 4)
    if method is not None:
        named = _ONE_LINK.match(method.method) is not None and link in method.method
        return named or method.method.startswith("cidr=")
    said = node.one(AddressAutodetected, lambda found: found.link == link)
    return said is not None and said.method == "cidr"


def _words(node: NodeView, address: object, internal: InternalAddress | None) -> dict[str, object]:
    carrier = carrier_of(IPv4Interface(str(address)).ip, node)
    if internal is not None and _NAT.fullmatch(str(internal.address)):
        internal = None  # The kubelet made the same mistake: the right address is unknown.
    return {
        "address": address,
        "link": carrier.link if carrier else "?",
        "expected": internal.address if internal else "?",
        **(why_met_first(node, carrier.link, internal) if carrier else {}),
    }


def plan(case: Case) -> Plan:
    internal = internal_address(case.node.unread())
    vain = (
        Ineffective.DELETE_POD,
        Ineffective.RESET_NODE,
        Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
    )
    if internal is None or _NAT.fullmatch(str(internal.address)):
        # As long as the kubelet's choice is wrong too, nothing can follow the InternalIP.
        too_old = has(read_running_release(case.node.facts), "internal-ip-method") is False
        value = "cidr=<CIDR>" if too_old else INTERNAL
        return Plan(
            steps=(
                RunOnNode("see-the-addresses", commands=("ip -4 -br addr",), risk=Risk.NONE),
                set_node_ip("set-node-ip", "<address>"),
                SetSetting(Setting.ADDRESS_AUTODETECTION_V4, value),
            ),
            instead=Plan(steps=(AskHuman("choose-a-method", risk=Risk.ROLLS_ALL_NODES),)),
            does_not_help=vain,
        )
    method = right_method(case)
    if method is None:
        return Plan(
            steps=(AskHuman("choose-a-method", risk=Risk.ROLLS_ALL_NODES),), does_not_help=vain
        )
    return Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, method.value),),
        untried=method.untried,
        does_not_help=vain,
    )


CAUSE = Cause(
    name="ip-wrong-nic-multihomed",
    code="ADR001",
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
    ),
    decided_by=(CalicoAddress, HostLink),
    failures=(
        fails(
            How.MISMATCH, How.CONFLICT, How.INVALID_VALUE, thing=ThingClass.LINK, value="multihomed"
        ),
        fails(
            How.MISMATCH,
            thing=(ThingClass.ADDRESS, ThingClass.BGP_PEER, ThingClass.BIRD),
            saying="unexpected connect",
        ),
        BGP_UNANSWERED,
        BGP_NOT_ESTABLISHED,
        fails(How.DENIED, How.MISMATCH, thing=ThingClass.ADDRESS, by=Speaker.BIRD),
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.LINK, value="nic"),
        fails(How.MISMATCH, thing=ThingClass.CONFIG, value="ip_autodetection_method"),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.ADDRESS_AUTODETECTION_V4),),
    explains=("bgp-peer-is-the-sick-one", "ip-conflict-duplicate"),
    prior=2.0,
)
