"""Where a fault is put: one node of a cluster."""

from typing import Any

from gym.cluster import Cluster
from gym.node import Node


class Place:
    """One node, and the cluster around it. For a fault of the cluster the node is where it shows."""

    def __init__(self, cluster: Cluster, node: Node) -> None:
        self.cluster = cluster
        self.node = node

    @property
    def pod(self) -> Any:
        """The node's calico-node pod as an object; None when there is none."""
        return self.cluster.pod(self.node.name)

    @property
    def is_ready(self) -> bool:
        """Whether its calico-node is 1/1."""
        return self.cluster.is_ready(self.node.name)

    @property
    def stored_address(self) -> str:
        """The address that calico-node has chosen, such as 172.31.0.21/24."""
        found = self.cluster.get("node", self.node.name)
        annotations = found["metadata"].get("annotations", {}) if found else {}
        return str(annotations.get("projectcalico.org/IPv4Address", ""))

    @property
    def events(self) -> str:
        """What happened to the node's calico-node pods, one message on a line."""
        return self.cluster.events(self.node.name)

    @property
    def restarts(self) -> int:
        """How often containers of its calico-node pod were started again."""
        status = self.pod["status"] if self.pod else {}
        every = (*status.get("initContainerStatuses", ()), *status.get("containerStatuses", ()))
        return sum(each["restartCount"] for each in every)

    def restart_pod(self) -> None:
        """Deletes its calico-node pod; the DaemonSet makes another."""
        self.cluster.restart_pod(self.node.name)

    def log(self, container: str = "calico-node", *, previous: bool = False) -> str:
        """What a container of its calico-node pod printed; empty when there is nothing."""
        return self.cluster.log(self.node.name, container, previous=previous)

    def sh(self, script: str) -> str:
        """What a shell script on the node printed; it has to succeed."""
        return self.node.sh(script)
