"""Long lists of a real API server, page by page, while it changes and forgets."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from calicovet.world.cluster.object_fields import Owned
from calicovet.world.kube.client import PAGE, Client, open_client
from calicovet.world.kube.config import load_target
from calicovet.world.kube.target import KubeFlags
from lab.control_plane import ControlPlane
from lab.objects import Object
from tests.live.cluster import Cluster
from tests.support.fault_proxy import Choose, Fault, Proxy, Status, fault_proxy

_PODS = "/api/v1/namespaces/crowd/pods"
_EXPIRED = Status(
    410,
    body='{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,'
    '"message":"The provided continue parameter is too old"}',
)


@pytest.fixture
def crowd(cluster: Cluster) -> Callable[[int], ControlPlane]:
    """A cluster with so many pods on one node."""

    def with_pods(count: int) -> ControlPlane:
        cluster.node("node-1")
        cluster.load([_pod(number) for number in range(count)])
        return cluster.control_plane

    return with_pods


def test_a_long_list_comes_whole_in_pages_or_from_the_cache_at_once(
    crowd: Callable[[int], ControlPlane],
) -> None:
    with _client(crowd(1200), lambda path, before: None) as (client, proxy):
        assert _names(client, PAGE) == _everybody(1200)
        assert _goes_on(proxy) == [False, True, True]
        table = client.table(_PODS, metadata=True)
        assert table is not None
        assert "Status" in table.columns
        assert len(table.rows) == 1200
        assert _goes_on(proxy)[3:] == [False, True, True]
        assert len(client.pages(_PODS, Owned, cached=True)) == 1200
        assert _goes_on(proxy)[6:] == [False]


def test_pods_that_go_between_two_pages_are_still_in_the_list(
    crowd: Callable[[int], ControlPlane],
) -> None:
    """Pages are of one moment: the server keeps it as long as it can."""
    control_plane = crowd(250)

    def deletes(path: str, before: int) -> Fault:
        if before == 1:
            for number in range(0, 250, 50):
                own = f"{_PODS}/busy-{number:04}?gracePeriodSeconds=0"
                control_plane.client.need("DELETE", own)
        return None

    with _client(control_plane, deletes) as (client, _):
        assert _names(client) == _everybody(250)
        assert len(_names(client)) == 245


@pytest.mark.parametrize(
    ("forgets", "pages"),
    [
        (lambda before: before == 1, [False, True, False, True, True]),
        (lambda before: True, [False, True, False, True, False]),
    ],
    ids=["once", "always"],
)
def test_a_list_whose_place_was_forgotten_is_begun_again(
    forgets: Callable[[int], bool], pages: list[bool], crowd: Callable[[int], ControlPlane]
) -> None:
    def choose(path: str, before: int) -> Fault:
        return _EXPIRED if "continue=" in path and forgets(before) else None

    with _client(crowd(250), choose) as (client, proxy):
        assert _names(client) == _everybody(250)
    assert _goes_on(proxy) == pages


@contextmanager
def _client(control_plane: ControlPlane, choose: Choose) -> Iterator[tuple[Client, Proxy]]:
    with fault_proxy(control_plane, choose) as proxy, control_plane.entered():
        # No HTTP proxy can be reached from inside the namespace.
        own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        target = load_target(KubeFlags(kubeconfig=proxy.kubeconfig), own, Path.home())
        client = open_client(target)
        try:
            yield client, proxy
        finally:
            client.abort()


def _names(client: Client, limit: int = 100) -> list[str]:
    return [each.metadata.name for each in client.pages(_PODS, Owned, limit=limit)]


def _everybody(count: int) -> list[str]:
    return [f"busy-{number:04}" for number in range(count)]


def _goes_on(proxy: Proxy) -> list[bool]:
    """Of each request for the list: whether it goes on from a page before."""
    return ["continue=" in path for path in proxy.asked]


def _pod(number: int) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"busy-{number:04}", "namespace": "crowd"},
        "spec": {"nodeName": "node-1", "containers": [{"name": "main", "image": "registry/busy"}]},
    }
