"""Whether a message concerns calico-node or another pod."""

from enum import IntEnum
from typing import TypeVar

from calicovet.model.case import NodeView
from calicovet.model.facts import EventSeen, Said

S = TypeVar("S", bound=Said)

OPERATOR = "tigera-operator"
"""What the operator's Deployment, its account and their namespace are called."""


class Whose(IntEnum):
    OTHERS = 0
    UNKNOWN = 1
    OURS = 2


def names_calico_node(name: str) -> bool:
    """Whether a pod or DaemonSet of that name runs calico-node, whatever installed it."""
    return "calico-node" in name or "canal" in name


def names_operator(name: str) -> bool:
    """Whether a pod of that name is the operator's, which makes calico-node."""
    return name.startswith(OPERATOR)


def whose(said: Said) -> Whose:
    """Whose pod the message is about; the kubelet and the runtime speak of all pods of a node."""
    if not said.about.pod:
        return Whose.UNKNOWN
    return Whose.OURS if names_calico_node(said.about.pod) else Whose.OTHERS


def told(node: NodeView, kind: type[S], name: str) -> S | None:
    """The newest message under a cause's name, calico-node's own before all others."""
    found = node.all(kind, lambda said: said.key.partition(":")[0] == name)
    return max(found, key=whose, default=None)


def home_of(node: NodeView, said: Said | None) -> str:
    """The namespace in which calico-node lives, as far as it is known; for a message about the operator, its own."""
    if said is not None and names_operator(said.detail("pod") or said.about.pod):
        return said.about.namespace or OPERATOR
    return (said.about.namespace if said else "") or node.namespace or "kube-system"


def event_of(node: NodeView, said: Said) -> EventSeen | None:
    """The event in which the message stood."""
    return node.one(EventSeen, lambda event: event.cited == said.cited)


_AFTER_MOUNTS = frozenset({"Pulling", "Pulled", "Created", "Started"})


def went_on(node: NodeView, failed: EventSeen) -> EventSeen | None:
    """A later event of the same pod that shows that its sandbox and volumes were made after all."""
    if failed.age is None:
        return None
    age = failed.age
    return node.one(
        EventSeen,
        lambda event: (
            event.reason in _AFTER_MOUNTS
            and event.about.pod == failed.about.pod
            and event.age is not None
            and event.age < age
        ),
    )
