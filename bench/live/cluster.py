"""A real API server with a cluster of any size in it, three nodes of which are sick."""

from collections.abc import Iterator
from contextlib import contextmanager

from bench.live.events import events
from bench.live.logs import installed, well
from bench.live.nodes import node, node_name
from bench.live.pods import INIT, MAIN, daemonset, pod, pod_name
from bench.live.sick import SICK, healed_objects, sick_logs, sick_objects
from lab.calico_crds import calico_crds
from lab.control_plane import ControlPlane
from lab.objects import Object
from tests.live.cluster import Cluster, recorded_kubelets

_AT_ONCE = 500
_WITH_LOGS = 20
"""Kubelets of so many healthy nodes answer: the logs of a few peers are all that a live look reads."""


class Fleet:
    """Grows to the size that is asked for."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.control_plane = cluster.control_plane
        self._size = 0

    def grow(self, size: int) -> None:
        """Nodes with their pods, up to that number; all of them are well."""
        for first in range(self._size, size, _AT_ONCE):
            numbers = range(first, min(first + _AT_ONCE, size))
            self._cluster.load(each for one in numbers for each in (node(one), pod(one)))
        if not self._size:
            self._record_logs()
        self._size = size
        self.heal()

    def sicken(self) -> None:
        """Three fall ill."""
        self._cluster.load((daemonset(self._size, self._size - len(SICK)), *sick_objects()))

    def heal(self) -> None:
        """The three are well again."""
        self._cluster.load((daemonset(self._size, self._size), *healed_objects()))

    def _record_logs(self) -> None:
        for number in range(_WITH_LOGS):
            if number not in SICK:
                self._log(number, MAIN, well(number))
                self._quiet(number)
        for number, container, previous, text in sick_logs():
            self._log(number, container, text, previous=previous)
            self._quiet(number)

    def _quiet(self, number: int) -> None:
        """Init containers that did their work."""
        for container in INIT:
            self._log(number, container, installed() if container == "install-cni" else "")

    def _log(self, number: int, container: str, text: str, *, previous: bool = False) -> None:
        name = node_name(number)
        self._cluster.log(name, pod_name(number), container, text, previous=previous)


@contextmanager
def fleet() -> Iterator[Fleet]:
    """A cluster without nodes yet, with all that happened in it before."""
    with ControlPlane() as control_plane, recorded_kubelets(control_plane) as kubelets:
        cluster = Cluster(control_plane, kubelets)
        control_plane.load(calico_crds())
        control_plane.load(_settings())
        control_plane.load(events())
        yield Fleet(cluster)


def _settings() -> Iterator[Object]:
    group = "crd.projectcalico.org/v1"
    yield {
        "apiVersion": group,
        "kind": "IPPool",
        "metadata": {"name": "default-ipv4-ippool"},
        "spec": {
            "blockSize": 26,
            "cidr": "10.128.0.0/9",
            "ipipMode": "Always",
            "natOutgoing": True,
            "nodeSelector": "all()",
            "vxlanMode": "Never",
        },
    }
    yield {
        "apiVersion": group,
        "kind": "FelixConfiguration",
        "metadata": {"name": "default"},
        "spec": {"bpfLogLevel": "", "logSeverityScreen": "Info", "reportingInterval": "0s"},
    }
    yield {
        "apiVersion": group,
        "kind": "ClusterInformation",
        "metadata": {"name": "default"},
        "spec": {
            "calicoVersion": "v3.28.5",
            "clusterGUID": "3f1f4b1d7c9a4a0e8a4f5d0c2b7e9a11",
            "clusterType": "k8s,bgp,kubeadm,kdd",
            "datastoreReady": True,
        },
    }
    yield {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "calico-config", "namespace": "kube-system"},
        "data": {"calico_backend": "bird", "typha_service_name": "none", "veth_mtu": "0"},
    }
