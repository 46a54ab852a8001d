"""Facts about a whole cluster of which only some nodes were examined."""

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class FleetCounted(Fact):
    """How many pods of calico-node there are, and how many of them are ready."""

    pods: int
    ready: int


@record(kw_only=True)
class NotExamined(Fact):
    """Nodes that look like the one it is about, and were not looked into."""

    nodes: tuple[str, ...]


@record(kw_only=True)
class FleetLabels(Fact):
    """The labels of a node by the list of all nodes, be it examined or not; it is about the cluster."""

    node: str
    labels: tuple[tuple[str, str], ...]


@record(kw_only=True)
class PodMissing(Fact):
    """The node it is about has no pod and needs one.

    The DaemonSet wants more than it has, or the node is not ready, or calico-node has run there before.
    """


@record(kw_only=True)
class PodUncertain(Fact):
    """The node it is about has no pod, and whether it should have one is not known."""
