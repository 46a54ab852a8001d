"""Nodes, calico-node pods and what belongs to them, as an API server stores them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

Object = dict[str, Any]
IMAGE = "quay.io/calico/node:v3.28.5"


def ago(**span: float) -> str:
    """A moment before now, as the API writes it."""
    return (datetime.now(UTC) - timedelta(**span)).strftime("%Y-%m-%dT%H:%M:%SZ")


def node(
    name: str,
    address: str = "",
    *,
    stored: str = "",
    ready: bool = True,
    roles: tuple[str, ...] = (),
    labels: Mapping[str, str] | None = None,
    **info: str,
) -> Object:
    """A node; `stored` is the address that Calico wrote down."""
    versions = {
        "kubeletVersion": "v1.28.2",
        "osImage": "Ubuntu 22.04.3 LTS",
        "kernelVersion": "5.15.0-88-generic",
        "containerRuntimeVersion": "containerd://1.7.2",
        **info,
    }
    metadata: Object = {
        "name": name,
        "creationTimestamp": ago(days=9),
        "labels": {
            "kubernetes.io/os": "linux",
            **{f"node-role.kubernetes.io/{role}": "" for role in roles},
            **(labels or {}),
        },
    }
    if stored:
        metadata["annotations"] = {"projectcalico.org/IPv4Address": stored}
    addresses = [{"type": "InternalIP", "address": address}] if address else []
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": metadata,
        "spec": {},
        "status": {
            "addresses": [*addresses, {"type": "Hostname", "address": name}],
            "conditions": [
                {
                    "type": "Ready",
                    "status": "True" if ready else "False",
                    "lastTransitionTime": ago(days=3),
                }
            ],
            "nodeInfo": versions,
        },
    }


def running(*, ready: bool = True, restarts: int = 0, ended: str = "", **more: Any) -> Object:
    """A container that runs; `ended` is when its run before came to an end."""
    last = {"terminated": {"exitCode": 1, "reason": "Error", "finishedAt": ended}} if ended else {}
    state = {"running": {"startedAt": ended or ago(days=2)}}
    return {"ready": ready, "restartCount": restarts, "state": state, "lastState": last, **more}


def waiting(reason: str, *, restarts: int = 0, ended: str = "") -> Object:
    last = {"terminated": {"exitCode": 1, "reason": "Error", "finishedAt": ended}} if ended else {}
    state = {"waiting": {"reason": reason}}
    return {"ready": False, "restartCount": restarts, "state": state, "lastState": last}


def done() -> Object:
    ended = {"exitCode": 0, "reason": "Completed", "finishedAt": ago(days=2)}
    return {"ready": True, "restartCount": 0, "state": {"terminated": ended}, "lastState": {}}


def pod(
    name: str,
    node: str = "",
    container: Object | None = None,
    *,
    inits: Mapping[str, Object] | None = None,
    namespace: str = "kube-system",
    label: str = "calico-node",
    phase: str = "Running",
    deleted: bool = False,
    age: str = "",
) -> Object:
    """A pod with one container, as its kubelet reports it; ready where nothing else is said."""
    container = running() if container is None else container
    inits = inits or {}
    metadata: Object = {
        "name": name,
        "namespace": namespace,
        "labels": {"k8s-app": label},
        "creationTimestamp": age or ago(days=2),
    }
    if deleted:
        metadata |= {"deletionTimestamp": ago(minutes=1), "deletionGracePeriodSeconds": 30}
    spec: Object = {
        "hostNetwork": True,
        "containers": [{"name": label, "image": IMAGE}],
        "initContainers": [{"name": init, "image": IMAGE} for init in inits],
    }
    if node:
        spec["nodeName"] = node
    ready = "True" if container.get("ready") else "False"
    state: Object = {"phase": phase, "conditions": [{"type": "Ready", "status": ready}]}
    if phase != "Pending" or container.get("state"):
        state["containerStatuses"] = [_status(label, container)]
        state["initContainerStatuses"] = [_status(init, one) for init, one in inits.items()]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec, "status": state}


def _status(name: str, container: Object) -> Object:
    return {"name": name, "image": IMAGE, "imageID": f"sha256:{name}", **container}


def unscheduled(name: str, namespace: str = "kube-system") -> Object:
    """A pod for which no node was found."""
    return pod(name, container={}, phase="Pending", namespace=namespace)


def daemonset(
    wanted: int,
    name: str = "calico-node",
    *,
    namespace: str = "kube-system",
    label: str = "",
    selector: Mapping[str, str] | None = None,
) -> Object:
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": name, "namespace": namespace, "creationTimestamp": ago(days=9)},
        "spec": {
            "selector": {"matchLabels": {"k8s-app": label or name}},
            "template": {
                "metadata": {"labels": {"k8s-app": label or name}},
                "spec": {
                    "nodeSelector": dict(selector or {"kubernetes.io/os": "linux"}),
                    "containers": [{"name": "calico-node", "image": IMAGE}],
                },
            },
        },
        "status": {"desiredNumberScheduled": wanted, "currentNumberScheduled": wanted},
    }


def event(
    kind: str, name: str, reason: str, message: str, namespace: str = "kube-system"
) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": f"{name}.{reason.lower()}", "namespace": namespace},
        "involvedObject": {"kind": kind, "name": name, "namespace": namespace},
        "type": "Warning",
        "reason": reason,
        "message": message,
        "count": 3,
        "lastTimestamp": ago(minutes=2),
    }


def healthy(number: int) -> tuple[Object, Object]:
    """A node in the best of health with its pod, of which there may be many."""
    address = f"10.1.{number // 250}.{number % 250 + 1}"
    return (
        node(f"node-{number}", address, stored=f"{address}/16"),
        pod(f"calico-node-{number:05d}"[:17], f"node-{number}"),
    )


def crashing(number: int, **more: Any) -> tuple[Object, Object]:
    """A node whose calico-node restarts and restarts."""
    address = f"10.1.{number // 250}.{number % 250 + 1}"
    broken = waiting("CrashLoopBackOff", restarts=7, ended=ago(minutes=3))
    return (
        node(f"node-{number}", address, stored=f"{address}/16", **more),
        pod(f"calico-node-{number:05d}"[:17], f"node-{number}", broken),
    )
