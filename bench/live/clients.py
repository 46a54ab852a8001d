"""Other Python clients, in a separate environment: they are measured, never depended on."""

import subprocess
import sys
import venv
from pathlib import Path

from lab import cache

_PINS = ("kubernetes==37.0.2", "kr8s==0.20.15")

OFFICIAL = """\
from kubernetes import client, config

config.load_kube_config()
api = client.CoreV1Api()
nodes = api.list_node().items
pods = api.list_pod_for_all_namespaces().items
events = api.list_event_for_all_namespaces().items
print(len(nodes), len(pods), len(events))
"""
KR8S = """\
import kr8s

nodes = list(kr8s.get("nodes"))
pods = list(kr8s.get("pods", namespace=kr8s.ALL))
events = list(kr8s.get("events", namespace=kr8s.ALL))
print(len(nodes), len(pods), len(events))
"""


def clients_python() -> Path | None:
    """The interpreter that has them; None, and a loud line, where they cannot be installed."""
    folder = cache.folder() / "clients"
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == " ".join(_PINS):
        return python
    venv.create(folder, with_pip=True, clear=True)
    done = subprocess.run(
        (str(python), "-m", "pip", "install", "-q", *_PINS),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        sys.stderr.write(f"!!! {' and '.join(_PINS)} ARE LEFT OUT: {last}\n")
        return None
    stamp.write_text(" ".join(_PINS), encoding="utf-8")
    return python
