"""calico-node pods, as big as real ones."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

from bench.live.nodes import address_of, node_name
from lab.objects import Object

NAMESPACE = "kube-system"
STARTED = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=3)
INIT = ("upgrade-ipam", "install-cni", "mount-bpffs")
MAIN = "calico-node"

_HASH = "6d9f8c7b54"
_TOLERATED = (
    ("node.kubernetes.io/not-ready", "NoExecute"),
    ("node.kubernetes.io/unreachable", "NoExecute"),
    ("node.kubernetes.io/disk-pressure", "NoSchedule"),
    ("node.kubernetes.io/memory-pressure", "NoSchedule"),
    ("node.kubernetes.io/pid-pressure", "NoSchedule"),
    ("node.kubernetes.io/unschedulable", "NoSchedule"),
    ("node.kubernetes.io/network-unavailable", "NoSchedule"),
)
_SEEN_AS = ("Initialized", "Ready", "ContainersReady", "PodScheduled", "PodReadyToStartContainers")


@cache
def _manifest() -> dict[str, Any]:
    file = Path(__file__).with_name("calico-node.yaml")
    manifest: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return manifest


def daemonset(pods: int, ready: int) -> Object:
    """The DaemonSet, with its own count."""
    status = {
        "currentNumberScheduled": pods,
        "desiredNumberScheduled": pods,
        "numberAvailable": ready,
        "numberMisscheduled": 0,
        "numberReady": ready,
        "numberUnavailable": pods - ready,
        "observedGeneration": 1,
        "updatedNumberScheduled": pods,
    }
    return {**_manifest(), "status": status}


def pod_name(number: int) -> str:
    """calico-node with five letters, the same for the same number."""
    letters = "bcdfghjklmnpqrstvwxz2456789"
    digest = blake2b(str(number).encode(), digest_size=5).digest()
    return "calico-node-" + "".join(letters[byte % len(letters)] for byte in digest)


def pod(number: int, changed: Mapping[str, Any] | None = None) -> Object:
    """The pod of one node, in good health; `changed` says what is different in its status."""
    node = node_name(number)
    template = _manifest()["spec"]["template"]["spec"]
    token = {
        "name": "kube-api-access",
        "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount",
    }
    spec = {
        **template,
        "nodeName": node,
        "initContainers": [_mounting(each, token) for each in template["initContainers"]],
        "containers": [_mounting(each, token) for each in template["containers"]],
        "volumes": [*template["volumes"], _token_volume()],
        "affinity": _only_on(node),
        "tolerations": [
            *template["tolerations"],
            *({"key": key, "operator": "Exists", "effect": how} for key, how in _TOLERATED),
        ],
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": pod_name(number),
            "namespace": NAMESPACE,
            "labels": {
                "k8s-app": "calico-node",
                "controller-revision-hash": _HASH,
                "pod-template-generation": "1",
            },
            "ownerReferences": [
                {
                    "apiVersion": "apps/v1",
                    "kind": "DaemonSet",
                    "name": "calico-node",
                    "uid": "2b1f6c0e-6a55-4f7d-9d0a-0d3c1a5b7e01",
                    "controller": True,
                    "blockOwnerDeletion": True,
                }
            ],
        },
        "spec": spec,
        "status": {**_well(number, template), **(changed or {})},
    }


def container_status(name: str, image: str, **changed: Any) -> dict[str, Any]:
    """A container as the kubelet reports it; running and ready unless it is told otherwise."""
    digest = blake2b(image.encode(), digest_size=32).hexdigest()
    return {
        "name": name,
        "image": image,
        "imageID": f"docker.io/calico/node@sha256:{digest}",
        "containerID": f"containerd://{blake2b(name.encode(), digest_size=32).hexdigest()}",
        "ready": True,
        "started": True,
        "restartCount": 0,
        "state": {"running": {"startedAt": stamp(STARTED)}},
        **changed,
    }


def conditions(**statuses: str) -> list[dict[str, Any]]:
    """The pod's conditions, True unless they are told otherwise."""
    return [
        {
            "type": kind,
            "status": statuses.get(kind, "True"),
            "lastProbeTime": None,
            "lastTransitionTime": stamp(STARTED),
        }
        for kind in _SEEN_AS
    ]


def stamp(at: datetime) -> str:
    """A time as the API writes it."""
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _well(number: int, template: Mapping[str, Any]) -> dict[str, Any]:
    done = {"terminated": {"exitCode": 0, "reason": "Completed", "startedAt": stamp(STARTED)}}
    done["terminated"]["finishedAt"] = stamp(STARTED)
    address = address_of(number)
    return {
        "phase": "Running",
        "qosClass": "Burstable",
        "hostIP": address,
        "hostIPs": [{"ip": address}],
        "podIP": address,
        "podIPs": [{"ip": address}],
        "startTime": stamp(STARTED),
        "conditions": conditions(),
        "initContainerStatuses": [
            container_status(each["name"], each["image"], started=False, state=done)
            for each in template["initContainers"]
        ],
        "containerStatuses": [
            container_status(each["name"], each["image"]) for each in template["containers"]
        ],
    }


def _mounting(container: Mapping[str, Any], token: Mapping[str, Any]) -> dict[str, Any]:
    mounts = [*container["volumeMounts"], {**token, "readOnly": True}]
    return {**container, "volumeMounts": mounts}


def _token_volume() -> dict[str, Any]:
    return {
        "name": "kube-api-access",
        "projected": {
            "defaultMode": 420,
            "sources": [
                {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
                {
                    "configMap": {
                        "name": "kube-root-ca.crt",
                        "items": [{"key": "ca.crt", "path": "ca.crt"}],
                    }
                },
                {
                    "downwardAPI": {
                        "items": [
                            {
                                "path": "namespace",
                                "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"},
                            }
                        ]
                    }
                },
            ],
        },
    }


def _only_on(node: str) -> dict[str, Any]:
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}
    return {
        "nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}
        }
    }
