"""A plain cluster of any size: nodes, a calico-node pod on each, and logs that say why some are sick."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lab.objects import Object
from tests.live.cluster import Cluster
from tests.live.retold.containers import Json

_RECORDED = Path(__file__).parents[2] / "recorded" / "startup" / "healthy.v3.26.0.log"
BRIDGE = "nerdctl0: 10.4.0.1/24"
"""What calico-node autodetects where it goes wrong."""


def node(number: int, *, stored: str = "") -> Object:
    """Node `number`, with a unique kubelet address."""
    address = f"172.31.{1 + number // 200}.{1 + number % 200}"
    name = f"node-{number}"
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {"kubernetes.io/os": "linux"},
            "annotations": {"projectcalico.org/IPv4Address": stored or f"{address}/24"},
        },
        "spec": {"podCIDR": f"10.{100 + number // 200}.{number % 200}.0/24"},
        "status": {
            "addresses": [
                {"type": "InternalIP", "address": address},
                {"type": "Hostname", "address": name},
            ],
            "conditions": [{"type": "Ready", "status": "True"}],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
            "nodeInfo": {
                "kubeletVersion": "v1.28.2",
                "containerRuntimeVersion": "containerd://1.7.2",
                "kernelVersion": "5.15.0-91-generic",
                "osImage": "Ubuntu 22.04.3 LTS",
                **dict.fromkeys(_UNTOLD, ""),
            },
        },
    }


_UNTOLD = (
    "architecture",
    "bootID",
    "kubeProxyVersion",
    "machineID",
    "operatingSystem",
    "systemUUID",
)


def pod(
    number: int,
    *,
    ready: bool = True,
    state: Json | None = None,
    restarts: int = 0,
    namespace: str = "kube-system",
    name: str = "",
    labels: Mapping[str, str] | None = None,
) -> Object:
    """The calico-node pod of node number so and so."""
    address = f"172.31.{1 + number // 200}.{1 + number % 200}"
    since = (datetime.now(UTC) - timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name or pod_name(number),
            "namespace": namespace,
            "labels": {"k8s-app": "calico-node", **(labels or {})},
            "creationTimestamp": since,
        },
        "spec": {
            "nodeName": f"node-{number}",
            "hostNetwork": True,
            "containers": [{"name": "calico-node", "image": "docker.io/calico/node:v3.26.1"}],
        },
        "status": {
            "phase": "Running",
            "hostIP": address,
            "podIP": address,
            "podIPs": [{"ip": address}],
            "startTime": since,
            "conditions": [{"type": "Ready", "status": str(ready)}],
            "containerStatuses": [
                {
                    "name": "calico-node",
                    "image": "docker.io/calico/node:v3.26.1",
                    "imageID": "",
                    "ready": ready,
                    "restartCount": restarts,
                    "state": state or {"running": {"startedAt": since}},
                }
            ],
        },
    }


def pod_name(number: int) -> str:
    return f"calico-node-p{number:04}"


def daemonset(wanted: int, ready: int, namespace: str = "kube-system") -> Object:
    label = {"k8s-app": "calico-node"}
    container = {"name": "calico-node", "image": "docker.io/calico/node:v3.26.1"}
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "calico-node", "namespace": namespace, "labels": label},
        "spec": {
            "selector": {"matchLabels": label},
            "template": {"metadata": {"labels": label}, "spec": {"containers": [container]}},
        },
        "status": {
            "desiredNumberScheduled": wanted,
            "currentNumberScheduled": wanted,
            "numberReady": ready,
            "numberMisscheduled": 0,
        },
    }


def startup_log(name: str, chosen: str) -> str:
    """What a real calico-node printed, and how it goes on; only its node and its address are others."""
    real = _RECORDED.read_text(encoding="utf-8").replace("n1", name)
    real = real.replace("eth0: 172.31.0.11/24", chosen)
    at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    return (
        f"{real}Calico node started successfully\n"
        f"{at}.101 [INFO][62] felix/daemon.go 373: Successfully loaded configuration.\n"
        f"{at}.305 [INFO][62] felix/int_dataplane.go 1925: Completed first update to dataplane.\n"
    )


def healthy_cluster(cluster: Cluster, count: int) -> None:
    """So many nodes, and everything is well."""
    cluster.load([*_whole(count, ()), daemonset(count, count)])
    for number in range(count):
        _log(cluster, number, sick=False)


def cluster_with_sick(cluster: Cluster, count: int, sick: Sequence[int]) -> None:
    """The same, but on some nodes calico-node has taken a bridge's address and is not ready."""
    cluster.load([*_whole(count, sick), daemonset(count, count - len(sick))])
    for number in {*sick, *range(min(count, 10))}:
        _log(cluster, number, sick=number in sick)


def _whole(count: int, sick: Sequence[int]) -> Iterator[Object]:
    for number in range(count):
        ill = number in sick
        yield node(number, stored="10.4.0.1/24" if ill else "")
        yield pod(number, ready=not ill)


def _log(cluster: Cluster, number: int, *, sick: bool) -> None:
    address = f"172.31.{1 + number // 200}.{1 + number % 200}"
    chosen = BRIDGE if sick else f"eth0: {address}/24"
    cluster.log(
        f"node-{number}", pod_name(number), "calico-node", startup_log(f"node-{number}", chosen)
    )


def sick_names(answer: Mapping[str, Iterable[Mapping[str, str]]]) -> set[str]:
    """The nodes that the answer calls sick."""
    return {each["node"] for each in answer["nodes"] if each["state"] == "sick"}
