"""Salt: what a pod of another program logged and what was reported about it, drawn by chance."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from calicovet.model.record import record

_PROGRAMS = Path(__file__).parent / "programs.toml"
UNKNOWN_NODES = ("worker-7", "node-12", "ip-10-3-4-5.ec2.internal", "gke-pool-1-x8", "master")
_MOST_LINES = 14
_BEFORE = timedelta(minutes=20)
_AFTER = timedelta(seconds=50)
_LIVES = timedelta(minutes=30)


@record(kw_only=True)
class Salt:
    """A pod that has nothing to do with calico-node."""

    namespace: str
    pod: str
    container: str
    node: str
    log: str
    events: tuple[Mapping[str, Any], ...]
    object: Mapping[str, Any]
    last_line: datetime


@cache
def programs() -> Sequence[Mapping[str, Any]]:
    """The programs, in the order of the file."""
    found: Sequence[Mapping[str, Any]] = tomllib.loads(_PROGRAMS.read_text("utf-8"))["program"]
    return found


def draw(
    chance: Random, program: Mapping[str, Any], nodes: Sequence[str], started: datetime
) -> Salt:
    """A pod of a program on one of the nodes; it logs about that node or about an unknown one."""
    node = chance.choice(nodes)
    named = chance.choice((node, chance.choice(UNKNOWN_NODES)))
    times = sorted(moment(chance, started) for _ in range(chance.randint(4, _MOST_LINES)))
    pod = program["pod"].replace("{node}", node)
    holes = {"{node}": named, "{pod}": pod}
    log = "".join(
        _line(program["stamp"], chance.choice(program["lines"]), time, holes) for time in times
    )
    events = tuple(
        _event(chance, program, holes, node, moment(chance, started)) for _ in program["events"]
    )
    return Salt(
        namespace=program["namespace"],
        pod=pod,
        container=program["container"],
        node=node,
        log=log,
        events=events,
        object=_pod(chance, program, pod, node, started),
        last_line=times[-1],
    )


def moment(chance: Random, started: datetime) -> datetime:
    """Before or after calico-node started, by halves."""
    if chance.random() < 0.5:
        return started - chance.random() * _BEFORE
    return started + chance.random() * _AFTER


def _line(stamp: str, line: str, time: datetime, holes: Mapping[str, str]) -> str:
    return f"{_STAMPS[stamp](time)}{_filled(line, {**holes, '{time}': _rfc3339(time)})}\n"


def _klog(time: datetime) -> str:
    return f"E{time:%m%d %H:%M:%S.%f}       1 "


def _etcd(time: datetime) -> str:
    return f'{{"level":"warn","ts":"{time:%Y-%m-%dT%H:%M:%S.%f}Z",'


_STAMPS: Mapping[str, Callable[[datetime], str]] = {
    "none": lambda time: "",
    "klog": _klog,
    "etcd": _etcd,
    "logrus": lambda time: f'time="{_rfc3339(time)}" level=error ',
    "nginx": lambda time: f"{time:%Y/%m/%d %H:%M:%S} ",
    "go": lambda time: f"{time:%Y/%m/%d %H:%M:%S} ",
    "java": lambda time: f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond // 1000:03} ",
    "python": lambda time: f"{time:%Y-%m-%d %H:%M:%S},{time.microsecond // 1000:03} ",
}
"""What stands before a line, by the program's way to log."""


def _event(
    chance: Random,
    program: Mapping[str, Any],
    holes: Mapping[str, str],
    node: str,
    last: datetime,
) -> Mapping[str, Any]:
    kind, reason, message = _filled(chance.choice(program["events"]), holes).split(" ", 2)
    namespace, pod = program["namespace"], holes["{pod}"]
    uid = f"{chance.getrandbits(64):016x}"
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {
            "name": f"{pod}.{uid}",
            "namespace": namespace,
            "uid": uid,
            "creationTimestamp": _rfc3339(last),
        },
        "involvedObject": {
            "apiVersion": "v1",
            "kind": "Pod",
            "namespace": namespace,
            "name": pod,
            "uid": _uid(pod),
        },
        "type": kind,
        "reason": reason,
        "message": message,
        "source": {"component": "kubelet", "host": node},
        "reportingComponent": "kubelet",
        "reportingInstance": node,
        "firstTimestamp": _rfc3339(last - chance.random() * _BEFORE),
        "lastTimestamp": _rfc3339(last),
        "count": chance.randint(1, 40),
    }


def _pod(
    chance: Random, program: Mapping[str, Any], pod: str, node: str, started: datetime
) -> Mapping[str, Any]:
    """Running again, in a back-off, or killed before for its memory."""
    ready = chance.random() < 0.5
    restarts = chance.choice((0, 3, 17))
    running = {"running": {"startedAt": _rfc3339(started - _LIVES)}}
    waiting = {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s"}}
    reason, code = ("OOMKilled", 137) if program.get("oom") else ("Error", 2)
    ended = {"terminated": {"exitCode": code, "reason": reason, "finishedAt": _rfc3339(started)}}
    name = program["container"]
    image = f"registry.example/{program['name']}:1.4"
    status = {
        "name": name,
        "ready": ready,
        "started": ready,
        "restartCount": restarts,
        "image": image,
        "imageID": "",
        "state": running if ready else waiting,
        "lastState": ended if restarts else {},
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": pod,
            "namespace": program["namespace"],
            "uid": _uid(pod),
            "creationTimestamp": _rfc3339(started - _LIVES),
            "labels": {"app": program["name"]},
        },
        "spec": {"nodeName": node, "containers": [{"name": name, "image": image}]},
        "status": {
            "phase": "Running",
            "startTime": _rfc3339(started - _LIVES),
            "conditions": [{"type": "Ready", "status": str(ready)}],
            "containerStatuses": [status],
        },
    }


def _uid(pod: str) -> str:
    return f"{Random(pod).getrandbits(64):016x}"


def _filled(text: str, holes: Mapping[str, str]) -> str:
    for hole, value in holes.items():
        text = text.replace(hole, value)
    return text


def _rfc3339(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
