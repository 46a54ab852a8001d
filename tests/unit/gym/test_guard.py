"""One run at a time; the kernel's settings are as before, also after a run that was killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gym.kernel_settings import KernelSettings
from gym.lock import locked
from lab.errors import LabError


def test_a_second_run_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    with locked(tmp_path / "lock"), pytest.raises(LabError) as refused, locked(tmp_path / "lock"):
        pass
    assert f"another gym runs: process {os.getpid()}, since 20" in refused.value.message


def test_a_run_after_another_has_the_lock(tmp_path: Path) -> None:
    held = 0
    for _ in range(2):
        with locked(tmp_path / "lock"):
            held += 1
    assert held == 2


def test_the_lock_of_a_dead_process_is_free(tmp_path: Path) -> None:
    script = (
        "import os, pathlib, sys; from gym.lock import locked\n"
        "locked(pathlib.Path(sys.argv[1])).__enter__(); os.kill(os.getpid(), 9)"
    )
    line = (sys.executable, "-c", script, str(tmp_path / "lock"))
    subprocess.run(line, cwd=Path(__file__).parents[3], check=False)
    assert (tmp_path / "lock").read_text().startswith("process ")
    with locked(tmp_path / "lock"):
        pass


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    """A kernel with two of the settings."""
    for name, value in (("vm/overcommit_memory", "0\n"), ("kernel/panic", "0\n")):
        path = tmp_path / "sys" / name
        path.parent.mkdir(parents=True)
        path.write_text(value)
    return tmp_path / "sys"


def test_settings_are_put_back(tmp_path: Path, kernel: Path) -> None:
    settings = KernelSettings(tmp_path / "kept.json", kernel)
    settings.save()
    (kernel / "kernel/panic").write_text("10\n")
    assert settings.restore() == ("kernel/panic",)
    assert (kernel / "kernel/panic").read_text().strip() == "0"


def test_the_next_run_puts_back_what_a_killed_one_changed(tmp_path: Path, kernel: Path) -> None:
    KernelSettings(tmp_path / "kept.json", kernel).save()
    (kernel / "vm/overcommit_memory").write_text("1\n")
    assert KernelSettings(tmp_path / "kept.json", kernel).restore() == ("vm/overcommit_memory",)


def test_what_was_put_back_once_is_not_put_back_again(tmp_path: Path, kernel: Path) -> None:
    settings = KernelSettings(tmp_path / "kept.json", kernel)
    settings.save()
    settings.restore()
    # From here on the value is another process's choice.
    (kernel / "kernel/panic").write_text("5\n")
    assert settings.restore() == ()
    assert (kernel / "kernel/panic").read_text().strip() == "5"


def test_there_is_room_for_several_nodes_and_afterwards_no_more_than_before(
    tmp_path: Path, kernel: Path
) -> None:
    limit = kernel / "fs/inotify/max_user_instances"
    limit.parent.mkdir(parents=True)
    for before, during in (("128", 1024), ("8192", 8192)):
        limit.write_text(f"{before}\n")
        settings = KernelSettings(tmp_path / "kept.json", kernel)
        settings.save()
        settings.make_room()
        assert int(limit.read_text()) == during
        settings.restore()
        assert limit.read_text().strip() == before
