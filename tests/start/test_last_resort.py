"""Failures around a fresh process: exit code 4, a short message, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
CALICOVET = f"{sys.executable} -m calicovet"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C"}


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def paste(tmp_path: Path) -> Path:
    path = tmp_path / "paste.txt"
    path.write_text("calico-node-abcde  0/1  CrashLoopBackOff\n")
    return path


@pytest.mark.parametrize(
    "words",
    [
        "diagnose paste.txt >&-",
        "--version >&-",
        "--help >&-",
        "diagnose - <&-",
        f"diagnose {'x' * 300}",
        "diagnose paste.txt <&- >&- 2>&-",
    ],
)
def test_what_cannot_be_read_or_written_is_exit_code_4(words: str, paste: Path) -> None:
    done = run(f"{CALICOVET} {words}", paste.parent)
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize("words", ["diagnose paste.txt 2>&-", "diagnose paste.txt <&-"])
def test_a_closed_stream_that_is_not_needed_changes_nothing(words: str, paste: Path) -> None:
    assert run(f"{CALICOVET} {words}", paste.parent).returncode == 3


def test_an_empty_path_is_a_usage_error(tmp_path: Path) -> None:
    assert run(f'{CALICOVET} diagnose ""', tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("diagnose .", 4),
        ("diagnose paste.txt", 4),
        ("fix ip-wrong-bridge paste.txt", 4),
        ("whatif address paste.txt", 2),
        ("preflight --host --host-facts paste.txt", 4),
        ("diagnose --kubeconfig config", 4),
        ("collect -o b.tar.gz --server http://127.0.0.1:1", 4),
        ("rollback ./x.jsonl", 4),
        ("causes", 0),
        ("--version", 0),
    ],
)
def test_a_deleted_working_folder(words: str, code: int, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(f"rmdir {gone}; {CALICOVET} {words}", gone)
    assert done.returncode == code
    assert "unexpected error" not in done.stderr


CLOSED = ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")
FULL = (">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full")


@pytest.mark.parametrize("streams", [*CLOSED, *FULL])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("diagnose paste.txt", 3),
        ("schema", 0),
        ("fix --list", 0),
        ("rollback nope", 2),
    ],
)
def test_streams_that_are_closed_or_full(words: str, code: int, streams: str, paste: Path) -> None:
    """What is lost is exit code 4; a stream that is not needed changes nothing."""
    done = run(f"HOME=. {CALICOVET} {words} {streams}", paste.parent)
    lost = code != 2 and streams.replace("2>", "").count(">") > 0
    assert done.returncode == (4 if lost else code)
    assert len(done.stderr.splitlines()) <= 2
    assert "unexpected error" not in done.stderr


WITHOUT_MEMORY = """
import builtins, os, sys
from calicovet.app import main
found = builtins.__import__
def no_memory(name, *rest):
    if name.startswith({starts!r}):
        raise MemoryError
    return found(name, *rest)
def fail(*_):
    builtins.__import__ = no_memory
    raise MemoryError
main._start = fail
sys.exit(main.main([]))
"""


@pytest.mark.parametrize(
    "starts", ["calicovet.app.last_resort", "calicovet.world.redact", "calicovet", ""]
)
def test_no_memory_to_report_with(starts: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_MEMORY.format(starts=starts)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1 and "unexpected error" in done.stderr


@pytest.mark.parametrize(
    "text", ["x: " + "[" * 100_000, "x:\n  " + "- " * 100_000, '{"a":' * 100_000]
)
def test_a_kubeconfig_nested_too_deeply_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "config").write_text(text)
    done = run(f"{CALICOVET} diagnose --kubeconfig config", tmp_path)
    assert done.returncode == 4
    assert "nested too deeply" in done.stderr


UNEXPECTED = """
import sys
from calicovet.app import main, incident
def fail(*_): raise {error}
incident.read_paths = fail
sys.exit(main.main({words!r}))
"""


@pytest.mark.parametrize("error", ["ValueError('a\\x1b[2Jb\\nc')", "MemoryError", "RecursionError"])
@pytest.mark.parametrize("debug", [False, True])
def test_an_unexpected_error_is_one_line(error: str, debug: bool, paste: Path) -> None:
    words = ["diagnose", str(paste), *(["--debug"] if debug else [])]
    done = subprocess.run(
        [sys.executable, "-c", UNEXPECTED.format(error=error, words=words)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    assert "unexpected error" in done.stderr.splitlines()[-1]
    assert ("Traceback" in done.stderr) is debug
    if not debug:
        assert len(done.stderr.splitlines()) == 1
        assert "\x1b" not in done.stderr


INTERRUPTED = """
import builtins, os, signal, sys
from calicovet.app.main import main
found = builtins.__import__
def watched(name, *rest):
    if name == {name!r}:
        os.kill(os.getpid(), signal.SIGINT)
    return found(name, *rest)
builtins.__import__ = watched
sys.exit(main(["diagnose", {path!r}]))
"""


@pytest.mark.parametrize(
    "name", ["argparse", "calicovet.app.settings", "calicovet.diagnosis.diagnose"]
)
def test_ctrl_c_while_importing_has_no_traceback(name: str, paste: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(name=name, path=str(paste))],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "")
