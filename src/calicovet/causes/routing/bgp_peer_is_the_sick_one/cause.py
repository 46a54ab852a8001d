"""BIRD waits for a peer that has no session with anybody: the fault is over there."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, joined, part
from calicovet.model.facts import (
    BgpNotEstablished,
    CalicoAddress,
    Fact,
    InternalAddress,
    NodeListed,
    PeerState,
    PodListed,
)
from calicovet.model.facts.addresses import is_masked_address, may_be_several
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED, BGP_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.peers import Everyone
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId

_MOST_WITNESSES = 100
"""Where thousands miss the same, more would not say more."""


def examine(case: Case) -> Iterator[Sign]:
    waits = case.node.one(BgpNotEstablished, lambda found: bool(found.peers))
    if waits is not None and not any(map(may_be_several, waits.peers)):
        yield from _by_probe(case, waits)
    else:
        yield from _by_status(case)


def _by_probe(case: Case, waits: BgpNotEstablished) -> Iterator[Sign]:
    missing = frozenset(waits.peers)
    owners = _owners(case, missing)
    others = _count_others(case)
    if not waits.established and _is_alone(case, waits, others):
        yield denies(waits)
        return
    if waits.established == 0:
        return
    like_us = _others_missing(case, missing)
    trouble = _trouble_there(missing, owners, others)
    words = _words(missing, owners)
    witnesses = (waits, *like_us, *trouble)
    few = waits.established is not None and len(missing) <= waits.established
    if trouble and (few or like_us):
        yield proves(*witnesses, **words)
    elif like_us or (few and not _are_well(missing, owners)) or (trouble and others > 1):
        yield indicates(*witnesses, **words)
    elif waits.established or trouble:
        yield hints(*witnesses, **words)


def _are_well(missing: frozenset[str], owners: Mapping[str, NodeView]) -> bool:
    """Whether all of them are listed as ready: then the session may as well fail on this side."""
    listed = [owners[one].one(PodListed) if one in owners else None for one in missing]
    return all(found is not None and 0 < found.ready == found.total for found in listed)


def _is_alone(case: Case, waits: BgpNotEstablished, others: int) -> bool:
    """Whether this node misses everybody, while there are others that could miss it."""
    if waits.established == 0 and next(case.peers.sharing(_has_sessions, True), None) is not None:
        return True
    known = set(waits.peers)
    return 1 < others <= len(known) and all(
        address in known for peer in case.peers for address in _address(peer)
    )


def _has_sessions(node: NodeView) -> Iterator[bool]:
    return (bool(found.established) for found in node.all(BgpNotEstablished)[:1])


def _owners(case: Case, missing: Iterable[str]) -> dict[str, NodeView]:
    """The other nodes that have the missing addresses; where several have one, the last."""
    owners: dict[str, NodeView] = {}
    for address in missing:
        for peer in case.peers.sharing(_address, address):
            owners[address] = peer
    return owners


def _count_others(case: Case) -> int:
    """How many addresses the other nodes have together."""
    count = len(case.peers.everyone.sharing(_address))
    for address in _address(case.node.unread()):
        if next(case.peers.sharing(_address, address), None) is None:
            count -= 1
    return count


def _address(node: NodeView) -> tuple[str, ...]:
    """One address: the one that Calico uses, or the node's own."""
    stored, own = node.one(CalicoAddress), node.one(InternalAddress)
    if stored is not None:
        return (str(stored.address.ip),)
    return () if own is None else (str(own.address),)


def _others_missing(case: Case, missing: frozenset[str]) -> tuple[BgpNotEstablished, ...]:
    """What the others wait for, if every one of them that waits misses the same."""
    everyone = case.peers.everyone
    like_us = everyone.once(("misses", missing), lambda _: _missing_any(everyone, missing))
    # The sick one itself waits for everybody, and so names none of the same.
    strangers = len(everyone.sharing(_waits).get(True, ())) - len(like_us)
    if strangers > len(missing):
        return ()
    itself = case.peers.itself
    others = (view for view in like_us if view is not itself)
    return tuple(found for peer in islice(others, _MOST_WITNESSES) for found in _waiting(peer))


def _missing_any(everyone: Everyone, missing: frozenset[str]) -> tuple[NodeView, ...]:
    by_address = everyone.sharing(_misses)
    places = {
        everyone.place_of(view) for address in missing for view in by_address.get(address, ())
    }
    return tuple(everyone.views[place] for place in sorted(places))


def _waiting(node: NodeView) -> tuple[BgpNotEstablished, ...]:
    return node.all(BgpNotEstablished, lambda found: bool(found.peers))[:1]


def _waits(node: NodeView) -> tuple[bool, ...]:
    return (True,) * len(_waiting(node))


def _misses(node: NodeView) -> Iterator[str]:
    return (address for found in _waiting(node) for address in found.peers)


def _trouble_there(
    missing: frozenset[str], owners: Mapping[str, NodeView], others: int
) -> tuple[Fact, ...]:
    """What shows that a missing peer's own node is in trouble; nothing unless all of them are."""
    found: list[Fact] = []
    for address in sorted(missing):
        owner = owners.get(address)
        if owner is None:
            return ()
        trouble: Fact | None = owner.one(
            NodeListed, lambda node: node.status.startswith("NotReady")
        )
        if trouble is None and not _only_waits(owner, others):
            trouble = owner.one(PodListed, lambda pod: pod.ready < pod.total)
        if trouble is None:
            return ()
        found.append(trouble)
    return tuple(found)


def _only_waits(owner: NodeView, others: int) -> bool:
    """Whether that node is unready for the same reason: it misses some, and has the rest."""
    return (
        owner.one(
            BgpNotEstablished,
            lambda found: bool(found.established) or 0 < len(found.peers) < others,
        )
        is not None
    )


def _by_status(case: Case) -> Iterator[Sign]:
    """What `calicoctl node status` shows on this very node: some are up, and some refuse."""
    mine = case.node.all(
        PeerState, lambda found: not case.node.name or found.about.node == case.node.name
    )
    newest = {found.peer: found for found in reversed(mine) if not may_be_several(found.peer)}
    up = [found for found in newest.values() if "Established" in found.info]
    refusing = [found for found in newest.values() if "refused" in found.info]
    if not up or not refusing or len(refusing) > len(up):
        return
    missing = frozenset(found.peer for found in refusing)
    owners = _owners(case, missing)
    trouble = _trouble_there(missing, owners, _count_others(case))
    sign = proves if trouble else indicates
    yield sign(*refusing, *trouble, **_words(missing, owners))


def _words(missing: frozenset[str], owners: Mapping[str, NodeView]) -> dict[str, object]:
    words: dict[str, object] = {"peer": ", ".join(sorted(missing))}
    names = [owners[address].name or "" for address in sorted(missing) if address in owners]
    if names and all(names):
        words["owner"] = ", ".join(names)
    return words


def plan(case: Case) -> Plan:
    waits = case.node.one(BgpNotEstablished, lambda found: bool(found.peers))
    peers = [peer for peer in waits.peers if not is_masked_address(peer)] if waits else []
    wanted = joined(" ", (part("-e {peer}", peer=peer) for peer in peers)) or part("-e ADDRESS")
    return Plan(
        steps=(
            RunKubectl(
                "whose-is-it",
                commands=(
                    command("kubectl get nodes -o wide | grep -w {wanted}", wanted=wanted),
                    command("kubectl get nodes -o yaml | grep -w {wanted}", wanted=wanted),
                    "kubectl get pods -A -o wide -l k8s-app=calico-node",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("repair-that-node", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.BGP_ESTABLISHED,
    )


CAUSE = Cause(
    name="bgp-peer-is-the-sick-one",
    code="BGP001",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=frozenset({Shape.RUNNING_NOT_READY, Shape.READY_BUT_FLAPPING}),
    reads=(
        BgpNotEstablished,
        PeerState,
        CalicoAddress,
        InternalAddress,
        NodeListed,
        PodListed,
    ),
    failures=(
        fails(How.REFUSED, How.RESET, How.EOF, thing=ThingClass.BGP_PEER),
        BGP_UNANSWERED,
        BGP_NOT_ESTABLISHED,
    ),
    examine=examine,
    plan=plan,
    # No fault of this node: healthy ones wait for the same peer, which exonerates no cause.
    scope=Scope.CLUSTER,
    bystander=True,
    unforeseen=Unforeseen.EFFECT,
)
