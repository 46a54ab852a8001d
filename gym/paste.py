"""What people paste when they ask for help: a few commands with what they print."""

import subprocess
from collections.abc import Iterator
from typing import Any

from gym.place import Place
from lab.errors import LabError

_TAIL = "--tail=200"
_PATIENCE = 40.0
"""Seconds until a person presses Ctrl-C."""


def paste(place: Place) -> str:
    """The commands that everybody is asked for, about one node's calico-node."""
    return "\n".join(_blocks(place))


def _blocks(place: Place) -> Iterator[str]:
    namespace, node = place.cluster.namespace, place.node.name
    yield _typed(place, "get", "nodes", "-o", "wide")
    yield _typed(place, "get", "pods", "-n", namespace, "-o", "wide")
    try:
        pod = place.pod
    except LabError:
        # Who cannot ask the API server has nothing more to show.
        return
    if pod is None:
        yield _typed(place, "describe", "daemonset", "calico-node", "-n", namespace)
        yield _typed(place, "get", "events", "-n", namespace)
    else:
        name = pod["metadata"]["name"]
        yield _typed(place, "describe", "pod", name, "-n", namespace)
        for words in _logs(pod):
            yield _typed(place, "logs", name, "-n", namespace, *words, _TAIL)
    yield _typed(place, "describe", "node", node)


def _logs(pod: Any) -> Iterator[tuple[str, ...]]:
    status = pod["status"]
    every = (*status.get("initContainerStatuses", ()), *status.get("containerStatuses", ()))
    for each in every:
        yield ("-c", each["name"])
        if each["restartCount"]:
            yield ("-c", each["name"], "--previous")


def _typed(place: Place, *words: str) -> str:
    """One command as it stands in a terminal."""
    line = ("kubectl", *words)
    try:
        done = place.cluster.control_plane.run(*line, seconds=_PATIENCE)
        printed = f"{done.stdout}{done.stderr}"
    except subprocess.TimeoutExpired:
        printed = "^C\n"
    return f"$ {' '.join(line)}\n{printed}"
