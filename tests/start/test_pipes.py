"""Streams of a fresh process: the reader may stop early, and nothing but the result is piped."""

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
CALICOVET = [sys.executable, "-m", "calicovet"]


def test_who_reads_may_stop_early() -> None:
    with subprocess.Popen(
        [*CALICOVET, "causes"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=SOURCE
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


def test_chinese_goes_through_a_pipe_that_knows_no_chinese() -> None:
    done = subprocess.run(
        [*CALICOVET, "demo", "two-nodes-crash", "--lang", "zh"],
        capture_output=True,
        cwd=SOURCE,
        env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert done.returncode == 3
    assert "原因未知" in done.stdout.decode()
    assert b"\x1b" not in done.stdout


def test_notes_do_not_mix_with_a_machine_format() -> None:
    done = subprocess.run(
        [*CALICOVET, "diagnose", "-", "-o", "json", "-v"],
        input=b"caf\xe9 \xff\n",
        capture_output=True,
        cwd=SOURCE,
        check=False,
    )
    assert done.returncode == 4
    assert done.stdout.startswith(b"{") and done.stdout.endswith(b"}\n")
    assert b"decoded" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line_and_is_no_success() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*CALICOVET, "demo", "two-nodes-crash", "--lang", "en"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=SOURCE,
            check=False,
        )
    assert done.returncode == 4
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_notes_that_cannot_be_written_do_not_cost_the_result() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*CALICOVET, "diagnose", "-", "-o", "json", "-v"],
            input=b"caf\xe9 \xff\n",
            stdout=subprocess.PIPE,
            stderr=full,
            cwd=SOURCE,
            check=False,
        )
    assert done.returncode == 4
    assert done.stdout.endswith(b"}\n")


def test_debug_shows_where_an_error_came_from_and_exits_as_without() -> None:
    words = ["--server", "http://127.0.0.1:1", "--kubeconfig", "/dev/null", "--lang", "en"]
    runs = [
        subprocess.run(
            [*CALICOVET, "diagnose", *words, *more], capture_output=True, cwd=SOURCE, check=False
        )
        for more in ([], ["--debug"])
    ]
    assert [done.returncode for done in runs] == [4, 4]
    assert b"Traceback" not in runs[0].stderr and b"Traceback" in runs[1].stderr
    assert runs[1].stderr.splitlines()[-2:] == runs[0].stderr.splitlines()[-2:]


def test_piped_text_needs_no_command() -> None:
    text = b"NAME READY STATUS RESTARTS AGE NODE\ncalico-node-abcde 1/1 Running 0 5d a\n"
    done = subprocess.run(
        [*CALICOVET, "--lang=en"], input=text, capture_output=True, cwd=SOURCE, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"calico-node is healthy on 1 node.\n")


def test_a_pipe_that_stays_silent_is_told_what_is_waited_for() -> None:
    with subprocess.Popen(
        [*CALICOVET, "--lang=en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=SOURCE,
    ) as running:
        assert running.stderr is not None and running.stdin is not None
        assert b"waiting for text on standard input" in running.stderr.readline()
        running.stdin.close()
    assert running.returncode == 4
