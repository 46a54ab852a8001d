"""Whom to ask, and which of them can exonerate."""

from collections.abc import Mapping
from itertools import islice

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.health.node_health import is_flapping
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import NeighbourUnconnected

_AT_MOST = 5


def choose_peers(
    node: NodeView, fleet: Fleet, states: Mapping[int, NodeState]
) -> tuple[tuple[NodeView, ...], tuple[NodeView, ...]]:
    """All others that can be asked, and those of them whose word can free a suspect: healthy, and steadily so."""
    place = fleet.nodes.index(node)
    others = (*fleet.nodes[:place], *fleet.nodes[place + 1 :])
    healthy = (
        other
        for other in others
        if states[id(other)] is NodeState.HEALTHY
        and not is_flapping(other.facts)
        and not _has_pods_without_network(other)
    )
    return others, tuple(islice(healthy, _AT_MOST))


def _has_pods_without_network(node: NodeView) -> bool:
    """Whether its pods get no network, ready as it is: two such would free each other."""
    return any(isinstance(fact, NeighbourUnconnected) for fact in node.facts)
