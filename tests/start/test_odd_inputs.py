"""Hostile files and kubeconfigs, each given to the program in a fresh process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from tests.start.test_last_resort import CALICOVET, ENVIRONMENT, run
from tests.support.recording_server import Said, Seen
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import crashing, daemonset, healthy

DEEP = 100_000
SICK = "NAME READY STATUS RESTARTS AGE\ncalico-node-abcde 0/1 CrashLoopBackOff 5 5d\n"
POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: calico-node-abcde\nspec: "
KUBECONFIG = """
current-context: c
contexts: [{{name: c, context: {{cluster: c, user: u}}}}]
clusters: [{{name: c, cluster: {{server: "https://127.0.0.1:1"{cluster}}}}}]
users: [{{name: u, user: {{{user}}}}}]
"""


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * DEEP + "1" + "}" * DEEP,
        "[" * DEEP,
        '{"kind":"Pod","metadata":{"name":"calico-node-abcde"},"spec":' + "[" * DEEP,
        POD + "[" * DEEP + "]" * DEEP,
        POD + "\n  " + "- " * DEEP,
        f"calico-node-abcde {'9' * 5_000}\n[INFO][{'9' * 5_000}] felix/x.go {'9' * 5_000}: calico",
    ],
    ids=["objects", "lists", "a pod", "YAML in flow style", "YAML in blocks", "5,000 digits"],
)
def test_each_keeps_the_results_beside_a_trap(text: str, tmp_path: Path) -> None:
    (tmp_path / "trap.txt").write_text(text)
    (tmp_path / "sick.txt").write_text(SICK)
    done = run(f"{CALICOVET} diagnose --each -o jsonl trap.txt sick.txt", tmp_path)
    assert done.returncode in (3, 4)
    assert len(done.stdout.splitlines()) == 2
    assert '"verdict":"unexplained"' in done.stdout.splitlines()[1]


@pytest.mark.parametrize("words", ["--help", "--version", "causes", "diagnose sick.txt"])
def test_a_full_standard_output_is_exit_code_4(words: str, tmp_path: Path) -> None:
    (tmp_path / "sick.txt").write_text(SICK)
    done = run(f"{CALICOVET} {words} >/dev/full", tmp_path)
    assert done.returncode == 4
    assert "No space left" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        *("diagnose sick.txt", "fix ip-wrong-bridge sick.txt", "whatif address sick.txt"),
        "causes",
    ],
)
@pytest.mark.parametrize("kilobytes", [27_000, 30_000, 33_000])
def test_too_little_memory_is_exit_code_4(words: str, kilobytes: int, tmp_path: Path) -> None:
    (tmp_path / "sick.txt").write_text(SICK)
    limit = f"ulimit -v {kilobytes}"
    if run(f"{limit}; {sys.executable} -c 'import calicovet.app.main' 2>&-", tmp_path).returncode:
        pytest.skip("Python itself does not start with so little")
    done = run(f"{limit}; {CALICOVET} {words}", tmp_path)
    assert done.returncode in (0, 3, 4)
    assert ("unexpected error" in done.stderr) is (done.returncode == 4)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_a_folder_that_may_not_be_entered(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "sick.txt").write_text(SICK)
    closed.chmod(0o700)
    program = (
        f"import os, sys; sys.path.insert(0, {ENVIRONMENT['PYTHONPATH']!r})\n"
        "from calicovet.app.main import main\n"
        "from calicovet.app.commands import diagnose\n"
        "import calicovet.diagnosis.engine, calicovet.world.bundles.file_tree, calicovet.report.words\n"
        "import calicovet.parse.text.large_input, calicovet.causes.catalogue\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    for path in (closed, closed / "sick.txt"):
        done = subprocess.run(
            [sys.executable, "-c", program, "diagnose", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 4
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("cluster", "user"),
    [
        (', certificate-authority-data: "!!!!"', ""),
        (", certificate-authority-data: bm90IGEgY2VydGlmaWNhdGU=", ""),
        ("", "client-certificate-data: '@@', client-key-data: '@@'"),
    ],
)
def test_bad_certificate_data_is_said_before_anything_connects(
    cluster: str, user: str, tmp_path: Path
) -> None:
    (tmp_path / "config").write_text(KUBECONFIG.format(cluster=cluster, user=user))
    done = run(f"{CALICOVET} diagnose --kubeconfig config", tmp_path)
    assert done.returncode == 4
    assert "certificate" in done.stderr
    assert "127.0.0.1" not in done.stderr


def test_a_plugin_is_named_before_it_runs_and_a_loose_kubeconfig_is_reported(
    tmp_path: Path,
) -> None:
    plugin = tmp_path / "plugin.sh"
    plugin.write_text("#!/bin/sh\necho the plugin ran >&2\nexit 1\n")
    plugin.chmod(0o755)
    user = f"exec: {{command: {plugin}, apiVersion: client.authentication.k8s.io/v1}}"
    config = tmp_path / "config"
    config.write_text(KUBECONFIG.format(cluster="", user=user))
    config.chmod(0o666)
    said = run(f"{CALICOVET} diagnose --kubeconfig config", tmp_path).stderr
    assert said.index(str(plugin)) < said.index("the plugin ran")
    assert "written by other users" in said
    config.chmod(0o600)
    assert "other users" not in run(f"{CALICOVET} diagnose --kubeconfig config", tmp_path).stderr


WAITING = """
import sys, time
from pathlib import Path
from calicovet.app import main
from calicovet.app.commands import diagnose
from calicovet.world.temporary_files import temporary_file
def wait(*_):
    with temporary_file(prefix=".bundle-", folder=Path(sys.argv[1])):
        print("ready", flush=True)
        time.sleep(60)
diagnose.run = wait
sys.exit(main.main(["diagnose", "-"]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_no_temporary_file_is_left_by_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(number)
        _, said = process.communicate()
    assert (process.returncode, said) == (128 + number, "")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_at_any_moment_of_the_start_shows_no_traceback_of_ours(tmp_path: Path) -> None:
    (tmp_path / "sick.txt").write_text(SICK)
    program = "import sys\nfrom calicovet.app.main import main\nprint(flush=True)\nsys.exit(main(sys.argv[1:]))"
    for wait in (0.0, 0.01, 0.03, 0.06, 0.1):
        with subprocess.Popen(
            [sys.executable, "-c", program, "diagnose", str(tmp_path / "sick.txt")],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate()
        assert process.returncode != 1
        assert "calicovet/" not in said


def test_sigterm_while_a_cluster_is_asked_leaves_nothing(tmp_path: Path) -> None:
    asked = Event()

    def never(_: Seen) -> Said:
        asked.set()
        time.sleep(2)
        return Said(reset=True)

    temporary, out = tmp_path / "temporary", tmp_path / "out"
    temporary.mkdir()
    out.mkdir()
    with SmallCluster() as cluster:
        cluster.fail("", never)
        command = [sys.executable, "-m", "calicovet", "collect", "-o", str(out / "b.tar.gz")]
        with subprocess.Popen(
            [*command, "--server", cluster.url],
            env={**ENVIRONMENT, "TMPDIR": str(temporary), "HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert asked.wait(30)
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in said
    assert list(temporary.iterdir()) == []
    assert [path.name for path in out.iterdir()] in ([], ["b.tar.gz"])


def test_ctrl_c_ends_watching_with_the_exit_code_of_the_last_look(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "calicovet", "diagnose", "--watch", "--server"]
    with (
        SmallCluster([daemonset(2), *healthy(1), *crashing(2)]) as cluster,
        subprocess.Popen(
            [*command, cluster.url],
            env={**ENVIRONMENT, "HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        assert "node-2" in process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 3
    assert "Traceback" not in said
