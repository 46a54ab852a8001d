"""`Subject`: the node, pod and container that something is about."""

from calicovet.model.record import record


@record
class Subject:
    """A node, a pod on it, a container in it; empty parts are not known."""

    node: str = ""
    namespace: str = ""
    pod: str = ""
    container: str = ""
    previous: bool = False
    """The run before the current one, as `kubectl logs --previous` shows it."""


NO_SUBJECT = Subject()

CALICO_NODE = r"(?:(?:[a-z0-9]+-){0,3}calico-node|(?:rke2-|k3s-)?canal)"
"""The names of DaemonSets that run calico-node: a chart may put its release's name in front; canal is the one with flannel."""

UNNAMED_PEER = "healthy-peer"
"""Stands for a node that a text calls healthy without naming it."""
