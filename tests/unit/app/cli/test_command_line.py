"""A command line without a command."""

import io
import os
import sys
from pathlib import Path

import pytest

from calicovet.app.cli import command_line
from calicovet.app.cli.argument_parser import ArgumentParser
from calicovet.app.cli.command_line import is_piped, with_command
from calicovet.app.commands.table import COMMANDS, load


@pytest.fixture(autouse=True)
def _nothing_piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "is_piped", lambda: False)


@pytest.mark.parametrize(
    ("words", "complete"),
    [
        ([], ["diagnose"]),
        (["-v"], ["diagnose", "-v"]),
        (["--help"], ["--help"]),
        (["--lang", "zh", "-h"], ["--lang", "zh", "-h"]),
        (["--node", "a", "-h"], ["diagnose", "--node", "a", "-h"]),
        (["--context", "prod", "--node", "a"], ["diagnose", "--context", "prod", "--node", "a"]),
        (["paste.txt"], ["diagnose", "paste.txt"]),
        (["logs/"], ["diagnose", "logs/"]),
        (["-"], ["diagnose", "-"]),
        (["-o", "json", "a.txt"], ["diagnose", "-o", "json", "a.txt"]),
        (["-ojson", "a.txt"], ["diagnose", "-ojson", "a.txt"]),
        (["--lang", "zh", "demo"], ["demo", "--lang", "zh"]),
        (["--context", "demo", "fix", "x"], ["fix", "--context", "demo", "x"]),
        (["--", "demo"], ["diagnose", "--", "demo"]),
        (
            ["--debug-pod", "--deadline", "6s", "demo"],
            ["demo", "--debug-pod", "--deadline", "6s"],
        ),
        (["diagnos", "a.txt"], ["diagnos", "a.txt"]),
        (["explain", "a.txt"], ["explain", "a.txt"]),
    ],
)
def test_the_command_comes_first(words: list[str], complete: list[str]) -> None:
    assert with_command(words, COMMANDS) == complete


def test_a_file_that_exists_is_a_path_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_command(["incident"], COMMANDS) == ["incident"]
    (tmp_path / "incident").touch()
    (tmp_path / "demo").touch()
    assert with_command(["incident"], COMMANDS) == ["diagnose", "incident"]
    assert with_command(["demo"], COMMANDS) == ["demo"]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ([], True),
        (["-o", "json", "--node=a"], True),
        (["--all-findings", "-v"], True),
        (["--context", "prod"], False),
        (["-n", "kube-system"], False),
        (["--all"], False),
    ],
)
def test_piped_text_is_read_unless_a_flag_names_a_cluster(
    words: list[str], read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "is_piped", lambda: True)
    assert with_command(words, COMMANDS) == ["diagnose", *words, *(["-"] if read else [])]


def test_the_flags_with_a_value_are_those_of_diagnose() -> None:
    parser = ArgumentParser(add_help=False)
    load("diagnose").add_arguments(parser)
    taking = {flag for flag in parser.flags() if parser.takes_value(flag)}
    assert taking == command_line.VALUES_OF_DIAGNOSE


def test_a_pipe_and_a_file_feed_and_nothing_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fed(path: Path) -> bool:
        with path.open() as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            return is_piped()

    (tmp_path / "full").write_text("x")
    (tmp_path / "empty").touch()
    assert fed(tmp_path / "full") and not fed(tmp_path / "empty") and not fed(Path(os.devnull))
    for said in (b"x", b""):  # a scheduler leaves a pipe that is closed without a byte
        read, write = os.pipe()
        os.write(write, said)
        os.close(write)
        with os.fdopen(read) as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            assert is_piped() is bool(said)
    monkeypatch.setattr(sys, "stdin", io.StringIO("text"))
    assert not is_piped()
