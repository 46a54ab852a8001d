"""Whether packets pass between nodes and reach new pods, whatever the pods' readiness is."""

from collections.abc import Iterable

from calicovet.model.facts import Fact, NeighbourUnconnected, NoPeerConfigured, PeerState


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
    if refused_by_calico(facts):
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
