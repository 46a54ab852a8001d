"""Traps in every input of every sub-command: each is a short message, and never an unexpected error."""

from collections.abc import Callable
from pathlib import Path

import pytest

from calicovet.app.main import main

DEEP = 100_000
SICK = "NAME READY STATUS RESTARTS AGE\ncalico-node-abcde 0/1 CrashLoopBackOff 5 5d\n"
POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: calico-node-abcde\nspec: "
Say = Callable[..., tuple[int, str]]


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Say:
    """The exit code and standard error of a command in a separate folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")

    def run(*words: str) -> tuple[int, str]:
        code = main(list(words))
        err = capfd.readouterr().err
        assert "unexpected error" not in err and "Traceback" not in err
        return code, err

    return run


ASKS = (
    *("diagnose", "collect -o b.tar.gz", "fix ip-wrong-bridge", "whatif address"),
    *("preflight", "preflight --rbac"),
)


@pytest.mark.parametrize("command", ASKS)
@pytest.mark.parametrize(
    "text",
    ["[" * DEEP, "x:\n  " + "- " * DEEP, "9" * 5_000, "\0", "a: &a [*a]", "- " * 9 + "{", "\ufeff"],
    ids=["flow", "blocks", "digits", "NUL", "anchor", "open", "mark"],
)
def test_a_kubeconfig_that_is_none_is_reported_by_each_command(
    command: str, text: str, tmp_path: Path, say: Say
) -> None:
    (tmp_path / "config").write_text(text)
    code, err = say(*command.split(), "--kubeconfig", "config")
    assert code == 4
    assert 0 < len(err.splitlines()) <= 3


READS = (
    *("diagnose", "fix ip-wrong-bridge", "whatif address", "rollback", "diagnose --each sick.txt"),
    *("preflight --host --host-facts", "diagnose --server http://127.0.0.1:1 --host-facts"),
    *("diagnose --kubeconfig", "collect --server http://127.0.0.1:1 -o"),
)


@pytest.mark.parametrize("command", READS)
@pytest.mark.parametrize(
    "name",
    ["x" * 300, "x" * 300 + ".tar.gz", "a/" * 3_000, "/etc/passwd/x", "loop", "/proc/self/mem"],
    ids=["long", "long archive", "deep", "below a file", "loop", "memory"],
)
def test_a_path_that_cannot_be_opened_is_no_unexpected_error(
    command: str, name: str, tmp_path: Path, say: Say
) -> None:
    (tmp_path / "sick.txt").write_text(SICK)
    (tmp_path / "loop").symlink_to("loop")
    code, err = say(*command.split(), name)
    assert code in (2, 4) and err


@pytest.mark.parametrize(
    "text",
    ["[" * DEEP, POD + "- " * DEEP, f"calico-node {'9' * 5_000}", "\0" * 5_000, ""],
    ids=["lists", "YAML", "digits", "NUL", "nothing"],
)
@pytest.mark.parametrize("command", [*READS[:7], "diagnose -o json --facts"])
def test_a_trap_is_no_unexpected_error(command: str, text: str, tmp_path: Path, say: Say) -> None:
    (tmp_path / "sick.txt").write_text(SICK)
    (tmp_path / "trap.txt").write_text(text)
    code, _ = say(*command.split(), "./trap.txt")
    assert code in (0, 2, 3, 4)
