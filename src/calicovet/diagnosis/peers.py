"""Whom to ask, and which of them can exonerate."""

from collections.abc import Mapping, Sequence
from itertools import islice

from calicovet.diagnosis.triage import is_flapping
from calicovet.model.case import Case, NodeView
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import NeighbourUnconnected
from calicovet.model.peers import Everyone

_AT_MOST = 5


class Cases:
    """Every node as a case, with all others as its peers."""

    def __init__(self, nodes: Sequence[NodeView], states: Mapping[int, NodeState]) -> None:
        self._everyone = Everyone(nodes)
        healthy = (
            view
            for view in nodes
            if states[id(view)] is NodeState.HEALTHY
            and not is_flapping(view.facts)
            and not _has_pods_without_network(view)
        )
        # One more, because no node can exonerate itself.
        self._healthy = tuple(islice(healthy, _AT_MOST + 1))

    def of(self, node: NodeView) -> Case:
        """The node, everyone else, and those whose word can free a suspect: healthy, and steadily so."""
        fair = tuple(view for view in self._healthy if view is not node)[:_AT_MOST]
        return Case(node, self._everyone.but(node), fair)


def _has_pods_without_network(node: NodeView) -> bool:
    """Whether its pods get no network, ready as it is: two such would free each other."""
    return any(isinstance(fact, NeighbourUnconnected) for fact in node.facts)
