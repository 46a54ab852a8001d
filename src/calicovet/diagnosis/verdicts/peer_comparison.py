"""Peers are asked the same question: the very same cause is run on every one of them."""

from calicovet.diagnosis.evidence.coverage import looked_for
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Strength
from calicovet.model.finding import Contrast

_AT_MOST = 100
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
    fair = {id(peer) for peer in case.fair if peer.name not in parties}
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
            if id(peer) in fair and max(sign.strength for sign in found) >= mine:
                freed.append(_name(peer))
    return Contrast(tuple(shows), tuple(absent), tuple(unseen), tuple(freed))


def _asked(case: Case) -> tuple[NodeView, ...]:
    if len(case.peers) <= _AT_MOST:
        return case.peers
    fair = {id(peer) for peer in case.fair}
    # The sort is stable: those whose word can free a suspect first, the others as they come.
    return tuple(sorted(case.peers, key=lambda peer: id(peer) not in fair)[:_AT_MOST])


def _name(peer: NodeView) -> str:
    return peer.name or peer.pod
