"""A real API server with a cluster of any size in it, three nodes of which are sick."""

from collections.abc import Iterator
from contextlib import contextmanager

from bench.live.events import events
from bench.live.logs import installed, well
from bench.live.nodes import NETWORK, address_of, node, node_name
from bench.live.pods import MAIN, NAMESPACE, daemonset, pod, pod_name
from bench.live.sick import SICK, healed_objects, sick_logs, sick_objects
from lab.calico_crds import calico_crds
from lab.control_plane import ControlPlane
from lab.objects import Object
from tests.live.cluster import Cluster, recorded_kubelets

_AT_ONCE = 500
_WITH_LOGS = 20
"""Kubelets of so many healthy nodes answer: the logs of a few peers are all that anybody reads."""


class Fleet:
    """Grows to the size that is asked for."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.control_plane = cluster.control_plane
        self._size = 0

    def grow(self, size: int) -> None:
        """Nodes and pods up to that number, all healthy but three."""
        for first in range(self._size, size, _AT_ONCE):
            numbers = range(first, min(first + _AT_ONCE, size))
            self.control_plane.load(
                each
                for number in numbers
                if number not in SICK
                for each in (node(number), pod(number))
            )
        self._size = size
        self.sicken()

    def sicken(self) -> None:
        """Three fall ill."""
        self.control_plane.load((daemonset(self._size, self._size - len(SICK)), *sick_objects()))

    def heal(self) -> None:
        """Everybody is well, until the next who falls ill."""
        self.control_plane.load((daemonset(self._size, self._size), *healed_objects()))

    def record_logs(self) -> None:
        """What kubelets have of their containers."""
        for number in (*range(_WITH_LOGS), *SICK):
            folder = self._cluster.folder_at(address_of(number))
            if number not in SICK:
                self._log(folder, number, MAIN, False, well(number))
                self._log(folder, number, "install-cni", False, installed())
        for number, container, previous, text in sick_logs():
            self._log(number, container, previous, text)
