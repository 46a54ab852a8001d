"""apt-get while another process holds its locks."""

import stat
from pathlib import Path

import pytest

from lab import packages
from lab.errors import LabError


def _fake_apt(folder: Path, script: str) -> None:
    program = folder / "apt-get"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def apt_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(packages, "_LOCK_PAUSE", 0.0)
    return tmp_path


def test_a_held_lock_is_waited_for(apt_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _fake_apt(
        apt_folder,
        f'echo run >> {apt_folder}/runs; [ "$(wc -l < {apt_folder}/runs)" -ge 3 ] && exit 0\n'
        "echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7' >&2; exit 100",
    )
    packages._apt("update")
    assert (apt_folder / "runs").read_text().count("run") == 3
    assert "another process holds apt's lock" in capsys.readouterr().out


def test_a_lock_that_stays_held_ends_as_an_error(
    apt_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "_LOCK_PATIENCE", -1.0)
    _fake_apt(apt_folder, "echo 'E: Unable to acquire the dpkg frontend lock' >&2; exit 100")
    with pytest.raises(LabError, match="apt-get update failed"):
        packages._apt("update")


def test_another_failure_is_not_retried(apt_folder: Path) -> None:
    _fake_apt(apt_folder, f"echo run >> {apt_folder}/runs; echo 'E: no such package' >&2; exit 100")
    with pytest.raises(LabError, match="no such package"):
        packages._apt("install", "x")
    assert (apt_folder / "runs").read_text().count("run") == 1
