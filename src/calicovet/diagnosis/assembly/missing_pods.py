"""Nodes without a calico-node pod, from pasted lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.diagnosis.assembly.attribution import move
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CalicoAddress,
    ContainerState,
    Fact,
    FleetCounted,
    NodeListed,
    OsImage,
    PodListed,
    PodMissing,
    PodPhase,
    WorkloadListed,
)
from calicovet.model.subject import Subject


def with_podless(facts: Sequence[Fact], pieces: Iterable[Evidence]) -> list[Fact]:
    """The facts and whose pod is missing; without what old events say of pods that were there."""
    known = {piece.id: piece for piece in pieces}
    every = [*facts, *_missing(facts, known)]
    bare = {fact.about.node for fact in every if isinstance(fact, PodMissing)}
    every = [
        fact
        for fact in every
        if not (fact.about.node in bare and fact.about.pod and _is_of_events(fact, known))
    ]
    waiting = {fact.about.pod for fact in every if _waits(fact)}
    if len(waiting) != 1 or len(bare) != 1:
        return every
    # A DaemonSet's pod is made for one node, and no other lacks one.
    (pod,), (node,) = waiting, bare
    return move([fact for fact in every if not isinstance(fact, PodMissing)], {pod: node})


def _missing(facts: Sequence[Fact], pieces: Mapping[str, Evidence]) -> Iterator[PodMissing]:
    if any(isinstance(fact, FleetCounted) for fact in facts):
        # Who looked at a cluster has counted.
        return
    listed = [fact for fact in facts if isinstance(fact, PodListed) and _is_ours(fact)]
    told = any(fact.about.node for fact in listed)
    if not told or not all(_is_whole(fact, pieces) for fact in listed):
        return
    if any(not fact.about.node and not _waits(fact) for fact in listed):
        return
    placed = {
        fact.about.node
        for fact in facts
        if isinstance(fact, PodListed | PodPhase | ContainerState) and _is_ours(fact)
    }
    rows: dict[str, NodeListed] = {}
    for fact in facts:
        if isinstance(fact, NodeListed):
            rows.setdefault(fact.about.node, fact)
    bare = [name for name in rows if name not in placed and name not in _windows(facts)]
    waiting = len([fact for fact in listed if _waits(fact)])
    counted = next((each for each in facts if _is_short_of(each, len(bare) - waiting)), None)
    ran = {fact.about.node: fact for fact in facts if isinstance(fact, CalicoAddress)}
    stopped = next((fact for fact in facts if _makes_no_pods(fact)), None)
    for name in bare:
        # The DaemonSet may want none there, and that may be the very mistake.
        shown = counted or ran.get(name)
        if shown is None and rows[name].status.startswith("NotReady"):
            # Who counts how many pods are wanted has stopped, and does not know of the node.
            shown = stopped
        if shown is not None:
            cited = (*rows[name].cited[:1], *shown.cited[:1])
            yield PodMissing(about=Subject(node=name), cited=cited)


def _is_short_of(fact: Fact, pods: int) -> bool:
    """Whether the DaemonSet lacks as many pods as there are nodes without one."""
    return (
        isinstance(fact, WorkloadListed)
        and fact.name in ("calico-node", "canal")
        and fact.desired is not None
        and fact.current is not None
        and fact.desired - fact.current == pods > 0
    )


def _waits(fact: Fact) -> bool:
    """Whether it is a pod of calico-node that no node has yet."""
    return (
        isinstance(fact, PodListed)
        and _is_ours(fact)
        and fact.status == "Pending"
        and not fact.about.node
    )


def _makes_no_pods(fact: Fact) -> bool:
    return (
        isinstance(fact, PodListed)
        and fact.about.pod.startswith("kube-controller-manager")
        and fact.ready < fact.total
    )


def _is_ours(fact: Fact) -> bool:
    return is_calico_node_pod(fact.about.pod)


def _windows(facts: Iterable[Fact]) -> frozenset[str]:
    return frozenset(
        fact.about.node
        for fact in facts
        if isinstance(fact, OsImage) and fact.version.startswith("Windows")
    )


def _is_whole(fact: Fact, pieces: Mapping[str, Evidence]) -> bool:
    piece = pieces.get(fact.cited[0].evidence) if fact.cited else None
    return piece is not None and piece.whole


def _is_of_events(fact: Fact, pieces: Mapping[str, Evidence]) -> bool:
    piece = pieces.get(fact.cited[0].evidence) if fact.cited else None
    return piece is not None and piece.kind is EvidenceKind.EVENT_TABLE
