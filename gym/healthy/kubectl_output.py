"""What kubectl prints about a whole cluster: raw lists for bundles, logs of every container."""

from collections.abc import Iterator
from typing import Any

from calicovet.model.record import record
from gym.cluster import Cluster
from lab.errors import LabError

_CALICO = "crd.projectcalico.org/v1"
CLUSTER_WIDE = (
    "v1/nodes",
    "v1/namespaces",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/csinodes",
    f"{_CALICO}/bgpconfigurations",
    f"{_CALICO}/bgppeers",
    f"{_CALICO}/blockaffinities",
    f"{_CALICO}/clusterinformations",
    f"{_CALICO}/felixconfigurations",
    f"{_CALICO}/ippools",
    f"{_CALICO}/kubecontrollersconfigurations",
    "operator.tigera.io/v1/installations",
    "operator.tigera.io/v1/tigerastatuses",
)
"""The cluster-wide kinds that show how nodes are and how Calico is set."""
NAMESPACED = (
    "v1/pods",
    "v1/events",
    "v1/services",
    "v1/endpoints",
    "v1/configmaps",
    "apps/v1/daemonsets",
    "apps/v1/deployments",
    "apps/v1/replicasets",
    "apps/v1/controllerrevisions",
)


@record(kw_only=True)
class ContainerLog:
    """What one container printed, now or before its restart."""

    namespace: str
    pod: str
    container: str
    is_init: bool
    previous: bool
    text: str


def namespaces(cluster: Cluster) -> tuple[str, ...]:
    return tuple(each["metadata"]["name"] for each in cluster.list("namespaces"))


def raw_list(cluster: Cluster, kind: str, namespace: str = "") -> Any:
    """A list as the API server sends it; None where the kind is not served."""
    version, _, plural = kind.rpartition("/")
    root = "/api" if version == "v1" else "/apis"
    where = f"/namespaces/{namespace}" if namespace else ""
    answer = cluster.control_plane.client.ask("GET", f"{root}/{version}{where}/{plural}")
    return answer.json() if answer.ok else None


def logs(cluster: Cluster) -> Iterator[ContainerLog]:
    """The logs of all containers of all pods, as far as kubectl prints them."""
    for pod in cluster.list("pods", "--all-namespaces"):
        status = pod["status"]
        for each in (
            *status.get("initContainerStatuses", ()),
            *status.get("containerStatuses", ()),
        ):
            for previous in (False, True)[: 1 + (each["restartCount"] > 0)]:
                yield from _log(cluster, pod, each["name"], previous)


def _log(cluster: Cluster, pod: Any, container: str, previous: bool) -> Iterator[ContainerLog]:
    namespace, name = pod["metadata"]["namespace"], pod["metadata"]["name"]
    flags = ("--previous",) if previous else ()
    try:
        text = cluster.kubectl("logs", "-n", namespace, name, "-c", container, *flags)
    except LabError:
        # It has not begun, or its log is gone.
        return
    init = {each["name"] for each in pod["spec"].get("initContainers", ())}
    yield ContainerLog(
        namespace=namespace,
        pod=name,
        container=container,
        is_init=container in init,
        previous=previous,
        text=text,
    )
