"""Two nodes are copies of one machine and still have its identity."""

from collections.abc import Iterator
from itertools import islice

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    Fact,
    HostLink,
    InternalAddress,
    MachineIdentity,
    NodeCondition,
    NodeListed,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.tunnel_traffic import own_addresses
from calicovet.startup.autodetection.conflicts import conflict_on

_UNSET = frozenset({"", "00000000-0000-0000-0000-000000000000"})

_MOST_TWINS = 100
"""Where all of thousands are copies, more would not say more."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    own = node.one(MachineIdentity)
    card = _card(node)
    for peer in case.peers.sharing(_macs, card.mac) if card is not None else ():
        other = _card(peer.unread())
        if card is not None and other is not None:
            # Two hosts with one hardware address cannot both be reached in a network.
            yield proves(card, other, other=_name(peer), what=card.mac)
            return
    if own is None:
        return
    twins = [twin for twin in _twins(own, case) if not _is_left_over(node, case, twin)]
    if not twins:
        seen = [found for peer in _identified(case) for found in _identity(peer)]
        seen = [found for found in seen if not _same(own, found)]
        if seen and own.machine:
            yield denies(own, *seen[:1])
        return
    harmed = [(one, harm) for one in twins if (harm := _harm(node, case, one))]
    twin, harm = harmed[0] if harmed else (twins[0], ())
    words = {"other": twin.about.node or "?", "what": _same(own, twin)}
    # Many clusters live well with machine-ids that were copied: one that gets along shows it.
    if len(harmed) == len(twins):
        yield indicates(own, twin, *harm, **words)
    else:
        yield hints(own, twin, **words)


def _card(node: NodeView) -> HostLink | None:
    """The link with the node's address; a link that carries a bridge's addresses is no network card."""
    own = own_addresses(node)
    return node.one(
        HostLink,
        lambda link: bool(link.mac) and any(str(one.ip) in own for one in link.addresses),
    )


def _macs(node: NodeView) -> Iterator[str]:
    card = _card(node.unread())
    return iter(() if card is None else (card.mac,))


def _identity(node: NodeView) -> tuple[MachineIdentity, ...]:
    return node.unread().all(MachineIdentity)[:1]


def _identified(case: Case) -> Iterator[NodeView]:
    """The first of the others that show an identity."""
    return islice(case.peers.showing(MachineIdentity), 1)


def _marks(node: NodeView) -> Iterator[str]:
    return (mark for own in _identity(node) for mark in (own.system, own.machine))


def _twins(own: MachineIdentity, case: Case) -> list[MachineIdentity]:
    """The first of those that have the same identity."""
    marks = dict.fromkeys(mark for mark in (own.system, own.machine) if mark not in _UNSET)
    peers = (peer for mark in marks for peer in case.peers.sharing(_marks, mark))
    found = (one for peer in dict.fromkeys(islice(peers, _MOST_TWINS)) for one in _identity(peer))
    return [one for one in found if _same(own, one)]


def _same(own: MachineIdentity, other: MachineIdentity) -> str:
    """What both have; empty where they differ."""
    for mine, theirs in ((own.system, other.system), (own.machine, other.machine)):
        if mine == theirs and mine not in _UNSET:
            return mine
    return ""


def _harm(node: NodeView, case: Case, twin: MachineIdentity) -> tuple[Fact, ...]:
    """What shows that the two get in each other's way: one address for both, by DHCP or by copying."""
    conflict = conflict_on(node)
    if conflict is not None and conflict.other in ("", twin.about.node):
        return (conflict.said,)
    twins = [peer.unread() for peer in case.peers.sharing(_own_name, twin.about.node)]
    stored = [found for peer in twins for found in peer.all(CalicoAddress)]
    reached = [found for peer in twins for found in peer.all(InternalAddress)]
    shared = own_addresses(node)
    return (
        *(found for found in stored if str(found.address.ip) in shared),
        *(found for found in reached if str(found.address) in shared),
    )[:1]


def _is_left_over(node: NodeView, case: Case, twin: MachineIdentity) -> bool:
    """Whether it is one host with two Node objects: both have its address, and one is silent."""
    pair = [node.unread(), *case.peers.sharing(_own_name, twin.about.node)]
    addresses = {
        str(found.address) for view in pair for found in view.unread().all(InternalAddress)[:1]
    }
    return len(addresses) == 1 and any(_is_silent(view.unread()) for view in pair)


def _is_silent(view: NodeView) -> bool:
    """Whether the node does not report, by its condition or by its row in the list."""
    ready = view.one(NodeCondition, lambda one: one.type == "Ready")
    listed = view.one(NodeListed, lambda row: bool(row.status))
    return (ready is not None and ready.status == "Unknown") or (
        listed is not None and listed.status.startswith("NotReady")
    )


def _own_name(node: NodeView) -> tuple[str | None]:
    return (node.name,)


def _name(peer: NodeView) -> str:
    return peer.name or peer.pod


CAUSE = Cause(
    name="host-cloned-vm-identity",
    code="HST020",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(
        MachineIdentity,
        HostLink,
        StartupSaid,
        CalicoAddress,
        InternalAddress,
        NodeCondition,
        NodeListed,
    ),
    decided_by=(MachineIdentity,),
    failures=(fails(How.CONFLICT, How.MISMATCH, thing=ThingClass.NODE, value="machine-id"),),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare-identities",
                commands=("kubectl describe nodes | grep -E '^Name:|Machine ID|System UUID'",),
                risk=Risk.NONE,
            ),
            DrainNode(),
            AskHuman("give-it-its-own", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
    ),
    scope=Scope.CLUSTER,
    explains=("ip-conflict-duplicate", "ip-conflict-stale-node"),
    prior=0.2,
)
