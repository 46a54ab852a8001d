"""The lines that a plan prints, typed into a real shell against a real API server, and their undo."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Summary, SummaryVerdict
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.change import CreateObject, ObjectRef, PlannedStep, Value
from calicovet.model.remediation.plan import (
    CalicoKind,
    DropFelixValue,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    Plan,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.model.remediation.send_result import Refused
from calicovet.model.stage import StageId
from calicovet.remedy.changes_for_causes import objects_to_read, resolve
from calicovet.world.cluster import object_writes
from calicovet.world.kube.client import Client, open_client
from calicovet.world.kube.config import load_target
from calicovet.world.kube.target import KubeFlags
from lab.control_plane import ControlPlane
from tests.live.cluster import Cluster

MANIFEST, OPERATOR = "kube-system", "calico-system"
_CRD = "crd.projectcalico.org/v1"
_FELIX = CalicoKind.FELIX_CONFIGURATION
_ACCOUNT = "system:serviceaccount:kube-system:calico-node"
_SELECTOR = Field(("nodeSelector",), {"kubernetes.io/os": "linux", "example.org/disk": "fast"})
_METHOD = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "interface=ens.*,eth[0-9]$")

BY_MANIFEST: dict[str, Step] = {
    "method": _METHOD,
    "ip": SetSetting(Setting.IP, "autodetect"),
    "name": SetSetting(Setting.NODE_NAME, "spec.nodeName"),
    "probe": SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10,failureThreshold=6"),
    "limit": SetSetting(Setting.MEMORY_LIMIT, "1Gi"),
    "no-limit": SetSetting(Setting.CPU_LIMIT, "0"),
    "variables": SetVariables(key="x", variables=(("A", 'it\'s $(B) "c"'), ("IP", None))),
    "selector": EditPods(key="x", fields=(_SELECTOR,)),
    "felix": EditObject(key="x", kind=_FELIX, fields=(Field(("spec", "vxlanPort"), 4790),)),
    "felix-value": DropFelixValue(key="x", parameter="InterfacePrefix"),
    "rule": GrantRule(key="x", account=_ACCOUNT, verb="get", resource="nodes"),
    "lock": SetSetting(Setting.DATASTORE_READY, "true"),
}
BY_OPERATOR: dict[str, Step] = {
    "method": _METHOD,
    "pool": SetSetting(Setting.IPV4_POOL_CIDR, "10.200.0.0/16"),
    "limit": SetSetting(Setting.MEMORY_LIMIT, "1Gi"),
    "no-limit": SetSetting(Setting.CPU_LIMIT, "0"),
    "selector": EditPods(key="x", fields=(_SELECTOR,)),
}


def _daemonset(namespace: str, owners: list[Any]) -> dict[str, Any]:
    labels = {"k8s-app": "calico-node"}
    container = {
        "name": "calico-node",
        "image": "docker.io/calico/node:v3.28.5",
        "env": [
            {"name": "NODENAME", "value": "a"},
            {"name": "IP", "value": "none"},
            {"name": "DATASTORE_TYPE", "value": "kubernetes"},
        ],
        "resources": {"requests": {"cpu": "250m"}, "limits": {"cpu": "300m"}},
        "livenessProbe": {"exec": {"command": ["/bin/calico-node", "-felix-live"]}},
    }
    pods = {
        "initContainers": [{"name": "install-cni", "image": "docker.io/calico/cni:v3.28.5"}],
        "containers": [{"name": "kube-flannel", "image": "flannel"}, container],
        "nodeSelector": {"kubernetes.io/os": "linux", "nobody": "has-it"},
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "calico-node", "namespace": namespace, "ownerReferences": owners},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pods},
        },
    }


_INSTALLATION = {
    "apiVersion": "operator.tigera.io/v1",
    "kind": "Installation",
    "metadata": {"name": "default"},
    "spec": {
        "calicoNetwork": {
            "nodeAddressAutodetectionV4": {"canReach": "8.8.8.8"},
            "ipPools": [{"cidr": "10.244.0.0/16", "encapsulation": "VXLAN"}],
        },
        "calicoNodeDaemonSet": {
            "spec": {
                "template": {
                    "spec": {
                        "containers": [
                            {
                                "name": "calico-node",
                                "resources": {"limits": {"cpu": "300m", "memory": "128Mi"}},
                            }
                        ]
                    }
                }
            }
        },
    },
}
_OTHERS = (
    {
        "apiVersion": _CRD,
        "kind": "FelixConfiguration",
        "metadata": {"name": "default"},
        "spec": {"interfacePrefix": "cali/eth", "vxlanPort": 4789},
    },
    {
        "apiVersion": _CRD,
        "kind": "ClusterInformation",
        "metadata": {"name": "default"},
        "spec": {"datastoreReady": False},
    },
    {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": {"name": "calico-node"},
        "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}],
    },
    {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "calico-node"},
        "roleRef": {
            "apiGroup": "rbac.authorization.k8s.io",
            "kind": "ClusterRole",
            "name": "calico-node",
        },
        "subjects": [{"kind": "ServiceAccount", "name": "calico-node", "namespace": "kube-system"}],
    },
)


@pytest.fixture
def client(cluster: Cluster) -> Iterator[Client]:
    control_plane = cluster.control_plane
    cluster.load(_OTHERS)
    with control_plane.entered():
        flags = KubeFlags(kubeconfig=str(control_plane.kubeconfig()))
        client = open_client(load_target(flags, {}, Path.home()), threading.Event())
        try:
            yield client
        finally:
            client.abort()


def _diagnosis(step: Step, namespace: str) -> Diagnosis:
    finding = Finding(
        name="x",
        code="",
        verdict=Verdict.PROVEN,
        stage=StageId.ADDRESS_CHOSEN,
        plan=Plan(steps=(step,)),
    )
    node = NodeDiagnosis(
        node="a", pod=f"{namespace}/calico-node-a1b2c", state=NodeState.SICK, findings=(finding,)
    )
    return Diagnosis(summary=Summary(SummaryVerdict.EXPLAINED), nodes=(node,), pods=1)


def _planned(step: Step, namespace: str, client: Client) -> PlannedStep:
    diagnosis = _diagnosis(step, namespace)
    findings = diagnosis.nodes[0].findings
    objects = {ref: object_writes.read(client, ref) for ref in objects_to_read(findings, diagnosis)}
    assert not any(isinstance(found, Refused) for found in objects.values())
    (planned,) = resolve(findings, diagnosis, objects, even_if_managed=False).steps
    return planned


def _typed(control_plane: ControlPlane, lines: tuple[str, ...], folder: Path) -> None:
    """Runs the lines as a user pastes them into a shell."""
    script = "\n".join(("set -e -o pipefail", f"cd {folder}", *lines))
    done = control_plane.run("bash", "-c", script)
    assert done.returncode == 0, done.stderr


def _content(value: Value) -> Value:
    """What people decide about; nothing that the server counts."""
    return {key: each for key, each in value.items() if key not in ("metadata", "status")}


def _read(client: Client, ref: ObjectRef) -> Value:
    return json.loads(json.dumps(object_writes.read(client, ref)))


def _holds(step: Step, namespace: str, client: Client, cluster: Cluster, folder: Path) -> None:
    """Typing gives what sending would give, and typing the undo what was there."""
    planned = _planned(step, namespace, client)
    (change,) = planned.changes
    assert not isinstance(change, CreateObject)
    before = _read(client, change.ref)
    sent = object_writes.rehearse(client, change)
    assert not isinstance(sent, Refused), sent
    _typed(cluster.control_plane, planned.offered.commands, folder)
    assert _content(_read(client, change.ref)) == _content(sent)
    _typed(cluster.control_plane, planned.offered.undo, folder)
    assert _content(_read(client, change.ref)) == _content(before)


@pytest.mark.parametrize("name", BY_MANIFEST)
def test_in_a_manifest(name: str, client: Client, cluster: Cluster, tmp_path: Path) -> None:
    cluster.load([_daemonset(MANIFEST, [])])
    _holds(BY_MANIFEST[name], MANIFEST, client, cluster, tmp_path)


def _endpoint(host: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "kubernetes-services-endpoint", "namespace": MANIFEST},
        "data": {"KUBERNETES_SERVICE_HOST": host, "KUBERNETES_SERVICE_PORT": "6443"},
    }


@pytest.mark.parametrize("read", [True, False])
def test_an_endpoint_that_is_wrong_is_replaced(
    read: bool, client: Client, cluster: Cluster, tmp_path: Path
) -> None:
    cluster.load([_daemonset(MANIFEST, []), _endpoint("10.0.0.9")])
    step = SetSetting(Setting.API_ENDPOINT, "10.0.0.1:6443")
    planned = _planned(step, MANIFEST, client)
    refs = [change.ref for change in planned.changes]
    before = [_content(_read(client, ref)) for ref in refs]
    if not read:
        diagnosis = _diagnosis(step, MANIFEST)
        findings = diagnosis.nodes[0].findings
        (planned,) = resolve(findings, diagnosis, {}, even_if_managed=False).steps
    _typed(cluster.control_plane, planned.offered.commands, tmp_path)
    after = [_content(_read(client, ref)) for ref in refs]
    assert after[0]["data"] == _endpoint("10.0.0.1")["data"]
    assert after[1]["spec"]["template"] != before[1]["spec"]["template"]
    if read:
        _typed(cluster.control_plane, planned.offered.undo, tmp_path)
        assert [_content(_read(client, ref)) for ref in refs] == before


@pytest.mark.parametrize("name", BY_OPERATOR)
def test_under_the_operator(name: str, client: Client, cluster: Cluster, tmp_path: Path) -> None:
    _operated(cluster)
    _holds(BY_OPERATOR[name], OPERATOR, client, cluster, tmp_path)


def _operated(cluster: Cluster) -> None:
    cluster.load([_INSTALLATION])
    path = "/apis/operator.tigera.io/v1/installations/default"
    uid = cluster.control_plane.client.get(path)["metadata"]["uid"]
    owner = {"kind": "Installation", "name": "default", "uid": uid, "controller": True}
    owners = [{"apiVersion": "operator.tigera.io/v1", **owner}]
    cluster.load([_daemonset(OPERATOR, owners)])


_NEEDS_THE_OBJECTS = "felix-value"
"""The remedy whose setting only the objects locate."""


@pytest.mark.parametrize(
    ("name", "namespace"),
    [(name, MANIFEST) for name in BY_MANIFEST if name != _NEEDS_THE_OBJECTS]
    + [(name, OPERATOR) for name in BY_OPERATOR],
)
def test_on_paper_the_lines_do_the_same(
    name: str, namespace: str, client: Client, cluster: Cluster, tmp_path: Path
) -> None:
    """Without the objects the former values are unknown; the printed commands must work all the same."""
    if namespace == OPERATOR:
        _operated(cluster)
    else:
        cluster.load([_daemonset(MANIFEST, [])])
    step = (BY_OPERATOR if namespace == OPERATOR else BY_MANIFEST)[name]
    diagnosis = _diagnosis(step, namespace)
    findings = diagnosis.nodes[0].findings
    (planned,) = resolve(findings, diagnosis, {}, even_if_managed=False).steps
    (change,) = _planned(step, namespace, client).changes
    sent = object_writes.rehearse(client, change)
    assert not isinstance(sent, Refused), sent
    _typed(cluster.control_plane, planned.offered.commands, tmp_path)
    assert _content(_read(client, change.ref)) == _content(sent)
