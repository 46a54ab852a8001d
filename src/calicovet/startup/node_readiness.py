"""What the API server shows of a NotReady node, and whether its kubelet is silent."""

from collections.abc import Iterable

from calicovet.model.facts import Fact, KubeletSaid, NodeCondition, NodeListed, RuntimeSaid

_SILENT = "node-kubelet-dead"
_SILENT_KEYS = (_SILENT, f"{_SILENT}:unknown")
"""What the control plane writes where it does not hear of a kubelet."""


_NO_NETWORK = ("rt-cni-conf-not-loaded", "cni-conf-removed")
"""Without a network configuration a kubelet does not report its node as Ready."""


def keeps_node_from_ready(fact: Fact) -> bool:
    """Whether a node that is Ready shows that it is over."""
    return isinstance(fact, KubeletSaid | RuntimeSaid) and fact.key in (*_SILENT_KEYS, *_NO_NETWORK)


def is_of_readiness(fact: Fact) -> bool:
    """Whether it states that the node is ready or not, or is a reason given for that by the control plane or the kubelet.

    Nodes that are not ready have it in common, and ready ones lack it, whatever the cause.
    """
    if isinstance(fact, NodeCondition):
        return fact.type == "Ready"
    return isinstance(fact, NodeListed) or (
        isinstance(fact, KubeletSaid) and keeps_node_from_ready(fact)
    )


def is_silent(facts: Iterable[Fact]) -> bool:
    """Whether the control plane no longer hears from the node's kubelet; `facts` are a node's, newest first."""
    facts = tuple(facts)
    conditions = (fact for fact in facts if isinstance(fact, NodeCondition))
    ready = next((fact for fact in conditions if fact.type == "Ready"), None)
    if ready is not None:
        return ready.status == "Unknown"
    return any(_is_silence(fact) for fact in facts)


def _is_silence(fact: Fact) -> bool:
    return isinstance(fact, KubeletSaid) and fact.key in _SILENT_KEYS
