"""The small cluster of the fast tests answers as a real API server does."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from lab.client import Client
from tests.live.cluster import Cluster
from tests.support.small_cluster import Object, SmallCluster
from tests.support.small_objects import ago, daemonset, done, event, node, pod, running, waiting
from tests.unit.world.kube.targets import client_of

PODS = "/api/v1/namespaces/kube-system/pods"
CALICO = "k8s-app in (calico-node,canal)"
AS_TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
AS_METADATA = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json"


def objects() -> list[Object]:
    ended = {"exitCode": 0, "reason": "Completed", "finishedAt": ago(days=2)}
    killed = {"exitCode": 137, "signal": 9, "finishedAt": ago(days=1)}
    return [
        node("node-a", "10.0.0.1", stored="10.0.0.1/24", roles=("control-plane", "etcd")),
        node("node-b", "10.0.0.2", ready=False),
        daemonset(6),
        pod("calico-node-aaaaa", "node-a"),
        pod("calico-node-bbbbb", "node-b", running(ready=False, restarts=3, ended=ago(hours=20))),
        pod("calico-node-ccccc", "node-c", waiting("CrashLoopBackOff", restarts=9)),
        pod(
            "calico-node-ddddd",
            "node-d",
            waiting("PodInitializing"),
            inits={"upgrade-ipam": done(), "install-cni": running(ready=False)},
        ),
        pod(
            "calico-node-eeeee",
            "node-e",
            waiting("PodInitializing"),
            inits={"upgrade-ipam": waiting("CrashLoopBackOff", restarts=2)},
        ),
        pod("calico-node-fffff", "node-f", {"state": {"terminated": killed}, "restartCount": 1}),
        pod("calico-node-ggggg", "node-g", {"state": {"terminated": ended}}),
        pod("other-hhhhh", "node-a", label="nginx"),
        event("Pod", "calico-node-ccccc", "BackOff", "restarting"),
        event("DaemonSet", "calico-node", "FailedCreate", "quota"),
    ]


class Both:
    """The same question to the real server and to the small one."""

    def __init__(self, real: Client, small: SmallCluster) -> None:
        self._real = real
        self._small = client_of(small.url)

    def get(self, path: str, accept: str, query: dict[str, str]) -> tuple[Any, Any]:
        asked = f"{path}?{urlencode(query)}" if query else path
        real = self._real.ask("GET", asked, headers={"Accept": accept}).json()
        small = json.loads(self._small.get(path, query=query, accept=accept).body)
        return real, small


@pytest.fixture
def both(cluster: Cluster) -> Iterator[Both]:
    every = objects()
    cluster.load(every)
    with SmallCluster(every) as small:
        yield Both(cluster.control_plane.client, small)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (PODS, {"labelSelector": CALICO, "includeObject": "None", "resourceVersion": "0"}),
        (PODS, {"labelSelector": CALICO, "includeObject": "None", "limit": "2"}),
        ("/api/v1/pods", {"fieldSelector": "spec.nodeName=node-a", "includeObject": "Metadata"}),
        ("/api/v1/nodes", {"includeObject": "None", "resourceVersion": "0"}),
        ("/api/v1/nodes", {"includeObject": "None", "labelSelector": "kubernetes.io/os=linux"}),
    ],
)
def test_tables_have_the_same_cells(both: Both, path: str, query: dict[str, str]) -> None:
    real, small = both.get(path, AS_TABLE, query)
    assert _names(real["columnDefinitions"]) == _names(small["columnDefinitions"])
    assert [row["cells"] for row in real["rows"]] == [row["cells"] for row in small["rows"]]
    assert ("continue" in real["metadata"]) is ("continue" in small["metadata"])
    of_rows = [
        [(row.get("object") or {}).get("kind") for row in each["rows"]] for each in (real, small)
    ]
    assert of_rows[0] == of_rows[1]


def _names(columns: list[dict[str, Any]]) -> list[str]:
    return [column["name"] for column in columns]


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/api/v1/namespaces/kube-system/events", {"fieldSelector": "type=Warning"}),
        (
            "/api/v1/namespaces/kube-system/events",
            {"fieldSelector": "type=Warning,involvedObject.kind!=Pod"},
        ),
        (
            "/api/v1/namespaces/kube-system/events",
            {"fieldSelector": "involvedObject.kind=Pod,involvedObject.name=calico-node-ccccc"},
        ),
        ("/apis/apps/v1/daemonsets", {"resourceVersion": "0"}),
        ("/api/v1/pods", {"labelSelector": CALICO, "limit": "3"}),
    ],
)
def test_lists_have_the_same_items(both: Both, path: str, query: dict[str, str]) -> None:
    real, small = both.get(path, "application/json", query)
    assert real["kind"] == small["kind"]
    assert _items(real) == _items(small)
    assert ["kind" in item for item in real["items"]] == ["kind" in item for item in small["items"]]


def test_metadata_comes_alone(both: Both) -> None:
    real, small = both.get("/api/v1/nodes", AS_METADATA, {"resourceVersion": "0"})
    assert real["kind"] == small["kind"]
    assert _items(real) == _items(small)
    assert [{*item} for item in real["items"]] == [{*item} for item in small["items"]]


def _items(found: Any) -> list[str]:
    return [item["metadata"]["name"] for item in found["items"]]


@pytest.mark.parametrize(
    "path",
    [
        f"{PODS}/nobody",
        f"{PODS}/calico-node-aaaaa/log?container=nobody",
        "/apis/no.such.group/v1/things",
    ],
)
def test_refusals_say_the_same(cluster: Cluster, path: str) -> None:
    every = objects()
    cluster.load(every)
    real = cluster.control_plane.client.ask("GET", path)
    with SmallCluster(every) as small:
        said = small.answer("GET", path)
    assert real.status == said.status
    if "no.such.group" not in path:
        assert real.json()["message"] == json.loads(said.body)["message"]
        assert real.json()["reason"] == json.loads(said.body)["reason"]
