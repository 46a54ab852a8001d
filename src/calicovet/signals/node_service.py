"""Whether the node's kubelet runs: what the API server and the host show of it."""

from calicovet.model.case import NodeView
from calicovet.model.facts import NodeCondition, UnitState

_KUBELETS = frozenset({"kubelet", "k3s", "k3s-agent", "rke2-agent", "rke2-server", "k0sworker"})
"""Units that are a kubelet, or hold one."""


def kubelet_reports(node: NodeView) -> NodeCondition | None:
    """The node's condition Ready, where the kubelet has reported it: True or False, and not Unknown."""
    return node.one(
        NodeCondition, lambda found: found.type == "Ready" and found.status != "Unknown"
    )


def stopped_kubelet(node: NodeView) -> UnitState | None:
    """A unit that runs the kubelet and is not active."""
    return node.one(UnitState, _is_a_kubelet_that_stopped)


def _is_a_kubelet_that_stopped(found: UnitState) -> bool:
    kubelet = found.unit.removesuffix(".service") in _KUBELETS
    return kubelet and found.active in ("inactive", "failed", "activating")
