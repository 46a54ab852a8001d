"""Changes as a real API server takes them: it writes what was meant, refuses drift, and the undo gives all back."""

from typing import Any

import pytest

from calicovet.model.remediation.change import ObjectRef, Operation, PatchObject
from calicovet.model.remediation.change_json import operation_json
from calicovet.model.remediation.plan import (
    CalicoKind,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.remedy import object_refs
from calicovet.remedy.field_locations import field_locations_of, objects_of
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import edited
from calicovet.remedy.patches.object_patch import patch_of
from lab.control_plane import ControlPlane
from lab.objects import Object
from tests.live.cluster import Cluster

_MANIFEST = Owner(kind=None, under_operator=False, namespace="kube-system")
_OPERATOR = Owner(kind=None, under_operator=True, namespace="calico-system")
_LABELS = {"k8s-app": "calico-node"}
_CALICO = "crd.projectcalico.org/v1"
_RBAC = "rbac.authorization.k8s.io/v1"


def _daemonset() -> Object:
    probe = {"exec": {"command": ["/bin/calico-node", "-felix-live", "-bird-live"]}}
    container = {
        "name": "calico-node",
        "image": "docker.io/calico/node:v3.28.5",
        "env": [
            {"name": "NODENAME", "value": "Worker"},
            {"name": "IP", "valueFrom": {"fieldRef": {"fieldPath": "status.hostIP"}}},
            {"name": "FELIX_HEALTHENABLED", "value": "true"},
        ],
        "resources": {"limits": {"cpu": "100m"}},
        "livenessProbe": probe,
        "readinessProbe": probe,
    }
    pods = {
        "nodeSelector": {"network": "calico"},
        "containers": [{"name": "flannel", "image": "flannel"}, container],
    }
    template = {"metadata": {"labels": _LABELS}, "spec": pods}
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "calico-node", "namespace": "kube-system"},
        "spec": {"selector": {"matchLabels": _LABELS}, "template": template},
    }


def _named(api_version: str, kind: str, name: str, **body: Any) -> Object:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name}, **body}


def _objects() -> list[Object]:
    network = {
        "nodeAddressAutodetectionV4": {"firstFound": True},
        "ipPools": [{"cidr": "10.0.0.0/8"}],
    }
    rules = [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "calico-node"}
    account = {"kind": "ServiceAccount", "name": "calico-node", "namespace": "calico-system"}
    return [
        _daemonset(),
        _named("operator.tigera.io/v1", "Installation", "default", spec={"calicoNetwork": network}),
        _named(_CALICO, "FelixConfiguration", "default", spec={"vxlanPort": 4789}),
        _named(_CALICO, "ClusterInformation", "default", spec={"datastoreReady": False}),
        _named(_RBAC, "ClusterRole", "calico-node", rules=rules),
        _named(_RBAC, "ClusterRoleBinding", "calico-node", roleRef=role, subjects=[account]),
    ]


_GRANT = GrantRule(
    key="x",
    account="system:serviceaccount:kube-system:calico-node",
    verb="list",
    resource="ippools",
    group="crd.projectcalico.org",
)
_CASES: list[tuple[Step, Owner]] = [
    (SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip"), _MANIFEST),
    (SetSetting(Setting.IP, "autodetect"), _MANIFEST),
    (SetSetting(Setting.NODE_NAME, "spec.nodeName"), _MANIFEST),
    (SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10,failureThreshold=6"), _MANIFEST),
    (SetSetting(Setting.CPU_LIMIT, "0"), _MANIFEST),
    (SetSetting(Setting.MEMORY_LIMIT, "2048Mi"), _MANIFEST),
    (SetSetting(Setting.DATASTORE_READY, "true"), _MANIFEST),
    (SetVariables(key="x", variables=(("NODENAME", None), ("A", "b"))), _MANIFEST),
    (EditPods(key="x", fields=(Field(("nodeSelector", "network")),)), _MANIFEST),
    (EditPods(key="x", fields=(Field(("tolerations",), ({"operator": "Exists"},)),)), _MANIFEST),
    (
        EditPods(
            key="x",
            container="calico-node",
            fields=(Field(("livenessProbe", "exec", "command"), ("/bin/true",)),),
        ),
        _MANIFEST,
    ),
    (SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "cidr=10.0.0.0/8"), _OPERATOR),
    (SetSetting(Setting.IPV4_POOL_CIDR, "10.1.0.0/16"), _OPERATOR),
    (SetSetting(Setting.CPU_LIMIT, "2"), _OPERATOR),
    (
        EditObject(
            key="x",
            kind=CalicoKind.FELIX_CONFIGURATION,
            fields=(Field(("spec", "vxlanPort")), Field(("spec", "ipv6Support"), False)),
        ),
        _MANIFEST,
    ),
    (_GRANT, _MANIFEST),
]


class _Server:
    def __init__(self, control_plane: ControlPlane) -> None:
        self._client = control_plane.client_of("admin")

    def get(self, ref: ObjectRef) -> Object:
        found: Object = self._client.get(ref.path)
        return found

    def patch(self, ref: ObjectRef, operations: tuple[Operation, ...]) -> int:
        body = [operation_json(operation) for operation in operations]
        return self._client.ask(
            "PATCH", ref.path, body, content="application/json-patch+json"
        ).status


@pytest.fixture
def server(cluster: Cluster) -> _Server:
    cluster.load(_objects())
    return _Server(cluster.control_plane)


def _patches(step: Step, owner: Owner, server: _Server) -> list[PatchObject]:
    always = (object_refs.INSTALLATION, object_refs.daemonset(_MANIFEST))
    read = {ref: server.get(ref) for ref in (*always, *objects_of(step, owner, "b"))}
    homes = field_locations_of(step, owner, "b", read)
    assert homes
    made = [patch_of(home.ref, read[home.ref], edited(read[home.ref], home.puts)) for home in homes]
    return [patch for patch in made if patch is not None]


def _content(found: Object) -> Object:
    """What people decide in an object."""
    return {key: value for key, value in found.items() if key not in ("metadata", "status")}


def test_every_change_is_taken_and_its_undo_gives_everything_back(server: _Server) -> None:
    for step, owner in _CASES:
        patches = _patches(step, owner, server)
        assert patches, step
        for patch in patches:
            before = _content(server.get(patch.ref))
            assert server.patch(patch.ref, patch.operations) == 200, step
            assert _content(server.get(patch.ref)) != before, step
            assert server.patch(patch.ref, patch.undo) == 200, step
            assert _content(server.get(patch.ref)) == before, step


def test_drift_refuses_the_patch_and_the_undo_of_an_object_changed_since(server: _Server) -> None:
    step = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip")
    for owner in (_MANIFEST, _OPERATOR):
        (patch,) = _patches(step, owner, server)
        other = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "can-reach=192.0.2.1")
        (rival,) = _patches(other, owner, server)
        assert server.patch(patch.ref, patch.operations) == 200
        assert server.patch(rival.ref, rival.operations) == 422
        (later,) = _patches(other, owner, server)
        assert server.patch(later.ref, later.operations) == 200
        assert server.patch(patch.ref, patch.undo) == 422
