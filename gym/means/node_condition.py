"""What the Node object says of its node's health."""

from calicovet.model.record import record
from gym.place import Place


@record
class Condition:
    status: str
    """True, False or Unknown; empty when the node does not have it."""
    message: str


def ready(place: Place) -> Condition:
    """Whether the kubelet calls its node ready, and why not."""
    found = place.cluster.get("node", place.node.name) or {"status": {}}
    for each in found["status"].get("conditions", ()):
        if each["type"] == "Ready":
            return Condition(each["status"], each.get("message", ""))
    return Condition("", "")


def ready_condition(place: Place) -> str:
    """True, False or Unknown, as in `kubectl get nodes`."""
    return ready(place).status


def await_ready_node(place: Place) -> None:
    """Returns when the kubelet reports again; what is known of its pods is old until then."""
    place.cluster.await_true(lambda: ready(place).status == "True", "the node is Ready", 60)
