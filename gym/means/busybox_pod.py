"""A small pod on one node, such as everybody's own."""

from typing import Any

from gym.images import BUSYBOX
from gym.place import Place

# Where the sandbox cannot be taken down either, a kubelet reports the refusal once, and then only the removal.
_TRIES = ("FailedCreatePodSandBox", "SandboxChanged")


def create(place: Place) -> None:
    """Makes it; the kubelet of the node asks the CNI plugin for its network."""
    sleep = {"name": "sleep", "image": BUSYBOX, "command": ["sleep", "infinity"]}
    place.cluster.apply(
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": name(place), "namespace": "default"},
            "spec": {
                "nodeName": place.node.name,
                "terminationGracePeriodSeconds": 1,
                "containers": [sleep],
            },
        }
    )


def delete(place: Place) -> None:
    place.cluster.kubectl("delete", "pod", name(place), "-n", "default", "--wait")


def is_running(place: Place) -> bool:
    found = place.cluster.get("pod", name(place), "-n", "default")
    return found is not None and found["status"].get("phase") == "Running"


def is_refused_again(place: Place, why: str) -> bool:
    """Whether it gets no network, for this reason, and not by a mishap: it was tried more than twice."""
    told = _events(place)
    tries = sum(event.get("count") or 1 for event in told if event["reason"] in _TRIES)
    said = events(place).lower()
    return why in said and tries > 2 and not is_running(place)


def events(place: Place) -> str:
    """What happened to it, one message on a line."""
    return "\n".join(event["message"] for event in _events(place))


def _events(place: Place) -> list[Any]:
    """Not those of a pod of the same name that an earlier trial had here."""
    found = place.cluster.get("pod", name(place), "-n", "default")
    own = found["metadata"]["uid"] if found else ""
    return [
        event
        for event in place.cluster.list("events", "-n", "default")
        if event["involvedObject"].get("uid") == own
    ]


def name(place: Place) -> str:
    return f"sleep-on-{place.node.name}"
