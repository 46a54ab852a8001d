"""The roles of deploy/rbac against a real API server: they suffice, and nothing in them is idle."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import yaml

from calicovet.model.rights import Right, Role
from calicovet.world.access.required_rights import RIGHTS
from calicovet.world.cluster.api_paths import V3_GROUP
from lab.control_plane import ControlPlane
from lab.objects import Object
from tests.live.cluster import Cluster

_FOLDER = Path(__file__).parents[2] / "deploy" / "rbac"
_PROXY = '{apiGroups: [""], resources: [nodes/proxy], verbs: [get]}'

# The lab has Calico's CRDs; its own API server is asked only where there are none.
_READ = tuple(right for right in RIGHTS if right.role is Role.READ and right.group != V3_GROUP)
_RESOURCES = tuple(dict.fromkeys((right.group, right.resource) for right in _READ))


@pytest.fixture
def sick(cluster: Cluster) -> ControlPlane:
    """Three nodes; on one of them calico-node runs, restarts and does not become ready."""
    cluster.load([*_settings(), _daemonset(), *map(_node, (1, 2, 3)), *map(_pod, (1, 2, 3))])
    for number in (1, 2, 3):
        place = (f"node-{number}", f"calico-node-aaaa{number}", "calico-node")
        cluster.log(*place, "2026-11-16 07:00:01.079 [INFO][9] startup/startup.go 431: Early log\n")
        cluster.log(*place, "an earlier run\n", previous=True)
        cluster.answer(place[0], "configz", {"kubeletconfig": {"cgroupDriver": "systemd"}})
    return cluster.control_plane


@pytest.mark.parametrize("name", ["read", "nodeproxy", "fix"])
def test_the_api_server_takes_every_role(name: str, sick: ControlPlane) -> None:
    sick.kubectl("apply", "--dry-run=server", "-f", str(_FOLDER / f"{name}.yaml"))


def test_the_example_of_a_binding_is_taken(sick: ControlPlane) -> None:
    sick.kubectl("apply", "--dry-run=server", "-f", str(_FOLDER / "binding.yaml"))


def test_the_read_role_suffices(sick: ControlPlane) -> None:
    _bind(sick, "reader", "read")
    told = _diagnose(sick, "--no-node-proxy", user="reader")
    assert _forbidden(told) == []
    assert told["summary"]["sick"] == 1
    assert told["summary"] == _diagnose(sick, "--no-node-proxy")["summary"]


def test_the_read_role_does_not_reach_kubelets(sick: ControlPlane) -> None:
    _bind(sick, "reader", "read")
    refused = _forbidden(_diagnose(sick, user="reader"))
    assert len(refused) == 1 and _PROXY in refused[0]


def test_the_role_for_kubelets_reaches_them(sick: ControlPlane) -> None:
    _bind(sick, "node-reader", "nodeproxy")
    assert _forbidden(_diagnose(sick, user="node-reader")) == []


@pytest.mark.parametrize(
    ("group", "resource"),
    # These two are read only where the mesh is off, or a node does not report.
    [each for each in _RESOURCES if each[1] not in ("bgppeers", "hostendpoints")],
    ids=lambda part: part or "core",
)
def test_without_one_rule_gaps_name_it_once_and_nothing_else(
    group: str, resource: str, sick: ControlPlane
) -> None:
    name = f"without-{resource.replace('/', '-')}"
    kept = [right for right in _READ if (right.group, right.resource) != (group, resource)]
    sick.grant(name, *map(_rule, kept))
    refused = _forbidden(_diagnose(sick, "--no-node-proxy", "--as", name))
    assert refused and len(set(refused)) == len(refused)
    rule = f'apiGroups: ["{group}"], resources: [{resource}]'
    assert [close for close in refused if rule not in close] == []


def test_preflight_finds_nothing_missing_in_the_read_role(sick: ControlPlane) -> None:
    _bind(sick, "reader", "read")
    done = _preflight(sick, "-o", "json", user="reader")
    assert done.returncode == 0
    assert "server https://" in done.stderr
    told = json.loads(done.stdout)
    assert told["user"] == "reader"
    of_role = [right["allowed"] for right in told["rights"] if right["role"] == Role.READ]
    others = [right["allowed"] for right in told["rights"] if right["role"] != Role.READ]
    assert len(of_role) > 15 and all(of_role)
    assert len(others) > 8 and not any(others)


@pytest.mark.parametrize(("name", "user"), [("nodeproxy", "node-reader"), ("fix", "fixer")])
def test_preflight_sees_every_right_of_the_other_roles(
    name: str, user: str, sick: ControlPlane
) -> None:
    _bind(sick, user, name)
    told = json.loads(_preflight(sick, "-o", "json", user=user).stdout)
    role = f"calicovet-{name}"
    assert all(right["allowed"] for right in told["rights"] if right["role"] == role)


def test_what_preflight_prints_grants_what_is_missing(sick: ControlPlane) -> None:
    before = _preflight(sick, user="pods-and-nodes")
    assert before.returncode == 1
    assert '{apiGroups: [""], resources: [pods/log], verbs: [get]}' in before.stdout
    pasted = before.stdout.partition("<<'EOF'\n")[2].partition("EOF\n")[0]
    sick.load(list(yaml.safe_load_all(pasted)))
    sick.bind("pods-and-nodes", "calicovet-missing")
    assert _preflight(sick, user="pods-and-nodes").returncode == 0
    assert _forbidden(_diagnose(sick, "--no-node-proxy", user="pods-and-nodes")) == []


def test_rights_in_one_namespace_are_told_as_such(sick: ControlPlane) -> None:
    rbac, place = "rbac.authorization.k8s.io", {"name": "look", "namespace": "kube-system"}
    role = {"apiGroup": rbac, "kind": "Role", "name": "look"}
    who = {"apiGroup": rbac, "kind": "User", "name": "reader"}
    own = {"apiVersion": f"{rbac}/v1", "metadata": place}
    sick.load(
        [
            {**own, "kind": "Role", "rules": [dict(_rule(right)) for right in _READ]},
            {**own, "kind": "RoleBinding", "roleRef": role, "subjects": [who]},
        ]
    )
    sick.grant("reader", {"apiGroups": [""], "resources": ["nodes"], "verbs": ["get", "list"]})
    done = _preflight(sick, user="reader")
    assert done.returncode == 1 and "-n kube-system" in done.stdout
    assert _preflight(sick, "-n", "kube-system", user="reader").returncode == 0


def test_a_server_that_cannot_be_asked_ends_with_4(sick: ControlPlane) -> None:
    gone = sick.kubeconfig("reader", "https://172.31.0.1:1")
    done = _preflight(sick, "--kubeconfig", str(gone))
    assert done.returncode == 4 and done.stdout == ""
    assert "172.31.0.1:1" in done.stderr


def test_who_shows_no_token_is_told_so(sick: ControlPlane) -> None:
    done = _preflight(sick, user="anonymous")
    assert done.returncode == 4 and done.stdout == ""


def _preflight(
    control_plane: ControlPlane, *words: str, user: str = "admin"
) -> CompletedProcess[str]:
    return control_plane.run("calicovet", "preflight", "--rbac", *words, user=user)


def _diagnose(control_plane: ControlPlane, *words: str, user: str = "admin") -> dict[str, Any]:
    done = control_plane.run("calicovet", "diagnose", "-o", "json", *words, user=user)
    assert done.stdout, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _forbidden(told: Mapping[str, Any]) -> list[str]:
    return [gap["how_to_close"] for gap in told["gaps"] if gap["reason"] == "forbidden"]


def _bind(control_plane: ControlPlane, user: str, name: str) -> None:
    control_plane.load([yaml.safe_load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))])
    control_plane.bind(user, f"calicovet-{name}")


def _rule(right: Right) -> Mapping[str, Sequence[str]]:
    names = {"resourceNames": list(right.names)} if right.names else {}
    return {
        "apiGroups": [right.group],
        "resources": [right.resource],
        "verbs": list(right.verbs),
        **names,
    }


def _settings() -> list[Object]:
    crd, operator = "crd.projectcalico.org/v1", "operator.tigera.io/v1"
    named = {"metadata": {"name": "default"}, "spec": {}}
    return [
        {"apiVersion": crd, "kind": "FelixConfiguration", **named},
        {"apiVersion": crd, "kind": "BGPConfiguration", **named},
        {"apiVersion": crd, "kind": "ClusterInformation", **named},
        {**named, "apiVersion": crd, "kind": "IPPool", "spec": {"cidr": "10.244.0.0/16"}},
        {"apiVersion": operator, "kind": "Installation", **named},
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "kubeadm-config", "namespace": "kube-system"},
        },
    ]


def _daemonset() -> Object:
    labels = {"k8s-app": "calico-node"}
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "calico-node", "namespace": "kube-system", "labels": labels},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": [_CONTAINER]}},
        },
        "status": {
            "currentNumberScheduled": 3,
            "desiredNumberScheduled": 3,
            "numberMisscheduled": 0,
            "numberReady": 2,
        },
    }


_CONTAINER = {"name": "calico-node", "image": "docker.io/calico/node:v3.26.1"}


def _node(number: int) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": f"node-{number}", "labels": {"kubernetes.io/os": "linux"}},
        "status": {
            "addresses": [{"type": "InternalIP", "address": f"172.31.1.{number}"}],
            "conditions": [{"type": "Ready", "status": "True"}],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
        },
    }


def _pod(number: int) -> Object:
    well = number != 3
    began = "2026-11-16T07:00:00Z"
    ended = {"terminated": {"exitCode": 1, "reason": "Error", "finishedAt": began}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": f"calico-node-aaaa{number}",
            "namespace": "kube-system",
            "labels": {"k8s-app": "calico-node"},
        },
        "spec": {"nodeName": f"node-{number}", "hostNetwork": True, "containers": [_CONTAINER]},
        "status": {
            "phase": "Running",
            "hostIP": f"172.31.1.{number}",
            "podIP": f"172.31.1.{number}",
            "startTime": began,
            "conditions": [{"type": "Ready", "status": str(well)}],
            "containerStatuses": [
                {
                    **_CONTAINER,
                    "imageID": "",
                    "ready": well,
                    "restartCount": 0 if well else 7,
                    "state": {"running": {"startedAt": began}},
                    "lastState": {} if well else ended,
                }
            ],
        },
    }
