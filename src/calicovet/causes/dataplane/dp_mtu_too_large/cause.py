"""Packets of pods, or of a tunnel, are larger than the network below lets through."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    FelixSaid,
    HostLink,
    InternalAddress,
    KernelSaid,
    VxlanLink,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.record import record
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.felix_messages import felix_said
from calicovet.signals.messages import message
from calicovet.signals.tunnel_traffic import no_traffic, own_addresses

_NAME = "dp-mtu-too-large"
_OVERHEAD = {
    "tunl0": 20,
    "vxlan.calico": 50,
    "wireguard.cali": 60,
    "vxlan-v6.calico": 70,
    "wg-v6.cali": 80,
}
"""What each tunnel adds to a packet."""
_MEASURED = "api-mtu-blackhole:ping"
_PODS = "cali"


@record(kw_only=True)
class _Room:
    """The largest packet that passes, and what shows it."""

    size: int
    link: str
    told: HostLink | KernelSaid


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    # A card and its tunnels change their size now and then: the newest listing counts.
    links = {link.name: link for link in reversed(node.all(HostLink)) if link.mtu and link.up}
    room = _room(node, links)
    tunnels = [links[name] for name in _OVERHEAD if name in links]
    if room is not None:
        tight = next((one for one in tunnels if _needs(one) > room.size), None)
        if tight is not None:
            yield proves(tight, room.told, **_words(tight, _needs(tight), room.size, room.link))
            return
        pods = max(
            (link for name, link in links.items() if name.startswith(_PODS)),
            key=_size,
            default=None,
        )
        if pods is not None and _size(pods) > room.size:
            yield proves(pods, room.told, **_words(pods, _size(pods), room.size, room.link))
            return
        for tunnel in tunnels:
            if pods is not None and _size(pods) > _size(tunnel):
                # Pods keep the size that they were made with.
                words = _words(pods, _size(pods), _size(tunnel), tunnel.name)
                yield indicates(pods, tunnel, **words)
                return
        if tunnels:
            yield denies(*tunnels[:1], room.told)
            return
    yield from _by_felix(node)


def _by_felix(node: NodeView) -> Iterator[Sign]:
    said = felix_said(node, _NAME)
    dead = no_traffic(node)
    if said is not None:
        words = {"link": "?", "needs": said.detail("mtu") or "?", "below": "?"}
        yield indicates(said, room=said.detail("room") or "?", **words)
    elif dead and (blind := felix_said(node, f"{_NAME}:not-detected")) is not None:
        # It goes by 1500 then, which is right for most cards.
        yield hints(blind, *dead, link="?", needs="1500", room="?", below="?")


def _room(node: NodeView, links: dict[str, HostLink]) -> _Room | None:
    ping = message(node, KernelSaid, _MEASURED)
    card = links.get(_card(node, links))
    if ping is not None and (card is None or int(ping.detail("mtu")) < _size(card)):
        return _Room(size=int(ping.detail("mtu")), link="?", told=ping)
    return None if card is None else _Room(size=_size(card), link=card.name, told=card)


def _card(node: NodeView, links: dict[str, HostLink]) -> str:
    """The link that carries the node's address, or the tunnel."""
    tunnel = node.one(VxlanLink, lambda found: found.name in _OVERHEAD and bool(found.parent))
    own = own_addresses(node)
    carriers = (
        link.name
        for link in links.values()
        if any(str(address.ip) in own for address in link.addresses)
    )
    return tunnel.parent if tunnel is not None else next(carriers, "")


def _size(link: HostLink) -> int:
    return link.mtu or 0


def _needs(tunnel: HostLink) -> int:
    return _size(tunnel) + _OVERHEAD[tunnel.name]


def _words(link: HostLink, needs: int, room: int, below: str) -> dict[str, object]:
    return {"link": link.name, "needs": needs, "room": room, "below": below}


CAUSE = Cause(
    name=_NAME,
    code="DPL001",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(HostLink, VxlanLink, KernelSaid, FelixSaid, CalicoAddress, InternalAddress),
    decided_by=(HostLink,),
    failures=(
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.CONFIG, value="mtu"),
        fails(How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value=("ipip", "vxlan")),
        fails(How.TOO_LARGE, thing=ThingClass.CONFIG, value="mtu"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "measure",
                commands=(
                    "ip -d link | grep -E 'mtu|vxlan id'",
                    "cat /var/lib/calico/mtu",
                    "ping -c2 -M do -s 1472 <another node>; ping -c2 -M do -s 1372 <another node>",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("give-them-less", risk=Risk.ROLLS_ALL_NODES),
        ),
    ),
    prior=0.6,
)
