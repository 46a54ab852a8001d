"""The state of a debug pod while waiting for it."""

from datetime import datetime

import msgspec


class Waiting(msgspec.Struct, frozen=True, gc=False):
    reason: str = ""
    message: str = ""


class State(msgspec.Struct, frozen=True, gc=False):
    waiting: Waiting | None = None


class ContainerStatus(msgspec.Struct, frozen=True, gc=False):
    state: State = State()


class Status(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    phase: str = ""
    reason: str = ""
    message: str = ""
    container_statuses: list[ContainerStatus] = []

    @property
    def waiting(self) -> Waiting | None:
        return self.container_statuses[0].state.waiting if self.container_statuses else None


class Metadata(msgspec.Struct, frozen=True, gc=False):
    name: str = ""
    created: datetime | None = msgspec.field(default=None, name="creationTimestamp")


class PodSeen(msgspec.Struct, frozen=True, gc=False):
    metadata: Metadata = Metadata()
    status: Status = Status()


class PodList(msgspec.Struct, frozen=True, gc=False):
    items: list[PodSeen] = []


_IN_VAIN = frozenset(
    {
        "ErrImageNeverPull",
        "ErrImagePull",
        "ImagePullBackOff",
        "InvalidImageName",
        "CreateContainerConfigError",
        "CreateContainerError",
        "RunContainerError",
    }
)


def started(pod: PodSeen) -> bool:
    """Whether its container ran; a pod that the kubelet turned away has none."""
    return pod.status.phase == "Running" or (ended(pod) and bool(pod.status.container_statuses))


def ended(pod: PodSeen) -> bool:
    return pod.status.phase in ("Succeeded", "Failed")


def hopeless(pod: PodSeen) -> bool:
    """Whether waiting longer would not start it."""
    return pod.status.waiting is not None and pod.status.waiting.reason in _IN_VAIN
