"""A cluster to play with: a shell in which kubectl and calicovet speak to it."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from gym.cluster import Cluster
from gym.fault import Install
from gym.installed import installed_cluster
from gym.look import allow_reader
from gym.place import Place
from gym.progress import Progress
from gym.trial import Trial
from lab import cache

_NODES = 3


def open_shell(trial: Trial | None, progress: Progress) -> int:
    """Brings a cluster up, breaks it as asked, and gives it to the person until they leave."""
    install = trial.install if trial else Install.MANIFEST
    progress.tell(f"starts {_NODES} nodes with Calico by {install.value}")
    with installed_cluster(install, _NODES) as cluster:
        allow_reader(cluster)
        if trial is not None:
            place = Place(cluster, cluster.nodes[1])
            progress.tell(f"puts in: {trial.what.title}", where=place.node.name, trial=trial.name)
            trial.what.inject(place)
            waited = f"{trial.name} shows on {place.node.name}"
            cluster.await_true(lambda: trial.shows(place), waited, trial.what.seconds)
        progress.tell("the cluster is yours")
        _hand_over(cluster)
        progress.tell("stops the cluster")
    return 0


def _hand_over(cluster: Cluster) -> None:
    plane = cluster.control_plane
    config = plane.kubeconfig()
    doors = _doors(cluster)
    print(
        f"""
  kubectl get pods -A          or calicovet, as an administrator of this cluster
  node-2 ip address            runs a command on that node; alone, opens a shell there

from another terminal: {" ".join(plane.namespace.line("env", f"KUBECONFIG={config}", "kubectl"))} …
""",
        flush=True,
    )
    if not sys.stdin.isatty():
        print("the cluster stays until this input ends", flush=True)
        sys.stdin.read()
        return
    print("leave with: exit", flush=True)
    found_first = (doors, cache.need("kubectl").parent, Path(sys.executable).parent)
    path = os.pathsep.join((*map(str, found_first), os.environ.get("PATH", os.defpath)))
    environment = {**os.environ, "PATH": path, "KUBECONFIG": str(config)}
    shell = os.environ.get("SHELL", "/bin/sh")
    subprocess.run(plane.namespace.line(shell), env=environment, check=False)


def _doors(cluster: Cluster) -> Path:
    """A folder with a command for each node that leads there."""
    folder = cluster.control_plane.folder / "doors"
    folder.mkdir()
    for node in cluster.nodes:
        door = folder / node.name
        enter = shlex.join(node.line())
        door.write_text(f'#!/bin/sh\n[ $# -gt 0 ] || set -- bash\nexec {enter} "$@"\n')
        door.chmod(0o755)
    return folder
