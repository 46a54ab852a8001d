"""Compares a node with its peers: which ones, whether versions match, what each shows."""

from collections.abc import Hashable, Sequence
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
from calicovet.model.peers import Everyone
from calicovet.model.record import record

_MOST_ASKED = 100
"""Of thousands of nodes so many are asked: each asks all others, and more would not say more."""


@record
class _Answer:
    """What the cause shows on a peer."""

    strongest: Strength | None
    """None: it shows no sign."""
    absent: bool
    """It is denied there, or was looked for and not found."""


def ask_peers(cause: Cause, case: Case, signs: tuple[Sign, ...]) -> Contrast:
    """Nodes on which the fault shows too, on which it does not, and for which it is unknown."""
    if cause.scope is Scope.CLUSTER or not signs:
        return Contrast()
    mine = max(sign.strength for sign in signs)
    # Who is part of the fault, as one of two that claim an address, is no witness.
    parties = {fact.about.node for sign in signs for fact in sign.facts}
    fair = tuple(peer for peer in case.fair if peer.name not in parties)
    asked = _asked(case)
    # Thousands of nodes ask the same peers and get the same answers.
    key: Hashable = ("contrast", cause.examine, mine, fair, asked)
    return case.peers.everyone.once(key, lambda _: _compare(cause, case, mine, fair, asked))


def _compare(
    cause: Cause,
    case: Case,
    mine: Strength,
    fair: tuple[NodeView, ...],
    asked: tuple[NodeView, ...],
) -> Contrast:
    shows: list[str] = []
    absent: list[str] = []
    unseen: list[str] = []
    freed: list[str] = []
    # Lines that belong to no node are no peer, and have no name to list.
    for peer in filter(_name, asked):
        answer = _answer(cause, case, peer)
        if answer.absent:
            absent.append(_name(peer))
        elif answer.strongest is None:
            unseen.append(_name(peer))
        else:
            shows.append(_name(peer))
            # A weaker sign over there says less than the stronger one here.
            if peer in fair and answer.strongest >= mine:
                freed.append(_name(peer))
    return Contrast(tuple(shows), tuple(absent), tuple(unseen), tuple(freed))


def _answer(cause: Cause, case: Case, peer: NodeView) -> _Answer:
    """The same for all who ask: a peer that is examined has everyone else as its peers."""
    key: Hashable = ("answer", cause.examine, peer)
    return case.peers.everyone.once(key, lambda _: _examine(cause, case.seen_from(peer)))


def _examine(cause: Cause, theirs: Case) -> _Answer:
    strengths = [sign.strength for sign in cause.examine(theirs)]
    if not strengths:
        return _Answer(None, looked_for(theirs.node))
    return _Answer(max(strengths), Strength.DENIES in strengths)


def _asked(case: Case) -> tuple[NodeView, ...]:
    if len(case.peers) <= _MOST_ASKED:
        return tuple(case.peers)
    # Those whose word can free a suspect first, the others as they come.
    others = (peer for peer in case.peers if peer not in case.fair)
    return (*case.fair, *islice(others, _MOST_ASKED - len(case.fair)))


def _name(peer: NodeView) -> str:
    return peer.name or peer.pod


_MOST_FAIR = 5


class Cases:
    """Every node as a case, with all others as its peers."""

    def __init__(self, nodes: Sequence[NodeView]) -> None:
        self._everyone = Everyone(nodes)
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
        """The node, everyone else, and those whose word can free a suspect: healthy, and steadily so."""
        fair = tuple(view for view in self._healthy if view is not node)[:_MOST_FAIR]
        return Case(node, self._everyone.but(node), fair)


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
