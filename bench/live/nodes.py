"""Nodes, as big as real ones: most of one is the list of its images."""

from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any

from lab.objects import Object

NETWORK = "172.20.0.0/16"
_MADE = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=4)
_CONDITIONS = {
    "NetworkUnavailable": ("False", "CalicoIsUp", "Calico is running on this node"),
    "MemoryPressure": ("False", "KubeletHasSufficientMemory", "kubelet has sufficient memory"),
    "DiskPressure": ("False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    "PIDPressure": ("False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
    "Ready": ("True", "KubeletReady", "kubelet is posting ready status"),
}
_IMAGES = 50


def node_name(number: int) -> str:
    return f"worker-{number:04d}"


def address_of(number: int) -> str:
    """The node's own address, inside NETWORK."""
    return f"172.20.{number // 250}.{number % 250 + 1}"


def node(number: int, *, calico: str = "") -> Object:
    """One node; `calico` is the address that calico-node stored, where it is not the node's own."""
    name, address = node_name(number), address_of(number)
    amounts = {"cpu": "16", "memory": "65806424Ki", "pods": "110", "ephemeral-storage": "102350Mi"}
    seen = f"{_MADE:%Y-%m-%dT%H:%M:%SZ}"
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {
                "beta.kubernetes.io/arch": "amd64",
                "beta.kubernetes.io/os": "linux",
                "kubernetes.io/arch": "amd64",
                "kubernetes.io/hostname": name,
                "kubernetes.io/os": "linux",
                "topology.kubernetes.io/zone": f"zone-{number % 3}",
            },
            "annotations": {
                "node.alpha.kubernetes.io/ttl": "300",
                "volumes.kubernetes.io/controller-managed-attach-detach": "true",
                "projectcalico.org/IPv4Address": calico or f"{address}/16",
                "projectcalico.org/IPv4IPIPTunnelAddr": f"10.{128 + number // 256}.{number % 256}.0",
            },
        },
        "spec": {
            "podCIDR": f"10.{128 + number // 256}.{number % 256}.0/24",
            "podCIDRs": [f"10.{128 + number // 256}.{number % 256}.0/24"],
        },
        "status": {
            "addresses": [
                {"type": "InternalIP", "address": address},
                {"type": "Hostname", "address": name},
            ],
            "allocatable": amounts,
            "capacity": amounts,
            "conditions": [
                {
                    "type": kind,
                    "status": status,
                    "reason": reason,
                    "message": message,
                    "lastHeartbeatTime": seen,
                    "lastTransitionTime": seen,
                }
                for kind, (status, reason, message) in _CONDITIONS.items()
            ],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
            "images": [_image(each) for each in range(_IMAGES)],
            "nodeInfo": {
                "architecture": "amd64",
                "bootID": "5d3d9a14-4f8c-4c0b-9d9d-0a4d7a1f3c22",
                "containerRuntimeVersion": "containerd://1.7.27",
                "kernelVersion": "5.15.0-151-generic",
                "kubeProxyVersion": "",
                "kubeletVersion": "v1.34.4",
                "machineID": blake2b(name.encode(), digest_size=16).hexdigest(),
                "operatingSystem": "linux",
                "osImage": "Ubuntu 22.04.5 LTS",
                "systemUUID": blake2b(name.encode(), digest_size=16).hexdigest(),
            },
        },
    }


def _image(number: int) -> dict[str, Any]:
    name = f"registry.local/shop/{number:02d}"
    digest = blake2b(name.encode(), digest_size=32).hexdigest()
    return {
        "names": [f"{name}@sha256:{digest}", f"{name}:v1.{number}.0"],
        "sizeBytes": 40_000_000 + number,
    }
