"""What the real programs print is read as well as what people paste."""

from pathlib import Path

import pytest

from tests.unit.diagnosis.pastes import diagnosed

HERE = Path(__file__).parent
STARTS = sorted((HERE / "startup").glob("*.log"))
CLUSTERS = sorted((HERE / "cluster").glob("*.md"))
ASKED_FOR = HERE / "cluster" / "api-kube-proxy-down.md"
"""Nothing in it distinguishes a dead kube-proxy from a filter: only evidence from the node does."""


def put_in(path: Path) -> str:
    return path.name.partition(".")[0]


def named(path: Path) -> list[str]:
    return [cause.name for cause in diagnosed(path.read_text(encoding="utf-8")).summary.causes]


@pytest.mark.parametrize("path", STARTS, ids=lambda path: path.stem)
def test_a_start_names_what_was_put_in_and_nothing_else(path: Path) -> None:
    assert named(path) == ([] if put_in(path) == "healthy" else [put_in(path)])


@pytest.mark.parametrize(
    "path", [path for path in CLUSTERS if path != ASKED_FOR], ids=lambda path: path.stem
)
def test_a_cluster_of_real_kubelets_names_what_was_put_in(path: Path) -> None:
    assert named(path) == [put_in(path)]


def test_what_only_the_node_can_tell_is_asked_there_and_not_guessed() -> None:
    found = diagnosed(ASKED_FOR.read_text(encoding="utf-8"))
    assert found.summary.causes == ()
    (sick,) = (each for each in found.nodes if each.node == "k4")
    assert sick.next is not None
    assert sick.next.command.startswith("curl -km3 https://10.96.0.1:443/version")
    assert put_in(ASKED_FOR) in {answer.then for answer in sick.next.answers}


def test_in_a_real_cluster_the_node_that_only_waits_is_the_victim() -> None:
    found = diagnosed((HERE / "cluster" / "ip-wrong-bridge.md").read_text(encoding="utf-8"))
    assert {each.node: each.victim_of for each in found.nodes} == {"k2": None, "k1": "k2"}
