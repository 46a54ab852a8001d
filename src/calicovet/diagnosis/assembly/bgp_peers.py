"""Nodes that no BGP peer is configured for: the mesh is off, and no BGPPeer selects them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.model.facts import (
    BgpPeerSeen,
    Fact,
    NodeLabels,
    NodeListed,
    NoPeerConfigured,
    PoolSeen,
    SettingSeen,
)
from calicovet.model.subject import Subject
from calicovet.startup.label_selectors import selects

_MESH = "nodetonodemeshenabled"
_BACKENDS = frozenset({"calico_networking_backend", "calico_backend"})

_Labels = Mapping[str, Mapping[str, str]]


def without_peers(facts: Sequence[Fact]) -> Iterator[NoPeerConfigured]:
    """Each node whose labels are known, and which no BGPPeer gives a peer, where the mesh is off."""
    settings = (fact for fact in facts if isinstance(fact, SettingSeen))
    mesh = next((fact for fact in settings if fact.name.lower() == _MESH), None)
    if mesh is None or mesh.value.lower() != "false" or not _uses_bird(facts):
        return
    peers = {fact.name: fact for fact in facts if isinstance(fact, BgpPeerSeen)}
    shown: dict[str, NodeLabels] = {}
    for fact in facts:
        if isinstance(fact, NodeLabels) and fact.about.node:
            shown.setdefault(fact.about.node, fact)
    names = {fact.about.node for fact in facts if isinstance(fact, NodeListed)}
    if not peers or len(names) < 2:
        return
    labels = {name: dict(found.labels) for name, found in shown.items()}
    everybody = names <= set(labels)
    for name, found in shown.items():
        if not any(_gives(peer, name, labels, everybody=everybody) for peer in peers.values()):
            cited = (
                *mesh.cited,
                *found.cited,
                *(at for peer in peers.values() for at in peer.cited),
            )
            yield NoPeerConfigured(about=Subject(node=name), cited=cited, peers=tuple(peers))


def _uses_bird(facts: Iterable[Fact]) -> bool:
    """Whether packets between nodes need routes of BIRD, as far as anything is known of it."""
    pools = [fact for fact in facts if isinstance(fact, PoolSeen) and not fact.disabled]
    backends = {
        fact.value.lower()
        for fact in facts
        if isinstance(fact, SettingSeen) and fact.name.lower() in _BACKENDS
    }
    by_vxlan = bool(pools) and all(pool.vxlan == "Always" for pool in pools)
    return not by_vxlan and not backends & {"vxlan", "none"}


def _gives(peer: BgpPeerSeen, node: str, labels: _Labels, *, everybody: bool) -> bool:
    """Whether the BGPPeer makes a session on that node, from either end; doubt counts as yes."""
    here = _is_chosen(peer, node, labels[node])
    if not peer.peer_selector:
        return here
    others = [(name, known) for name, known in labels.items() if name != node]
    there = not everybody or any(_may(peer.peer_selector, known) for _, known in others)
    back = not everybody or any(_is_chosen(peer, name, known) for name, known in others)
    return (here and there) or (_may(peer.peer_selector, labels[node]) and back)


def _is_chosen(peer: BgpPeerSeen, node: str, labels: Mapping[str, str]) -> bool:
    if peer.node:
        return peer.node == node
    return not peer.node_selector or _may(peer.node_selector, labels)


def _may(selector: str, labels: Mapping[str, str]) -> bool:
    return selects(selector, labels) is not False
