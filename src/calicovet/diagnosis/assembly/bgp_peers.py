"""Nodes that no BGP peer is configured for: the mesh is off, and no BGPPeer selects them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.model.facts import (
    BgpPeerSeen,
    Fact,
    FleetLabels,
    NoBgpPeers,
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
    none = [fact for fact in facts if isinstance(fact, NoBgpPeers)][:1]
    shown = _labels(facts)
    listed = {fact.about.node for fact in facts if isinstance(fact, NodeListed)}
    names = listed | {fact.node for fact in facts if isinstance(fact, FleetLabels)}
    if not (peers or none) or len(names) < 2:
        return
    labels = {name: dict(found.labels) for name, found in shown.items()}
    served = with_a_peer(tuple(peers.values()), labels, everybody=names <= set(labels))
    listing = [at for found in (*peers.values(), *none) for at in found.cited]
    for name, found in shown.items():
        # Of a node that is only on the list of all, nothing else is known.
        if name not in served and (name in listed or isinstance(found, NodeLabels)):
            cited = (*mesh.cited, *found.cited, *listing)
            yield NoPeerConfigured(about=Subject(node=name), cited=cited, peers=tuple(peers))


def _labels(facts: Iterable[Fact]) -> Mapping[str, NodeLabels | FleetLabels]:
    """By node: what says its labels, its own object rather than the list of all."""
    by_list: dict[str, NodeLabels | FleetLabels] = {}
    by_object: dict[str, NodeLabels | FleetLabels] = {}
    for fact in facts:
        if isinstance(fact, FleetLabels):
            by_list.setdefault(fact.node, fact)
        elif isinstance(fact, NodeLabels) and fact.about.node:
            by_object.setdefault(fact.about.node, fact)
    return {**by_list, **by_object}


def with_a_peer(
    peers: Sequence[BgpPeerSeen], labels: _Labels, *, everybody: bool
) -> frozenset[str]:
    """The nodes on which a BGPPeer makes a session, from either end; doubt counts as yes."""
    served: set[str] = set()
    for peer in peers:
        chosen = {name for name, known in labels.items() if _is_chosen(peer, name, known)}
        if not peer.peer_selector:
            served |= chosen
            continue
        others = {name for name, known in labels.items() if _may(peer.peer_selector, known)}
        if not everybody:
            served |= chosen | others
            continue
        # A node is no peer of itself.
        served |= {name for name in chosen if others - {name}}
        served |= {name for name in others if chosen - {name}}
    return frozenset(served)


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


def _is_chosen(peer: BgpPeerSeen, node: str, labels: Mapping[str, str]) -> bool:
    if peer.node:
        return peer.node == node
    return not peer.node_selector or _may(peer.node_selector, labels)


def _may(selector: str, labels: Mapping[str, str]) -> bool:
    return selects(selector, labels) is not False
