"""Nodes of a large cluster that were counted and not examined."""

from collections.abc import Iterable
from dataclasses import replace

from calicovet.model.diagnosis import NodeDiagnosis, NodeState
from calicovet.model.facts import Fact, FleetCounted, NotExamined


def counted(facts: Iterable[Fact]) -> FleetCounted | None:
    """The newest count of the whole cluster."""
    return next((fact for fact in facts if isinstance(fact, FleetCounted)), None)


def with_alike(nodes: Iterable[NodeDiagnosis], facts: Iterable[Fact]) -> tuple[NodeDiagnosis, ...]:
    """The same nodes, each sick one with those that look like it from outside and are not told themselves."""
    nodes = tuple(nodes)
    told = {node.node for node in nodes}
    others = {
        fact.about.node: tuple(name for name in fact.nodes if name not in told)
        for fact in facts
        if isinstance(fact, NotExamined)
    }
    return tuple(
        replace(node, alike=others[node.node])
        if node.node in others and node.state is NodeState.SICK
        else node
        for node in nodes
    )
