"""`preflight` on whole clusters of a real API server: quiet where all is well, one line for each thing that is not."""

import json
import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest

from lab.objects import Object
from tests.live.cluster import Cluster
from tests.live.test_preflight import _RIGHTS, _bound
from tests.live.test_rights import _pod

_CALICO = "crd.projectcalico.org"
_MORE_RESOURCES = {
    "globalnetworkpolicies": "GlobalNetworkPolicy",
    "networkpolicies": "NetworkPolicy",
    "hostendpoints": "HostEndpoint",
    "ipreservations": "IPReservation",
    "caliconodestatuses": "CalicoNodeStatus",
}
"""Those that the lab does not need otherwise."""


@pytest.fixture
def calico(cluster: Cluster) -> Cluster:
    """A cluster that knows all of Calico's resources."""
    cluster.load(_resource(*each) for each in _MORE_RESOURCES.items())
    for _ in range(50):
        served = cluster.control_plane.kubectl("api-resources", f"--api-group={_CALICO}", "-oname")
        if all(f"{name}.{_CALICO}" in served for name in _MORE_RESOURCES):
            return cluster
        time.sleep(0.1)
    raise AssertionError("the resources are not served")


def test_a_healthy_cluster_is_quiet(calico: Cluster) -> None:
    calico.load(_healthy())
    done = calico.control_plane.run(
        *(sys.executable, "-m", "calicovet", "preflight", "--lang", "en")
    )
    assert done.returncode == 0
    headline, _, listed = done.stdout.partition("\n\n")
    lines = listed.splitlines()
    told = " ".join(headline.split())
    assert told.endswith("keeps calico-node from starting (node-1, node-2, node-3).")
    assert [line[:1] for line in lines[:6]] == ["v", "v", "v", "v", "?", ""]


def test_before_calico_is_installed_a_pod_like_its_own_is_tried(cluster: Cluster) -> None:
    cluster.load(_node(number) for number in (1, 2))
    assert _odd(cluster) == {}
    cluster.load([_webhook()])
    assert _odd(cluster) == {"admission": "sched-admission-webhook-failing"}


def _quota() -> Object:
    none = {"pods": "0"}
    return {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "none", "namespace": "kube-system"},
        "spec": {"hard": none},
        "status": {"hard": none, "used": none},
    }


def _webhook() -> Object:
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingWebhookConfiguration",
        "metadata": {"name": "nobody"},
        "webhooks": [
            {
                "name": "nobody.example.com",
                "admissionReviewVersions": ["v1"],
                "sideEffects": "None",
                "timeoutSeconds": 2,
                "failurePolicy": "Fail",
                "clientConfig": {"url": "https://172.31.0.1:9/nobody"},
                "rules": [
                    {
                        "apiGroups": [""],
                        "apiVersions": ["v1"],
                        "operations": ["CREATE"],
                        "resources": ["pods"],
                    }
                ],
            }
        ],
    }


def _other_network() -> Object:
    labels = {"app": "flannel"}
    spec = {"containers": [{"name": "kube-flannel", "image": "flannel"}]}
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "kube-flannel-ds", "namespace": "kube-system"},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": spec},
        },
    }


def _degraded() -> Object:
    condition = {
        "type": "Degraded",
        "status": "True",
        "reason": "ResourceValidationError",
        "message": "kubeadm configuration is missing required podSubnet field",
        "lastTransitionTime": "2026-11-16T12:00:00Z",
    }
    return {
        "apiVersion": "operator.tigera.io/v1",
        "kind": "TigeraStatus",
        "metadata": {"name": "calico"},
        "spec": {},
        "status": {"conditions": [condition]},
    }


@pytest.mark.parametrize(
    ("more", "check", "cause"),
    [
        (_quota(), "admission", "sched-quota-exceeded"),
        (_webhook(), "admission", "sched-admission-webhook-failing"),
        (_other_network(), "other-networks", "rt-cni-leftover-config"),
        (_degraded(), "operator", "op-kubeadm-podsubnet-missing"),
    ],
)
def test_one_object_more_turns_its_own_line(
    calico: Cluster, more: Object, check: str, cause: str
) -> None:
    calico.load(_healthy())
    calico.load([more])
    assert _odd(calico) == {check: cause}


def test_a_second_installation(calico: Cluster) -> None:
    calico.load([*_healthy(), _daemonset(namespace="default")])
    assert _odd(calico) == {"one-installation": "op-two-installations"}


_TAINT = {"key": "dedicated", "value": "db", "effect": "NoSchedule"}


@pytest.mark.parametrize(
    ("first", "tolerations", "odd"),
    [
        ({"taints": [_TAINT]}, [{"operator": "Exists"}], {}),
        ({"taints": [_TAINT]}, [], {"taints": "sched-taint-not-tolerated"}),
        (
            {"address": "172.31.1.2", "stored": "172.31.1.2/24"},
            [],
            {"own-address": "ip-conflict-duplicate"},
        ),
        ({"stored": "10.4.0.1/24"}, [], {"stored-address": "ip-wrong-nic-multihomed"}),
        ({"ready": "Unknown"}, [], {"kubelet": "node-kubelet-dead"}),
        ({"system": "plan9"}, [], {"selected": "sched-node-selector-or-affinity"}),
    ],
)
def test_a_node_that_is_odd(
    calico: Cluster, first: dict[str, Any], tolerations: list[Object], odd: dict[str, str]
) -> None:
    nodes = [_node(1, **first), _node(2), _node(3)]
    calico.load(_healthy(nodes=nodes, template={"tolerations": tolerations}))
    assert _odd(calico) == odd


@pytest.mark.parametrize(
    ("cidr", "odd"),
    [
        ("10.244.0.0/16", {}),
        ("172.31.0.0/16", {"pools-and-nodes": "pool-overlaps-host-network"}),
        ("10.0.0.0/24", {"pools-and-services": "api-service-cidr-overlap"}),
    ],
)
def test_a_pool_where_others_live(calico: Cluster, cidr: str, odd: dict[str, str]) -> None:
    # The lab's own services begin with the address of service kubernetes.
    service = calico.control_plane.kubectl(
        "get", "service", "kubernetes", "-o", "jsonpath={.spec.clusterIP}"
    )
    held = f"{service.rpartition('.')[0]}.0/24" if cidr == "10.0.0.0/24" else cidr
    calico.load(_healthy(cidr=held))
    assert _odd(calico) == odd


def test_a_config_map_that_is_not_there(calico: Cluster) -> None:
    calico.load(each for each in _healthy() if each["kind"] != "ConfigMap")
    assert _odd(calico) == {"config-maps": "rt-configmap-key-missing"}


def test_a_namespace_that_takes_no_privileged_pods(calico: Cluster) -> None:
    label = "pod-security.kubernetes.io/enforce"
    calico.load(_healthy())
    calico.control_plane.kubectl("label", "namespace", "kube-system", f"{label}=baseline")
    try:
        assert _odd(calico) == {"admission": "sched-podsecurity-denied"}
    finally:
        calico.control_plane.kubectl("label", "namespace", "kube-system", f"{label}-")


def test_who_may_see_nothing_could_not_look(calico: Cluster) -> None:
    calico.load(_healthy())
    line = (sys.executable, "-m", "calicovet", "preflight", "--lang", "en")
    done = calico.control_plane.run(*line, user="reader")
    assert done.returncode == 4
    assert "resources: [nodes, pods]" in " ".join(done.stdout.split())


def _odd(cluster: Cluster) -> dict[str, str]:
    """The causes of what is not fine, by check; what is not known is left out."""
    line = (sys.executable, "-m", "calicovet", "preflight", "-o", "json")
    done = cluster.control_plane.run(*line)
    told = json.loads(done.stdout)
    assert done.returncode == (told["answer"] == "bad")
    return {
        each["name"]: each["cause"] for each in told["checks"] if each["answer"] in ("bad", "risk")
    }


def _healthy(
    *,
    nodes: Sequence[Object] = (),
    template: Object | None = None,
    cidr: str = "10.244.0.0/16",
) -> list[Object]:
    """Three nodes and all that a manifest brings."""
    version = f"{_CALICO}/v1"
    named = {"metadata": {"name": "default"}}
    return [
        {"apiVersion": version, "kind": "FelixConfiguration", **named, "spec": {}},
        {"apiVersion": version, "kind": "BGPConfiguration", **named, "spec": {}},
        {
            "apiVersion": version,
            "kind": "ClusterInformation",
            **named,
            "spec": {"datastoreReady": True},
        },
        {
            "apiVersion": version,
            "kind": "IPPool",
            **named,
            "spec": {"cidr": cidr, "vxlanMode": "Always", "nodeSelector": "all()"},
        },
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "calico-config", "namespace": "kube-system"},
            "data": {"calico_backend": "bird"},
        },
        _daemonset(**(template or {})),
        *(nodes or map(_node, (1, 2, 3))),
        *map(_pod, (1, 2, 3)),
        *_bound(*_RIGHTS),
    ]


def _node(
    number: int,
    *,
    address: str = "",
    stored: str = "",
    ready: str = "True",
    system: str = "linux",
    taints: Sequence[Object] = (),
) -> Object:
    own = address or f"172.31.1.{number}"
    pressures = ("MemoryPressure", "DiskPressure", "PIDPressure")
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": f"node-{number}",
            "labels": {"kubernetes.io/os": system},
            "annotations": {
                "projectcalico.org/IPv4Address": stored or f"172.31.1.{number}/24",
            },
        },
        "spec": {"taints": [*taints]},
        "status": {
            "addresses": [{"type": "InternalIP", "address": own}],
            "conditions": [
                *({"type": each, "status": "False"} for each in pressures),
                {"type": "Ready", "status": ready},
            ],
            "nodeInfo": {
                **dict.fromkeys(("bootID", "machineID", "systemUUID", "kubeProxyVersion"), ""),
                "architecture": "amd64",
                "containerRuntimeVersion": "containerd://1.7.2",
                "kernelVersion": "5.15.0-88-generic",
                "kubeletVersion": "v1.28.2",
                "operatingSystem": "linux",
                "osImage": "Ubuntu 22.04.3 LTS",
            },
        },
    }


def _daemonset(namespace: str = "kube-system", **template: Any) -> Object:
    labels = {"k8s-app": "calico-node"}
    backend = {"configMapKeyRef": {"name": "calico-config", "key": "calico_backend"}}
    container = {
        "name": "calico-node",
        "image": "docker.io/calico/node:v3.26.1",
        "securityContext": {"privileged": True},
        "env": [{"name": "CALICO_NETWORKING_BACKEND", "valueFrom": backend}],
    }
    spec = {
        "hostNetwork": True,
        "nodeSelector": {"kubernetes.io/os": "linux"},
        "tolerations": [{"operator": "Exists"}],
        "containers": [container],
        "volumes": [{"name": "lib-modules", "hostPath": {"path": "/lib/modules"}}],
        **template,
    }
    count = {"currentNumberScheduled": 3, "desiredNumberScheduled": 3, "numberReady": 3}
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "calico-node", "namespace": namespace, "labels": labels},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": spec},
        },
        "status": {**count, "numberMisscheduled": 0},
    }


def _resource(plural: str, kind: str) -> Object:
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": schema},
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{_CALICO}"},
        "spec": {
            "group": _CALICO,
            "scope": "Cluster",
            "names": {"kind": kind, "plural": plural},
            "versions": [version],
        },
    }
