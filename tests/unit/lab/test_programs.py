"""What the lab builds, and where it puts it."""

from pathlib import Path

import pytest

from lab import cache
from lab.build import main
from lab.programs import (
    GYM_RELEASES,
    KUBERNETES,
    USUAL_RELEASES,
    gym_programs,
    programs,
    releases,
)

_ROOT = Path(__file__).parents[3]


def test_every_program_is_pinned_with_its_hashes() -> None:
    for program in programs().values():
        assert (program.module / "go.mod").is_file()
        assert (program.module / "go.sum").is_file()
        assert program.package in (program.module / "go.mod").read_text(encoding="utf-8")


def test_ten_releases_are_pinned_and_the_usual_ones_are_among_them() -> None:
    assert len(releases()) == 10
    assert releases()[0] == "v3.21.4" and releases()[-1] == "v3.31.0"
    assert set(USUAL_RELEASES) <= set(releases())


def test_every_program_has_a_separate_place() -> None:
    every = tuple(programs().values())
    assert len({program.to for program in every}) == len(every)
    assert len({program.to.with_suffix(".stamp") for program in every}) == len(every)


def test_the_gym_runs_all_of_calico_and_its_operator() -> None:
    names = gym_programs()
    assert len(set(names)) == len(names)
    assert set(names) <= set(programs())
    assert {*KUBERNETES, *GYM_RELEASES, "tigera-operator", "cni/loopback"} <= set(names)
    for release in GYM_RELEASES:
        assert {f"{release}/calico", f"{release}/kube-controllers"} <= set(names)


def test_the_plugin_that_installs_itself_has_no_installer() -> None:
    assert "v3.28.5/install" in programs()
    assert "v3.26.0/install" not in programs()


def test_one_set_is_built_and_not_two() -> None:
    with pytest.raises(SystemExit):
        main(["--all", "--gym"])


def test_nothing_is_put_into_the_tree(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not cache.folder().is_relative_to(_ROOT)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for program in programs().values():
        assert program.to.is_relative_to(tmp_path / "calicovet" / "lab")


def test_what_kubebuilder_has_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("kube-apiserver", "kubelet"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert cache.find("kube-apiserver") == tmp_path / "kube-apiserver"
    assert cache.find("kubectl") is None
    assert cache.find("kubelet") is None


def test_the_name_of_an_unknown_program_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["kube-apiservr"])
    said = capsys.readouterr().err
    assert "not known: kube-apiservr" in said
    assert all(name in said for name in KUBERNETES)
