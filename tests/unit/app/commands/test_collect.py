"""`collect`: a cluster in a file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from calicovet.app.main import main
from tests.support.small_cluster import SmallCluster, status
from tests.support.small_objects import crashing, daemonset, healthy
from tests.support.snapshots import read_back

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def cluster() -> Iterator[SmallCluster]:
    with SmallCluster([daemonset(2), *healthy(1), *crashing(2)]) as running:
        running.logs[("calico-node-00002", "calico-node", False)] = (
            "Authorization: Bearer abcdef0123456789\n"
        )
        yield running


def collect(cluster: SmallCluster, file: Path, *words: str) -> int:
    return main(["collect", "-o", str(file), "--server", cluster.url, *words])


def test_a_cluster_is_written_and_told_of(
    cluster: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "bundle.tar.gz"
    assert collect(cluster, file) == 0
    told = capsys.readouterr()
    assert f"wrote {file}" in told.err and told.out == ""
    snapshot = read_back(file)
    assert any("calico-node-00002" in piece.content for piece in snapshot.evidence)
    assert not any("abcdef0123456789" in piece.content for piece in snapshot.evidence)
    assert snapshot.gaps


def test_a_file_that_is_there_is_kept_and_nothing_is_asked(
    cluster: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "bundle.tar.gz"
    file.write_text("precious")
    assert collect(cluster, file) == 2
    assert (file.read_text(), cluster.seen) == ("precious", [])
    assert collect(cluster, file, "--force") == 0
    assert file.read_bytes()[:2] == b"\x1f\x8b"


def test_without_access_there_is_no_file(cluster: SmallCluster, tmp_path: Path) -> None:
    cluster.fail("", lambda _: status(401, "Unauthorized", "Unauthorized"))
    file = tmp_path / "bundle.tar.gz"
    assert collect(cluster, file) == 4
    assert not file.exists()


def test_a_node_that_does_not_exist_is_wrong_usage(cluster: SmallCluster, tmp_path: Path) -> None:
    file = tmp_path / "bundle.tar.gz"
    assert collect(cluster, file, "--node", "nobody") == 2
    assert not file.exists()


def test_the_node_that_was_asked_for_is_in_it(cluster: SmallCluster, tmp_path: Path) -> None:
    file = tmp_path / "bundle.tar.gz"
    assert collect(cluster, file, "--node", "node-1") == 0
    assert any(piece.about.node == "node-1" for piece in read_back(file).evidence)


def test_what_was_written_is_diagnosed_like_the_cluster(
    cluster: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "bundle.tar.gz"
    collect(cluster, file)
    capsys.readouterr()
    live = main(["-o", "json", "--server", cluster.url]), json.loads(capsys.readouterr().out)
    read = main(["diagnose", str(file), "-o", "json"]), json.loads(capsys.readouterr().out)
    assert read[0] == live[0]
    assert read[1]["summary"] == live[1]["summary"]
    assert read[1]["gaps"] == live[1]["gaps"]


@pytest.mark.parametrize("name", ["missing/bundle.tar.gz", "file/bundle.tgz", "folder.tar.gz"])
def test_a_place_where_nothing_can_be_written_is_told_before_anything_is_asked(
    cluster: SmallCluster, tmp_path: Path, capsys: Capture, name: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder.tar.gz").mkdir()
    assert collect(cluster, tmp_path / name, "--force") == 4
    assert f"{tmp_path / name} cannot be written" in capsys.readouterr().err
    assert cluster.seen == []


@pytest.mark.parametrize("name", ["bundle.zip", "bundle", "bundle.tar", "bundle.json"])
def test_a_name_that_promises_another_kind_of_file_is_wrong_usage(
    cluster: SmallCluster, tmp_path: Path, capsys: Capture, name: str
) -> None:
    assert collect(cluster, tmp_path / name) == 2
    assert ".tar.gz or .tgz" in capsys.readouterr().err
    assert cluster.seen == []
