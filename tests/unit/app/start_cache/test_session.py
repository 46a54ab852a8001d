"""The first run of the program writes the start cache; the next one gives the same answer with it."""

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from calicovet.report import toml_files
from calicovet.report.toml_files import read_toml
from tests.support.demos import DEMOS, FOLDER

SOURCE = Path(__file__).parents[4] / "src"


def run(home: Path, *incident: str) -> str:
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    environment |= {"PYTHONPYCACHEPREFIX": str(home), "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-m", "calicovet", "diagnose", *incident, "-o", "json", "--exit-zero"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return done.stdout


def test_the_second_run_takes_all_from_the_cache(tmp_path: Path) -> None:
    incident = str(FOLDER / f"{DEMOS[0].name}.md")
    first = run(tmp_path, incident)
    (written,) = tmp_path.rglob("start-cache.*")
    content, changed = written.read_bytes(), written.stat().st_mtime_ns
    tables = marshal.loads(content.partition(b"\n")[2])
    assert len(tables["patterns"]) > 100
    assert len(tables["toml"]) > 1
    assert run(tmp_path, incident) == first
    assert written.stat().st_mtime_ns == changed, "the second run had to compile something"


def test_a_changed_file_is_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml_files, "PARSED", {})
    path = tmp_path / "words.toml"
    path.write_text("a = 'one'")
    assert read_toml(path) == {"a": "one"}
    kept = read_toml(path)
    assert read_toml(path) is kept
    path.write_text("a = 'other'")
    assert read_toml(path) == {"a": "other"}


def test_nothing_of_the_evidence_is_stored(tmp_path: Path) -> None:
    """Names of nodes and settings go into patterns; they must not outlive the run."""
    pods = ("1zzqx", "2zzqx", "3zzqx")
    listed = "\n".join(
        f"calico-node-{pod}  0/1  Init:0/3  0  5m  192.0.2.{pod[0]}  node-of-{pod}.example.com"
        for pod in pods
    )
    logs = "\n".join(
        f"```\n$ kubectl -n kube-system logs calico-node-{pod}\n2026-01-02 03:04:05.678 [INFO][8] "
        f"startup/startup.go 1: node-of-{pod} has skip-interface=zzqx.*\n```"
        for pod in pods[:2]
    )
    incident = tmp_path / "incident.txt"
    incident.write_text(
        f"node-of-1zzqx and node-of-2zzqx are not ready:\n\n```\nNAME  READY  STATUS  RESTARTS  AGE  IP  NODE\n"
        f"{listed}\n```\n{logs}\n"
    )
    assert "node-of-1zzqx" in run(tmp_path, str(incident))
    (written,) = tmp_path.rglob("start-cache.*")
    content = written.read_bytes()
    assert b"zzqx" not in content
    assert "zzqx".encode("utf-32-le") not in content
