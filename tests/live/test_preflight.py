"""`preflight` against a real API server: what it finds there, and that it only reads."""

import json
import sys
from typing import Any

from lab.control_plane import ControlPlane
from lab.objects import Object
from tests.live.cluster import Cluster
from tests.live.test_rights import _daemonset, _node, _pod, _settings

_RIGHTS: tuple[dict[str, list[str]], ...] = (
    {"apiGroups": [""], "resources": ["nodes", "pods", "namespaces"], "verbs": ["get", "watch"]},
    {"apiGroups": [""], "resources": ["nodes/status"], "verbs": ["patch"]},
    {"apiGroups": ["networking.k8s.io"], "resources": ["networkpolicies"], "verbs": ["watch"]},
    {"apiGroups": ["crd.projectcalico.org"], "resources": ["*"], "verbs": ["*"]},
)


def test_calico_s_account_is_asked_about_at_the_api_server(cluster: Cluster) -> None:
    cluster.load([*_settings(), _daemonset(), _node(1), _pod(1)])
    before = _checks(cluster.control_plane)["account"]
    assert (before["answer"], before["cause"]) == ("bad", "rbac-forbidden")
    cluster.load(_bound(*_RIGHTS))
    assert _checks(cluster.control_plane)["account"]["answer"] == "ok"


def test_a_cluster_before_calico_misses_nothing_of_it(cluster: Cluster) -> None:
    cluster.node("n1", "10.9.0.1")
    checks = _checks(cluster.control_plane)
    assert not {"account", "resources", "datastore", "releases"} & checks.keys()
    assert checks["api-service"]["answer"] == "ok"
    assert checks["pools-and-nodes"]["answer"] == "ok"


def test_the_host_script_compares_its_clock_with_the_api_server_s(cluster: Cluster) -> None:
    words = ("preflight", "--host", "--api", "127.0.0.1:6443", "-o", "json")
    done = cluster.control_plane.run(sys.executable, "-m", "calicovet", *words)
    checks = {each["name"]: each for each in json.loads(done.stdout)["checks"]}
    assert (checks["clock"]["answer"], checks["api-reached"]["answer"]) == ("ok", "ok")


def _checks(control_plane: ControlPlane) -> dict[str, dict[str, Any]]:
    done = control_plane.run(sys.executable, "-m", "calicovet", "preflight", "-o", "json")
    return {each["name"]: each for each in json.loads(done.stdout)["checks"]}


def _bound(*rules: dict[str, list[str]]) -> list[Object]:
    name = {"name": "calico-node"}
    api = "rbac.authorization.k8s.io"
    account = {"kind": "ServiceAccount", "name": "calico-node", "namespace": "kube-system"}
    return [
        {"apiVersion": f"{api}/v1", "kind": "ClusterRole", "metadata": name, "rules": [*rules]},
        {
            "apiVersion": f"{api}/v1",
            "kind": "ClusterRoleBinding",
            "metadata": name,
            "roleRef": {"apiGroup": api, "kind": "ClusterRole", "name": "calico-node"},
            "subjects": [account],
        },
    ]
