"""Three sick nodes, each of something else."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.live.events import EVENTS, event
from bench.live.logs import refused, well
from bench.live.nodes import node, node_name
from bench.live.pods import (
    INIT,
    MAIN,
    NAMESPACE,
    STARTED,
    conditions,
    container_status,
    pod,
    pod_name,
    stamp,
)
from lab.objects import Object

BRIDGE, FORBIDDEN, UNPULLED = 7, 42, 77
SICK: Mapping[int, str] = {
    BRIDGE: "ip-wrong-bridge",
    FORBIDDEN: "rbac-forbidden",
    UNPULLED: "img-pull-unreachable",
}
"""By the number of the node, what has to be found there."""

_NODE = "docker.io/calico/node:v3.28.5"
_CNI = "docker.io/calico/cni:v3.28.5"
_STORED = "10.4.0.1/24"
"""nerdctl's own bridge."""
_ACCOUNT = "system:serviceaccount:kube-system:calico-node"
_LATELY = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=2)


def sick_objects() -> Iterator[Object]:
    """The nodes, their pods, and what the kubelets say of them."""
    yield node(BRIDGE, calico=_STORED)
    yield _made_then(pod(BRIDGE, _not_ready()))
    yield _warning(
        0,
        BRIDGE,
        "Unhealthy",
        "Readiness probe failed: calico/node is not ready: BIRD is not ready: "
        "BGP not established with 172.20.0.1,172.20.0.2",
    )
    yield node(FORBIDDEN)
    yield _made_then(pod(FORBIDDEN, _crashing()))
    yield _warning(
        1, FORBIDDEN, "BackOff", "Back-off restarting failed container calico-node in pod"
    )
    yield node(UNPULLED)
    yield _made_then(pod(UNPULLED, _without_image()))
    why = (
        f'failed to pull and unpack image "{_CNI}": failed to resolve reference "{_CNI}": failed to '
        'do request: Head "https://registry-1.docker.io/v2/calico/cni/manifests/v3.28.5": '
        "dial tcp 192.0.2.99:443: i/o timeout"
    )
    yield _warning(2, UNPULLED, "Failed", f'Failed to pull image "{_CNI}": {why}')
    yield _warning(3, UNPULLED, "Failed", "Error: ErrImagePull")


def healed_objects() -> Iterator[Object]:
    """The same nodes in good health."""
    for number in SICK:
        yield node(number)
        yield pod(number)


def sick_logs() -> Iterator[tuple[int, str, bool, str]]:
    """Node, container, whether of the run before, text."""
    yield BRIDGE, MAIN, False, well(BRIDGE, link="nerdctl0", address=_STORED)
    yield FORBIDDEN, MAIN, False, refused(FORBIDDEN, _ACCOUNT)
    yield FORBIDDEN, MAIN, True, refused(FORBIDDEN, _ACCOUNT)


def _made_then(sick: Object) -> Object:
    """The same as old as its containers: a pod that was just made is only starting."""
    return {**sick, "metadata": {**sick["metadata"], "creationTimestamp": stamp(STARTED)}}


def _warning(place: int, number: int, reason: str, message: str) -> Object:
    return event(
        EVENTS + place,
        NAMESPACE,
        "Pod",
        pod_name(number),
        reason,
        message,
        host=node_name(number),
        warns=True,
        count=12,
    )


def _not_ready() -> dict[str, Any]:
    return {
        "conditions": conditions(Ready="False", ContainersReady="False"),
        "containerStatuses": [container_status(MAIN, _NODE, ready=False)],
    }


def _crashing() -> dict[str, Any]:
    ended = {
        "exitCode": 1,
        "reason": "Error",
        "startedAt": stamp(_LATELY - timedelta(seconds=1)),
        "finishedAt": stamp(_LATELY),
    }
    waiting = {"reason": "CrashLoopBackOff", "message": "back-off 5m0s restarting failed container"}
    status = container_status(
        MAIN,
        _NODE,
        ready=False,
        started=False,
        restartCount=9,
        state={"waiting": waiting},
        lastState={"terminated": ended},
    )
    return {
        "conditions": conditions(Ready="False", ContainersReady="False"),
        "containerStatuses": [status],
    }


def _without_image() -> dict[str, Any]:
    def waits(name: str, image: str, reason: str) -> dict[str, Any]:
        return {
            "name": name,
            "image": image,
            "imageID": "",
            "ready": False,
            "started": False,
            "restartCount": 0,
            "state": {"waiting": {"reason": reason}},
        }

    first, *others = INIT
    return {
        "phase": "Pending",
        "startTime": stamp(STARTED),
        "conditions": conditions(Initialized="False", Ready="False", ContainersReady="False"),
        "initContainerStatuses": [
            waits(first, _CNI, "ImagePullBackOff"),
            *(waits(name, _CNI, "PodInitializing") for name in others),
        ],
        "containerStatuses": [waits(MAIN, _NODE, "PodInitializing")],
    }
