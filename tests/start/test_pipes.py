"""Streams of a fresh process: whoever reads may stop early, and nothing but the result is piped."""

import subprocess
import sys
from pathlib import Path

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
    assert "尚不清楚" in done.stdout.decode()
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
