"""Two nodes are copies of one machine and still have its identity."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    Fact,
    HostLink,
    InternalAddress,
    MachineIdentity,
    StartupSaid,
)
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.tunnel_traffic import own_addresses
from calicovet.startup.autodetection.conflicts import conflict_on

_UNSET = frozenset({"", "00000000-0000-0000-0000-000000000000"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    own = node.one(MachineIdentity)
    card = _card(node)
    for peer in case.peers:
        other = _card(peer.unread())
        if card is not None and other is not None and card.mac == other.mac:
            # Two hosts with one hardware address cannot both be reached in a network.
            yield proves(card, other, other=_name(peer), what=card.mac)
            return
    if own is None:
        return
    seen = [found for peer in case.peers for found in peer.unread().all(MachineIdentity)[:1]]
    twins = [one for one in seen if _same(own, one)]
    if not twins:
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
    """The link with the node's address; what is carried by addresses of a bridge is nobody's card."""
    own = own_addresses(node)
    return node.one(
        HostLink,
        lambda link: bool(link.mac) and any(str(one.ip) in own for one in link.addresses),
    )


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
    twins = [peer.unread() for peer in case.peers if peer.name == twin.about.node]
    stored = [found for peer in twins for found in peer.all(CalicoAddress)]
    reached = [found for peer in twins for found in peer.all(InternalAddress)]
    shared = own_addresses(node)
    return (
        *(found for found in stored if str(found.address.ip) in shared),
        *(found for found in reached if str(found.address) in shared),
    )[:1]


def _name(peer: NodeView) -> str:
    return peer.name or peer.pod


def plan(case: Case) -> Plan:
    return Plan(
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name="host-cloned-vm-identity",
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
    reads=(MachineIdentity, HostLink, StartupSaid, CalicoAddress, InternalAddress),
    decided_by=(MachineIdentity,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("ip-conflict-duplicate", "ip-conflict-stale-node"),
    prior=0.2,
)
