"""When pods that were refused are asked for again."""

from datetime import timedelta

from calicovet.model.case import NodeView
from calicovet.model.facts import EventSeen
from calicovet.startup.messages_of import names_calico_node

LONGEST_PAUSE = timedelta(minutes=17)
"""The DaemonSet's controller waits twice as long after each refusal, up to a thousand seconds."""

_MARK = "calicovet/look-again"


def ask_again(node: NodeView, namespace: str) -> tuple[str, ...]:
    """Commands that make the DaemonSet's controller try at once, and leave nothing behind."""
    annotate = f"kubectl -n {namespace} annotate daemonset {_daemonset(node)}"
    # Any change of the object makes it look; one outside the pods' template restarts none of them.
    return (f"{annotate} {_MARK}=now --overwrite", f"{annotate} {_MARK}-")


def _daemonset(node: NodeView) -> str:
    """Whose pods are refused."""
    refused = node.unread().all(EventSeen, lambda event: event.reason == "FailedCreate")
    names = (event.object.partition("/")[2] for event in refused)
    return next((name for name in names if names_calico_node(name)), "calico-node")
