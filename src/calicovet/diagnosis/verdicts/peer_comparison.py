"""Compares a suspect with its peers: which peers, whether their versions match, what each of them shows."""

from collections.abc import Sequence
from itertools import islice

from calicovet.diagnosis.evidence.coverage import looked_for
from calicovet.diagnosis.health.node_health import is_flapping
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Strength
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import (
    Claimed,
    KubeletVersion,
    NeighbourUnconnected,
    RuntimeVersion,
    Topic,
)
from calicovet.model.finding import Contrast

_MOST_ASKED = 100
"""Of thousands of nodes so many are asked: each asks all others, and more would not say more."""


def ask_peers(cause: Cause, case: Case, signs: tuple[Sign, ...]) -> Contrast:
    """On whom the fault shows too, on whom it does not, and of whom nobody can say."""
    if cause.scope is Scope.CLUSTER or not signs:
        return Contrast()
    mine = max(sign.strength for sign in signs)
    shows: list[str] = []
    absent: list[str] = []
    unseen: list[str] = []
    freed: list[str] = []
    # Who is part of the fault, as one of two that claim an address, is no witness.
    parties = {fact.about.node for sign in signs for fact in sign.facts}
    fair = [peer for peer in case.fair if peer.name not in parties]
    for peer in _asked(case):
        theirs = case.seen_from(peer)
        found = tuple(cause.examine(theirs))
        if any(sign.strength is Strength.DENIES for sign in found) or (
            not found and looked_for(theirs.node)
        ):
            absent.append(_name(peer))
        elif not found:
            unseen.append(_name(peer))
        else:
            shows.append(_name(peer))
            # A weaker sign over there says less than the stronger one here.
            if peer in fair and max(sign.strength for sign in found) >= mine:
                freed.append(_name(peer))
    return Contrast(tuple(shows), tuple(absent), tuple(unseen), tuple(freed))


def _asked(case: Case) -> tuple[NodeView, ...]:
    if len(case.peers) <= _MOST_ASKED:
        return case.peers
    # The sort is stable: those whose word can free a suspect first, the others as they come.
    return tuple(sorted(case.peers, key=lambda peer: peer not in case.fair)[:_MOST_ASKED])


def _name(peer: NodeView) -> str:
    return peer.name or peer.pod


_MOST_FAIR = 5


class Cases:
    """Every node as a case, with all others as its peers."""

    def __init__(self, nodes: Sequence[NodeView]) -> None:
        self._nodes = tuple(nodes)
        healthy = (
            view
            for view in nodes
            if view.state is NodeState.HEALTHY
            and not is_flapping(view.facts)
            and not _has_pods_without_network(view)
        )
        # One more, because no node can exonerate itself.
        self._healthy = tuple(islice(healthy, _MOST_FAIR + 1))

    def of(self, node: NodeView) -> Case:
        """The node, all others, and those that can exonerate: healthy, and steadily so."""
        others = tuple(view for view in self._nodes if view is not node)
        fair = tuple(view for view in self._healthy if view is not node)[:_MOST_FAIR]
        return Case(node, others, fair)


def _has_pods_without_network(node: NodeView) -> bool:
    """Whether its pods get no network, ready as it is: two such would free each other."""
    return any(isinstance(fact, NeighbourUnconnected) for fact in node.facts)


def same_versions(node: NodeView, peer: NodeView) -> bool:
    """Whether kubelet and runtime are known, or said, to be of the same releases."""
    said = any(
        fact.topic is Topic.SAME_VERSIONS for fact in node.facts if isinstance(fact, Claimed)
    )
    equal = 0
    for kind in (KubeletVersion, RuntimeVersion):
        mine = {fact.version for fact in node.facts if isinstance(fact, kind)}
        theirs = {fact.version for fact in peer.facts if isinstance(fact, kind)}
        if mine and theirs and not mine & theirs:
            return False
        equal += bool(mine & theirs)
    return said or equal > 0
