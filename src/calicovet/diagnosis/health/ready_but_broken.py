"""Nodes whose calico-node is ready while BGP sessions are down or new pods get no network."""

from collections.abc import Iterable, Sequence

from calicovet.diagnosis.health.node_health import is_cut_off
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import CalicoAddress, Fact, InternalAddress
from calicovet.startup.data_path import (
    refused_by_calico,
    sessions_down,
    without_any_peer,
    without_network,
)


def broken_nodes(
    nodes: Sequence[NodeView], states: Sequence[NodeState]
) -> tuple[tuple[Fact, ...], ...]:
    """For each node what shows that its data path fails; empty where nothing does.

    A session to a node that is itself unhealthy or cut off is down because of that node.
    """
    unhealthy = frozenset(
        address
        for view, state in zip(nodes, states, strict=True)
        if state is NodeState.SICK or is_cut_off(view.facts)
        for address in addresses_of(view.facts)
    )
    return tuple(
        (
            *(down for down in sessions_down(view.facts) if down.peer not in unhealthy),
            *refused_by_calico(view.facts),
            *without_network(view.facts),
            *without_any_peer(view.facts),
        )
        for view in nodes
    )


def addresses_of(facts: Iterable[Fact]) -> frozenset[str]:
    """The addresses that a node has for Kubernetes and for Calico."""
    return frozenset(
        str(fact.address.ip) if isinstance(fact, CalicoAddress) else str(fact.address)
        for fact in facts
        if isinstance(fact, CalicoAddress | InternalAddress)
    )
