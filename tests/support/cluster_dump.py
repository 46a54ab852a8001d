"""`kubectl cluster-info dump` of a small cluster: as it goes to standard output, and as a folder."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

_FILES = {
    "EventList": "events",
    "ReplicationControllerList": "replication-controllers",
    "ServiceList": "services",
    "DaemonSetList": "daemonsets",
    "DeploymentList": "deployments",
    "ReplicaSetList": "replicasets",
    "PodList": "pods",
}
_STARTED = "2024-05-02T08:00:00Z"
NO_PLUGIN = "container runtime network not ready: cni plugin not initialized"


def dumped_node(name: str, address: str, *, ready: bool = True) -> dict[str, Any]:
    """A Node on which calico-node has once said that it is up."""
    network = {
        "type": "NetworkUnavailable",
        "status": "False",
        "reason": "CalicoIsUp",
        "message": "Calico is running on this node",
        "lastTransitionTime": _STARTED,
    }
    kubelet = {
        "type": "Ready",
        "status": "True" if ready else "False",
        "reason": "KubeletReady" if ready else "KubeletNotReady",
        "message": "kubelet is posting ready status" if ready else NO_PLUGIN,
        "lastTransitionTime": _STARTED,
    }
    return {
        "metadata": {
            "name": name,
            "annotations": {"projectcalico.org/IPv4Address": f"{address}/24"},
            "labels": {"kubernetes.io/hostname": name},
        },
        "spec": {"podCIDR": "10.244.1.0/24"},
        "status": {
            "conditions": [network, kubelet],
            "addresses": [{"type": "InternalIP", "address": address}],
            "nodeInfo": {"kubeletVersion": "v1.28.3"},
        },
    }


def dumped_pod(
    namespace: str, name: str, node: str, container: str, *, ready: bool = True, restarts: int = 0
) -> dict[str, Any]:
    """A running pod with one container."""
    return {
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"nodeName": node, "containers": [{"name": container, "image": "x/y:v1"}]},
        "status": {
            "phase": "Running",
            "startTime": _STARTED,
            "containerStatuses": [
                {
                    "name": container,
                    "ready": ready,
                    "restartCount": restarts,
                    "state": {"running": {"startedAt": _STARTED}},
                }
            ],
        },
    }


class ClusterDump:
    """What `kubectl cluster-info dump --namespaces …` shows of a cluster."""

    def __init__(
        self,
        nodes: Sequence[Mapping[str, Any]],
        pods: Sequence[Mapping[str, Any]],
        logs: Mapping[str, str],
    ) -> None:
        self._nodes, self._pods, self._logs = nodes, pods, logs

    def text(self) -> str:
        """The dump on standard output: objects, and logs between marks."""
        parts = [_listed("NodeList", self._nodes)]
        for namespace in self._namespaces():
            for kind in _FILES:
                parts.append(_listed(kind, self._within(namespace) if kind == "PodList" else ()))
            parts += [self._log(pod) for pod in self._within(namespace)]
        return "".join(parts)

    def write_to(self, folder: Path) -> Path:
        """The same as `--output-directory` writes it."""
        for path, text in self._files():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return folder

    def _files(self) -> Iterator[tuple[str, str]]:
        yield "nodes.json", _listed("NodeList", self._nodes)
        for namespace in self._namespaces():
            for kind, name in _FILES.items():
                items = self._within(namespace) if kind == "PodList" else ()
                yield f"{namespace}/{name}.json", _listed(kind, items)
            for pod in self._within(namespace):
                yield f"{namespace}/{pod['metadata']['name']}/logs.txt", self._log(pod)

    def _namespaces(self) -> list[str]:
        return sorted({pod["metadata"]["namespace"] for pod in self._pods})

    def _within(self, namespace: str) -> list[Mapping[str, Any]]:
        return [pod for pod in self._pods if pod["metadata"]["namespace"] == namespace]

    def _log(self, pod: Mapping[str, Any]) -> str:
        name, namespace = pod["metadata"]["name"], pod["metadata"]["namespace"]
        where = f"container {pod['spec']['containers'][0]['name']} of pod {namespace}/{name}"
        lines = self._logs.get(name, "")
        return f"==== START logs for {where} ====\n{lines}==== END logs for {where} ====\n"


def _listed(kind: str, items: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps({"kind": kind, "apiVersion": "v1", "items": list(items)}, indent=4) + "\n"
