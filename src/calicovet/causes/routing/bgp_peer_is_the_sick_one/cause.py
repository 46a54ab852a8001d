"""BIRD waits for a peer that has no session with anybody: the fault is over there."""

from collections.abc import Iterator, Mapping

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    BgpNotEstablished,
    CalicoAddress,
    Fact,
    InternalAddress,
    NodeListed,
    PeerState,
    PodListed,
)
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command, joined, part
from calicovet.model.stage import Shape, StageId


def examine(case: Case) -> Iterator[Sign]:
    waits = case.node.one(BgpNotEstablished, lambda found: bool(found.peers))
    if waits is not None:
        yield from _by_probe(case, waits)
    else:
        yield from _by_status(case)


def _by_probe(case: Case, waits: BgpNotEstablished) -> Iterator[Sign]:
    owners = _owners(case)
    missing = frozenset(waits.peers)
    if not waits.established and _is_alone(case, waits, owners):
        yield denies(waits)
        return
    if waits.established == 0:
        return
    others = _others_missing(case, missing)
    trouble = _trouble_there(missing, owners)
    words = _words(missing, owners)
    witnesses = (waits, *others, *trouble)
    few = waits.established is not None and len(missing) <= waits.established
    if trouble and (few or others):
        yield proves(*witnesses, **words)
    elif others or (few and not _are_well(missing, owners)) or (trouble and len(owners) > 1):
        yield indicates(*witnesses, **words)
    elif waits.established or trouble:
        yield hints(*witnesses, **words)


def _are_well(missing: frozenset[str], owners: Mapping[str, NodeView]) -> bool:
    """Whether all of them are listed as ready: then the session may as well fail on this side."""
    listed = [owners[one].one(PodListed) if one in owners else None for one in missing]
    return all(found is not None and 0 < found.ready == found.total for found in listed)


def _is_alone(case: Case, waits: BgpNotEstablished, owners: Mapping[str, NodeView]) -> bool:
    """Whether this node misses everybody, while there are others that could miss it."""
    theirs = [found for peer in case.peers for found in peer.all(BgpNotEstablished)[:1]]
    if waits.established == 0 and any(found.established for found in theirs):
        return True
    return len(owners) > 1 and owners.keys() <= set(waits.peers)


def _owners(case: Case) -> dict[str, NodeView]:
    """The other nodes by one address each: the one that Calico uses, or the node's own."""
    owners: dict[str, NodeView] = {}
    for peer in case.peers:
        stored, own = peer.one(CalicoAddress), peer.one(InternalAddress)
        if stored is not None:
            owners[str(stored.address.ip)] = peer
        elif own is not None:
            owners[str(own.address)] = peer
    return owners


def _others_missing(case: Case, missing: frozenset[str]) -> tuple[BgpNotEstablished, ...]:
    """What the others wait for, if every one of them that waits misses the same."""
    theirs = [
        found
        for peer in case.peers
        for found in peer.all(BgpNotEstablished, lambda found: bool(found.peers))[:1]
    ]
    # The sick one itself waits for everybody, and so names none of the same.
    like_us = tuple(found for found in theirs if missing & set(found.peers))
    strangers = [found for found in theirs if found not in like_us]
    return like_us if len(strangers) <= len(missing) else ()


def _trouble_there(missing: frozenset[str], owners: Mapping[str, NodeView]) -> tuple[Fact, ...]:
    """What shows that a missing peer's own node is in trouble; nothing unless all of them are."""
    found: list[Fact] = []
    for address in sorted(missing):
        owner = owners.get(address)
        if owner is None:
            return ()
        trouble: Fact | None = owner.one(
            NodeListed, lambda node: node.status.startswith("NotReady")
        )
        if trouble is None and not _only_waits(owner, len(owners)):
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
    newest = {found.peer: found for found in reversed(mine)}
    up = [found for found in newest.values() if "Established" in found.info]
    refusing = [found for found in newest.values() if "refused" in found.info]
    if not up or not refusing or len(refusing) > len(up):
        return
    owners = _owners(case)
    missing = frozenset(found.peer for found in refusing)
    trouble = _trouble_there(missing, owners)
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
    peers = waits.peers if waits is not None else ()
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
        does_not_help=(Vain.DELETE_POD, Vain.CHANGE_ADDRESS, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name="bgp-peer-is-the-sick-one",
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
    examine=examine,
    plan=plan,
    # No fault of this node: healthy ones wait for the same peer, and that frees nobody.
    scope=Scope.CLUSTER,
    bystander=True,
)
