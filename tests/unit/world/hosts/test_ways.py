"""The ways to a host."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from calicovet.model.evidence import EvidenceKind, GapReason
from calicovet.model.overview import PodRow
from calicovet.world.hosts.script import HEADER
from calicovet.world.hosts.ways import in_calico_nodes, in_debug_pods, over_ssh
from calicovet.world.kube.target import KubeFlags
from tests.support.small_cluster import SmallCluster, status
from tests.unit.world.kube.targets import client_of

SHOWN = f"{HEADER}, node a, 2026-11-16T08:00:00Z\\n[root@a ~]# nproc\\n4\\n[root@a ~]# exit\\n"
POD = PodRow(
    namespace="kube-system", name="calico-node-x7k2p", ready=1, total=1, status="Running", node="a"
)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A folder whose programs are found before all others."""
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{tmp_path}:{before}"
    try:
        yield tmp_path
    finally:
        os.environ["PATH"] = before


def program(folder: Path, name: str, does: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)


def test_what_ssh_shows_is_a_paste(path: Path) -> None:
    program(path, "ssh", f"cat >/dev/null; printf '{SHOWN}'")
    found = over_ssh("root@{address}", Event())("a", "10.0.0.1")
    assert [piece.kind for piece in found.evidence] == [EvidenceKind.PASTE]
    assert found.gaps == ()


def test_that_ssh_fails_is_a_gap(path: Path) -> None:
    program(path, "ssh", "echo 'ssh: connect to host a port 22: No route to host' >&2; exit 255")
    found = over_ssh("{node}", Event())("a", "10.0.0.1")
    assert found.evidence == ()
    assert [gap.request.about.node for gap in found.gaps] == ["a"]


def test_without_an_image_there_is_no_debug_pod() -> None:
    with SmallCluster() as cluster:
        found = in_debug_pods(client_of(cluster.url), "", "kube-system", Event())("a", "")
        assert cluster.seen == []
    (gap,) = found.gaps
    assert (gap.reason, gap.request.about.node) == (GapReason.NOT_CONFIGURED, "a")
    assert "--debug-pod=IMAGE" in gap.how_to_close


def test_a_debug_pod_that_is_turned_away_is_a_gap() -> None:
    with SmallCluster() as cluster:
        cluster.fail("/pods", lambda _: status(403, "cannot create resource", "Forbidden"))
        run = in_debug_pods(client_of(cluster.url), "busybox", "kube-system", Event())
        found = run("a", "")
    assert [gap.reason for gap in found.gaps] == [GapReason.FORBIDDEN]


def test_a_node_without_calico_node_cannot_be_asked_through_it() -> None:
    found = in_calico_nodes([POD], KubeFlags(), Event())("b", "")
    assert [(gap.reason, gap.request.about.node) for gap in found.gaps] == [(GapReason.ABSENT, "b")]


def test_calico_node_is_asked_through_kubectl(path: Path) -> None:
    program(path, "kubectl", f"cat >/dev/null; printf '{SHOWN}'")
    found = in_calico_nodes([POD], KubeFlags(), Event())("a", "")
    assert [piece.about.node for piece in found.evidence] == ["a"]
