"""Leftovers of a dead process are recognised by name, and nothing else is."""

import os
import subprocess
import sys

from lab.names import is_stale, maker, own_name


def test_what_lives_is_not_stale() -> None:
    assert maker(own_name("cp1")) == os.getpid()
    assert not is_stale(own_name("cp1"))


def test_what_a_dead_process_left_is_stale() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    assert is_stale(f"cvt-{ended.pid}-cp1")


def test_what_others_made_is_never_stale() -> None:
    for name in ("cvt", "cvt-x-cp", "cni-1234-abcd", "cvt-123", "blue"):
        assert maker(name) is None
        assert not is_stale(name)
