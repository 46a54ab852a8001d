"""Health without a pod in view: DaemonSet numbers, TigeraStatus, Node conditions."""

from collections.abc import Iterable

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import Fact, NodeCondition, OperatorStatus, WorkloadListed

_OPERATORS_NAME = "calico"
"""What TigeraStatus calls Calico itself; others are its API server, its pools …"""
_NO_NETWORK = ("cni plugin not initialized", "cni config uninitialized", "NetworkPluginNotReady")


def state_without_pods(facts: Iterable[Fact], *, named: bool) -> NodeState:
    """The state by the first source that says anything; `facts` are newest first.

    Numbers for all nodes make no single node unhealthy: which of them it is they do not say.
    """
    facts = tuple(facts)
    for state in (_by_daemonset(facts), _by_operator(facts)):
        if state is NodeState.HEALTHY or (state is NodeState.SICK and not named):
            return state
    return _by_conditions(facts)


def numbers_are_full(facts: Iterable[Fact]) -> bool:
    """Whether the newest numbers of the DaemonSet say that every calico-node is ready."""
    return _by_daemonset(tuple(facts)) is NodeState.HEALTHY


def counts_all(fact: Fact) -> bool:
    """Whether a fact says how all calico-nodes are together."""
    return _is_calico_nodes(fact) or _is_of_calico(fact)


def _is_calico_nodes(fact: Fact) -> bool:
    return (
        isinstance(fact, WorkloadListed)
        and is_calico_node_pod(fact.name)
        and fact.desired > 0
        and fact.ready is not None
    )


def _by_daemonset(facts: tuple[Fact, ...]) -> NodeState:
    """The DaemonSet's numbers: all ready, or not all."""
    for fact in facts:
        if isinstance(fact, WorkloadListed) and _is_calico_nodes(fact):
            return NodeState.HEALTHY if fact.ready == fact.desired else NodeState.SICK
    return NodeState.UNCLEAR


def _is_of_calico(fact: Fact) -> bool:
    return isinstance(fact, OperatorStatus) and fact.component == _OPERATORS_NAME


def _by_operator(facts: tuple[Fact, ...]) -> NodeState:
    """TigeraStatus: available and not degraded, or one of the two is wrong."""
    told: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, OperatorStatus) and _is_of_calico(fact):
            told.setdefault(fact.type, fact.status)
    if told.get("Degraded") == "True" or told.get("Available") == "False":
        return NodeState.SICK
    return NodeState.HEALTHY if told.get("Available") == "True" else NodeState.UNCLEAR


def _by_conditions(facts: tuple[Fact, ...]) -> NodeState:
    """The Node's own conditions: calico-node says that it is up, the kubelet that there is a network."""
    newest: dict[str, NodeCondition] = {}
    for fact in facts:
        if isinstance(fact, NodeCondition):
            newest.setdefault(fact.type, fact)
    ready, network = newest.get("Ready"), newest.get("NetworkUnavailable")
    if ready is None:
        return NodeState.UNCLEAR
    if ready.status == "False" and any(words in ready.message for words in _NO_NETWORK):
        return NodeState.SICK
    # calico-node clears the condition when it starts; it does not set it when it fails.
    up = network is not None and (network.status, network.reason) == ("False", "CalicoIsUp")
    return NodeState.HEALTHY if up and ready.status == "True" else NodeState.UNCLEAR
