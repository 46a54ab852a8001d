"""The healthy clusters that are recorded, each in a situation that has been taken for a failure."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from gym.cluster import Cluster, Object
from gym.fault import Install
from gym.images import archives
from gym.installed import RELEASE, installed_cluster, manifest_objects, set_environment
from gym.means import busybox_pod
from gym.means.bgp_topology import (
    all_have_sessions,
    make_reflector,
    peer_with_reflectors,
    switch_mesh_off,
)
from gym.place import Place

NODES = 3
_DAEMONSET = "daemonset/calico-node"
_CONTAINER = "calico-node"
_PROBES = ("livenessProbe", "readinessProbe")


@contextmanager
def _manifest() -> Iterator[Cluster]:
    """Calico's manifest with VXLAN between subnets and BIRD within them."""
    with _by_manifest(manifest_objects(), CALICO_IPV4POOL_VXLAN="CrossSubnet") as cluster:
        yield cluster


@contextmanager
def _bgp() -> Iterator[Cluster]:
    """No encapsulation, and a route reflector in the place of the mesh."""
    with _by_manifest(manifest_objects()) as cluster:
        first, second, _ = cluster.nodes
        place = Place(cluster, second)
        make_reflector(place, first)
        peer_with_reflectors(place)
        switch_mesh_off(place)
        cluster.await_true(
            lambda: all_have_sessions(cluster), "all peer with the route reflector", 300
        )
        yield cluster


@contextmanager
def _vxlan() -> Iterator[Cluster]:
    """VXLAN without BIRD, as Calico documents it for its manifest."""
    with _by_manifest(_without_bird(), CALICO_IPV4POOL_VXLAN="Always") as cluster:
        yield cluster


@contextmanager
def _operator() -> Iterator[Cluster]:
    with installed_cluster(Install.OPERATOR, NODES) as cluster:
        _run_workloads(cluster)
        yield cluster


@contextmanager
def _rebooted() -> Iterator[Cluster]:
    """A node lost its power, and all is well again."""
    with _by_manifest(manifest_objects()) as cluster:
        node = cluster.nodes[1]
        place = Place(cluster, node)
        node.reboot()
        # Until the kubelet reports again, the API server shows the state before the reboot.
        cluster.await_true(lambda: place.restarts > 0, "the kubelet reports the restart", 120)
        cluster.await_ready()
        cluster.await_true(
            lambda: busybox_pod.is_running(place), "the pod of the node runs again", 120
        )
        yield cluster


@contextmanager
def _rollout() -> Iterator[Cluster]:
    """A new revision of the DaemonSet: one pod is just starting, the others wait for it."""
    with _by_manifest(manifest_objects()) as cluster:
        change = {"name": _CONTAINER, "env": [{"name": "FELIX_REPORTINGINTERVAL", "value": "0s"}]}
        spec = {"template": {"spec": {"containers": [change]}}}
        namespace = cluster.namespace
        cluster.patch(_DAEMONSET, {"spec": spec}, namespace=namespace, kind="strategic")
        cluster.await_true(lambda: _starts(cluster), "the first new pod starts", 60)
        yield cluster


SITUATIONS: Mapping[str, Callable[[], AbstractContextManager[Cluster]]] = {
    "manifest": _manifest,
    "bgp": _bgp,
    "vxlan": _vxlan,
    "operator": _operator,
    "rebooted": _rebooted,
    "rollout": _rollout,
}
HAPPENED: Mapping[str, frozenset[str]] = {"rebooted": frozenset({"rt-node-reboot-transient"})}
"""By situation what is over and may be reported about a healthy node."""


@contextmanager
def _by_manifest(objects: tuple[Object, ...], **variables: str) -> Iterator[Cluster]:
    for each in objects:
        if each["kind"] == "DaemonSet":
            for name, value in variables.items():
                set_environment(each, name, value)
    with Cluster(nodes=NODES, images=archives(RELEASE)) as cluster:
        cluster.boot()
        cluster.apply(*objects)
        cluster.await_ready()
        _run_workloads(cluster)
        yield cluster


def _without_bird() -> tuple[Object, ...]:
    objects: tuple[Any, ...] = manifest_objects()
    for each in objects:
        if each["kind"] == "ConfigMap" and "calico_backend" in each["data"]:
            each["data"]["calico_backend"] = "vxlan"
        if each["kind"] == "DaemonSet":
            containers = each["spec"]["template"]["spec"]["containers"]
            for probe in (container[name] for container in containers for name in _PROBES):
                command = probe["exec"]["command"]
                command[:] = [word for word in command if not word.startswith("-bird")]
    return objects


def _run_workloads(cluster: Cluster) -> None:
    """A pod with a network on every node."""
    places = [Place(cluster, node) for node in cluster.nodes]
    for place in places:
        busybox_pod.create(place)
    cluster.await_true(
        lambda: all(busybox_pod.is_running(place) for place in places), "the pods run", 120
    )


def _starts(cluster: Cluster) -> bool:
    """Whether a container of a pod that is not ready yet has begun."""
    return any(
        "deletionTimestamp" not in pod["metadata"]
        and pod["status"].get("initContainerStatuses")
        and not _is_ready(pod)
        for pod in cluster.pods()
    )


def _is_ready(pod: Any) -> bool:
    return all(each["ready"] for each in pod["status"].get("containerStatuses", ()))
