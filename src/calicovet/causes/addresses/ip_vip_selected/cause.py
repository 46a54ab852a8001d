"""Calico took a virtual address (keepalived, kube-vip, LVS) that stands beside the node's own."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    AddressAutodetected,
    BridgeLink,
    CalicoAddress,
    FelixLink,
    HostLink,
    InternalAddress,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ADDRESS_IS_WRONG
from calicovet.startup.autodetection.conflicts import ended_of_something_else
from calicovet.startup.autodetection.interfaces import (
    Carrier,
    LinkSort,
    carrier_of,
    chosen_address,
    internal_address,
    sort_of,
)
from calicovet.startup.autodetection.recommend import right_method
from calicovet.startup.networks import networks_around, stored_networks

_AS_A_CARD = (LinkSort.CARD, LinkSort.BRIDGE)
"""A bridge may be the uplink."""


def examine(case: Case) -> Iterator[Sign]:
    # IPv6 is left out: there a card has several addresses by nature, some of them alone in theirs.
    chosen, internal = chosen_address(case.node), internal_address(case.node)
    if chosen is None:
        return
    if internal is not None and chosen.address.ip == internal.address:
        yield denies(chosen, internal)
        return
    carrier = carrier_of(chosen.address.ip, case.node)
    if carrier is None:
        yield from _without_link(case, chosen, internal)
    else:
        yield from _on_link(case, chosen, internal, carrier)


def _on_link(
    case: Case, chosen: CalicoAddress, internal: InternalAddress | None, carrier: Carrier
) -> Iterator[Sign]:
    alone = _stands_alone(chosen)
    if carrier.link == "lo":
        if alone:
            yield proves(chosen, carrier.told, **_words(chosen, "lo", internal))
        return
    if sort_of(carrier.link, case.node) not in _AS_A_CARD:
        return
    link = case.node.one(
        HostLink, lambda found: found.name == carrier.link and bool(found.addresses)
    )
    # The first address of a card is its own; one that came later may be anybody's.
    beside = link is not None and any(
        own.version == 4
        and own.ip != chosen.address.ip
        and (own.network.prefixlen < own.max_prefixlen or _is(own.ip, internal))
        for own in link.addresses
    )
    words = _words(chosen, carrier.link, internal)
    if link is not None and beside and alone:
        yield (hints if ended_of_something_else(case.node) else proves)(chosen, link, **words)
    elif link is not None and internal is not None and _holds(link, internal):
        yield indicates(chosen, internal, link, **words)
    elif link is None:
        yield from _without_link(case, chosen, internal, carrier.link)


def _without_link(
    case: Case, chosen: CalicoAddress, internal: InternalAddress | None, link: str = "?"
) -> Iterator[Sign]:
    """No listing of the host's addresses: only the prefix speaks, and the network of the others."""
    if internal is None or not _stands_alone(chosen):
        return
    words = _words(chosen, link, internal)
    nearby = [
        peer
        for network in networks_around(chosen.address.ip)
        if network.prefixlen < network.max_prefixlen and internal.address in network
        for peer in case.peers.sharing(stored_networks, network)
    ]
    own = next((stored for peer in nearby if (stored := _its_own(peer)) is not None), None)
    if own is not None:
        # In this network, hosts have their own address with the prefix of the network.
        yield proves(chosen, internal, own, **words)
    elif nearby:
        yield indicates(chosen, internal, **words)
    else:
        yield hints(chosen, internal, **words)


def _its_own(peer: NodeView) -> CalicoAddress | None:
    """What Calico has stored for a peer, where that is the peer's InternalIP."""
    stored, internal = peer.one(CalicoAddress), peer.one(InternalAddress)
    if stored is None or internal is None or stored.address.ip != internal.address:
        return None
    return stored


def _stands_alone(chosen: CalicoAddress) -> bool:
    return chosen.address.network.prefixlen == chosen.address.max_prefixlen


def _is(address: object, internal: InternalAddress | None) -> bool:
    return internal is not None and address == internal.address


def _holds(link: HostLink, internal: InternalAddress) -> bool:
    return any(own.ip == internal.address for own in link.addresses)


def _words(chosen: CalicoAddress, link: str, internal: InternalAddress | None) -> dict[str, object]:
    expected = internal.address if internal else "?"
    return {"address": chosen.address, "link": link, "expected": expected}


def plan(case: Case) -> Plan:
    method = right_method(case)
    if method is None:
        return Plan(steps=(AskHuman("choose-a-method", risk=Risk.ROLLS_ALL_NODES),))
    return Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, method.value),),
        instead=Plan(steps=(AskHuman("hide-the-address", risk=Risk.TOUCHES_HOST),)),
        untried=method.untried,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR),
    )


CAUSE = Cause(
    name="ip-vip-selected",
    code="ADR002",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=ADDRESS_IS_WRONG,
    reads=(
        CalicoAddress,
        InternalAddress,
        AddressAutodetected,
        HostLink,
        FelixLink,
        BridgeLink,
        StartupSaid,
    ),
    decided_by=(CalicoAddress, HostLink),
    failures=(fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.ADDRESS, value="virtual"),),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.ADDRESS_AUTODETECTION_V4),),
    # Once it has moved on, the address is another host's.
    explains=("bgp-peer-is-the-sick-one", "ip-conflict-duplicate", "ip-changed-or-not-on-host"),
    prior=0.8,
)
