"""Programs of this machine, ready to be put into an image."""

import os
import sys
from pathlib import Path

import pytest

from gym.archive import File, Link
from gym.host_programs import host_programs, programs_at
from lab.errors import LabError


def test_a_program_comes_under_its_name_with_its_file() -> None:
    tree = host_programs(("env",))
    place = tree["usr/sbin/env"]
    assert isinstance(place, Link)
    assert tree[place.to.lstrip("/")] == File(Path(place.to))
    assert Path(place.to).is_absolute() and os.access(place.to, os.X_OK)


def test_a_program_brings_its_libraries() -> None:
    tree = programs_at({"usr/bin/python": Path(sys.executable).resolve()})
    assert tree["usr/bin/python"] == File(Path(sys.executable).resolve())
    assert any("libc.so" in path or "ld-" in path for path in tree)


def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="no-such-program is not installed"):
        host_programs(("no-such-program",))
    with pytest.raises(LabError, match="birdc is not there"):
        programs_at({"usr/bin/birdc": tmp_path / "birdc"})
