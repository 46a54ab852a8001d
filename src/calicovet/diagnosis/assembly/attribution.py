"""Attributes facts to nodes: by names of the same node, by pods, by logs that name their node."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from calicovet.diagnosis.identity.node_names import is_placeholder, same_names
from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    ContainerState,
    Fact,
    NodeListed,
    NodeNameUsed,
    PodListed,
    PodPhase,
)
from calicovet.model.provenance import Basis


def attribute(facts: Sequence[Fact], pieces: Sequence[Evidence]) -> list[Fact]:
    """Facts with the node they are about, as far as anything ties them to one."""
    named = {fact.about.node for fact in facts if fact.about.node}
    used = {fact.name for fact in facts if isinstance(fact, NodeNameUsed) and fact.where == "log"}
    by_kubernetes = {
        fact.about.node
        for fact in facts
        if fact.about.node and isinstance(fact, NodeListed | PodPhase | ContainerState | PodListed)
    }
    listed = {fact.about.node for fact in facts if isinstance(fact, NodeListed) and fact.status}
    # calico-node may have been told a spelling that Kubernetes does not know.
    spelling = {
        **same_names(named | used, by_kubernetes, used, listed=listed),
        **_nodes_of_hosts(facts, pieces, by_kubernetes),
    }
    log_names = _names_in_logs(facts, pieces)
    pod_nodes = _nodes_of_pods(facts, log_names)
    kept: list[Fact] = []
    for fact in facts:
        node = fact.about.node or pod_nodes.get(fact.about.pod, "")
        if not node and not fact.about.pod and fact.cited:
            node = log_names.get(fact.cited[0].evidence, "")
        node = spelling.get(node, node)
        if (
            isinstance(fact, NodeNameUsed)
            and fact.where == "log"
            and _is_copy(fact, node, spelling)
        ):
            continue
        kept.append(replace(fact, about=replace(fact.about, node=node)))
    return kept


def _nodes_of_hosts(
    facts: Iterable[Fact], pieces: Iterable[Evidence], by_kubernetes: Collection[str]
) -> Mapping[str, str]:
    """The node that a host is which Kubernetes knows by another name: the one on which its pods run.

    A host may be registered under a name that is not its own; the logs of pods in its folders show which.
    """
    hosts: dict[str, set[str]] = {}
    for piece in pieces:
        host, pod = piece.about.node, piece.about.pod
        if host and pod and piece.attributed_by is Basis.PATH and host not in by_kubernetes:
            hosts.setdefault(host, set()).add(pod)
    if not hosts:
        return {}
    homes: dict[str, set[str]] = {}
    for fact in facts:
        if isinstance(fact, PodListed | PodPhase | ContainerState) and fact.about.node:
            homes.setdefault(fact.about.pod, set()).add(fact.about.node)
    found = {
        host: {node for pod in pods for node in homes.get(pod, ())} for host, pods in hosts.items()
    }
    return {host: next(iter(nodes)) for host, nodes in found.items() if len(nodes) == 1}


def _is_copy(fact: NodeNameUsed, node: str, spelling: Mapping[str, str]) -> bool:
    # A log that a person calls "the same on node-9" names only the node it was taken from.
    return bool(node) and fact.about.pod == "" and spelling.get(fact.name, fact.name) != node


def _names_in_logs(facts: Iterable[Fact], pieces: Iterable[Evidence]) -> dict[str, str]:
    """The node that a piece names as its own, for pieces that nothing else ties to one."""
    free = {piece.id for piece in pieces if not piece.about.node and not piece.about.pod}
    names: dict[str, set[str]] = {}
    for fact in facts:
        if isinstance(fact, NodeNameUsed) and fact.where == "log" and fact.cited:
            names.setdefault(fact.cited[0].evidence, set()).add(fact.name)
    return {
        piece: next(iter(found))
        for piece, found in names.items()
        if piece in free and len(found) == 1
    }


def _nodes_of_pods(facts: Iterable[Fact], log_names: Mapping[str, str]) -> dict[str, str]:
    nodes: dict[str, str] = {}
    for fact in facts:
        if not fact.about.pod or is_placeholder(fact.about.pod):
            continue
        if fact.about.node:
            nodes[fact.about.pod] = fact.about.node
        elif isinstance(fact, NodeNameUsed) and fact.where == "log":
            nodes.setdefault(fact.about.pod, fact.name)
    return nodes


def move(facts: list[Fact], nodes: Mapping[str, str]) -> list[Fact]:
    """The facts, those about the given pods put on the given nodes."""
    return [
        replace(fact, about=replace(fact.about, node=nodes[fact.about.pod]))
        if fact.about.pod in nodes and not fact.about.node
        else fact
        for fact in facts
    ]
