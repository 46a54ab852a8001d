"""Looks at one node as users do: live, with fewer rights, by pasted text, by what its host says."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from calicovet.model.record import record
from gym.answer import Answer, read_answer
from gym.cluster import Cluster
from gym.judge import is_settled
from gym.node import Node
from gym.paste import paste
from gym.place import Place
from gym.view import View
from lab.errors import LabError

READER = "reader"
_ROLE = Path(__file__).parents[1] / "deploy" / "rbac" / "read.yaml"
_CALICOVET = str(Path(sys.executable).with_name("calicovet"))
_SECONDS = 200.0
_HOST_SECONDS = 120.0
_AGAIN_AFTER = 15.0
_AGAIN_UNTIL = 150.0


@record(kw_only=True)
class Look:
    """What was seen of one node, and what calicovet made of it."""

    pod: str
    """namespace/name; empty where there is none."""
    answers: Mapping[View, Answer]
    text: str
    host: Mapping[str, str]
    """What host-script printed, by node: the sick one first, then a healthy one."""


def allow_reader(cluster: Cluster) -> None:
    """Gives the reading user the role that ships with the program, and nothing else."""
    role = yaml.safe_load(_ROLE.read_text(encoding="utf-8"))
    cluster.apply(role)
    cluster.control_plane.bind(READER, role["metadata"]["name"])


def look(place: Place, peer: Node, stop: threading.Event) -> Look:
    """Everything, one after the other; `peer` is a healthy node to compare with."""
    live = settled(place, stop)
    reader = _live(place.cluster, READER)
    text = paste(place)
    host = {node.name: ask_host(node) for node in (place.node, peer)}
    return Look(
        pod=_pod(place),
        answers={
            View.LIVE: live,
            View.READER: reader,
            View.TEXT: read_texts([text]),
            View.HOST: read_texts([text, *host.values()]),
        },
        text=text,
        host=host,
    )


def read_texts(texts: Sequence[str]) -> Answer:
    """What calicovet says of texts alone, with no cluster to ask."""
    with _files(texts) as paths:
        line = (_CALICOVET, "diagnose", "-o", "json", *map(str, paths))
        no_cluster = {**os.environ, "KUBECONFIG": os.devnull}
        return _timed(
            lambda: subprocess.run(
                line, capture_output=True, text=True, env=no_cluster, check=False
            )
        )


def settled(place: Place, stop: threading.Event) -> Answer:
    """The live answer; of a pod so young that it may yet become ready, a later one."""
    until = time.monotonic() + _AGAIN_UNTIL
    while True:
        answer = _live(place.cluster, "admin")
        if is_settled(answer, place.node.name, _pod(place)) or time.monotonic() > until:
            return answer
        if stop.wait(_AGAIN_AFTER):
            return answer


def _live(cluster: Cluster, user: str) -> Answer:
    line = ("calicovet", "diagnose", "-o", "json")
    return _timed(lambda: cluster.control_plane.run(*line, user=user, seconds=_SECONDS))


def _timed(run: Callable[[], subprocess.CompletedProcess[str]]) -> Answer:
    began = time.monotonic()
    done = run()
    return read_answer(done, time.monotonic() - began)


def ask_host(node: Node) -> str:
    """What host-script printed there, as far as it came."""
    line = (_CALICOVET, "host-script", "--node", node.name)
    script = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    try:
        return node.run("sh", "-s", text=script, seconds=_HOST_SECONDS).stdout
    except subprocess.TimeoutExpired as late:
        printed = late.stdout or b""
        return printed.decode(errors="replace") if isinstance(printed, bytes) else printed


def _pod(place: Place) -> str:
    try:
        pod = place.pod
    except LabError:
        # The API server may be what is broken.
        return ""
    return f"{pod['metadata']['namespace']}/{pod['metadata']['name']}" if pod else ""


@contextmanager
def _files(texts: Sequence[str]) -> Iterator[Sequence[Path]]:
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.txt" for number, _ in enumerate(texts, 1)]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        yield paths
