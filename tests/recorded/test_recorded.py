"""What the real programs print is read as well as what people paste."""

from pathlib import Path

import pytest

from tests.unit.diagnosis.pastes import diagnosed

HERE = Path(__file__).parent
STARTS = sorted((HERE / "startup").glob("*.log"))
CLUSTERS = sorted((HERE / "cluster").glob("*.md"))


def put_in(path: Path) -> str:
    return path.name.partition(".")[0]


def named(path: Path) -> list[str]:
    return [cause.name for cause in diagnosed(path.read_text(encoding="utf-8")).summary.causes]


@pytest.mark.parametrize("path", STARTS, ids=lambda path: path.stem)
def test_a_start_names_what_was_put_in_and_nothing_else(path: Path) -> None:
    assert named(path) == ([] if put_in(path) == "healthy" else [put_in(path)])


@pytest.mark.parametrize("path", CLUSTERS, ids=lambda path: path.stem)
def test_a_cluster_of_real_kubelets_names_what_was_put_in(path: Path) -> None:
    assert named(path) == [put_in(path)]


def test_in_a_real_cluster_the_node_that_only_waits_is_the_victim() -> None:
    found = diagnosed((HERE / "cluster" / "ip-wrong-bridge.md").read_text(encoding="utf-8"))
    assert {each.node: each.victim_of for each in found.nodes} == {"k2": None, "k1": "k2"}
