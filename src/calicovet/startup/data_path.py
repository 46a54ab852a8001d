"""Whether packets pass between nodes and reach new pods, whatever the readiness."""

from collections.abc import Iterable
from datetime import timedelta

from calicovet.model.facts import (
    Fact,
    KubeletSaid,
    NeighbourUnconnected,
    NodeListed,
    NoPeerConfigured,
    PeerState,
    PodListed,
)

_NO_NETWORK = "rt-cni-conf-not-loaded"


def is_established(session: PeerState) -> bool:
    """Whether a BGP session is up, in the words of calicoctl or of birdcl."""
    return "established" in f"{session.state} {session.info}".lower()


def sessions(facts: Iterable[Fact]) -> tuple[PeerState, ...]:
    """The newest state of each BGP session whose state is shown; `facts` are a node's, newest first."""
    newest: dict[str, PeerState] = {}
    for fact in facts:
        if isinstance(fact, PeerState) and (fact.state or fact.info):
            newest.setdefault(fact.peer, fact)
    return tuple(newest.values())


def sessions_down(facts: Iterable[Fact]) -> tuple[PeerState, ...]:
    """The BGP sessions that are not established by the newest word on each of them."""
    return tuple(session for session in sessions(facts) if not is_established(session))


def without_any_peer(facts: Iterable[Fact]) -> tuple[NoPeerConfigured, ...]:
    """That no BGP peer is configured for the node, where no session is shown either."""
    facts = tuple(facts)
    if sessions(facts):
        return ()
    return tuple(fact for fact in facts if isinstance(fact, NoPeerConfigured))


def fails_on(facts: Iterable[Fact]) -> str:
    """The part of the data path that fails: `new-pods`, `no-peers`, `sessions`, `some-sessions`; empty: none is known to."""
    facts = tuple(facts)
    if refused_by_calico(facts) or without_network(facts):
        return "new-pods"
    if without_any_peer(facts):
        return "no-peers"
    down = sessions_down(facts)
    if not down:
        return ""
    return "sessions" if len(down) == len(sessions(facts)) else "some-sessions"


def refused_by_calico(facts: Iterable[Fact]) -> tuple[NeighbourUnconnected, ...]:
    """New pods that get no network now, and not because another plugin refuses them."""
    return tuple(
        fact for fact in facts if isinstance(fact, NeighbourUnconnected) and not fact.plugin
    )


_SETTLED = timedelta(minutes=2)
"""By then a node is Ready whose calico-node has begun to run."""


def without_network(facts: Iterable[Fact]) -> tuple[KubeletSaid, ...]:
    """That the runtime has no network configuration, on a node that is not ready for longer than a start takes."""
    facts = tuple(facts)
    node = next((fact for fact in facts if isinstance(fact, NodeListed) and fact.status), None)
    row = next((fact for fact in facts if isinstance(fact, PodListed)), None)
    if node is None or not node.status.startswith("NotReady") or row is None or not row.ready:
        return ()
    if min(row.age or _SETTLED, row.restarted_ago or _SETTLED) < _SETTLED:
        return ()
    said = (fact for fact in facts if isinstance(fact, KubeletSaid) and fact.key == _NO_NETWORK)
    return tuple(said)[:1]
