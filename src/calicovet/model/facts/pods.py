"""Facts about pods and their containers."""

from collections.abc import Hashable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class PodListed(Fact):
    """A row of `kubectl get pods`, of any pod; `about` names it."""

    ready: int
    total: int
    status: str
    restarts: int = 0
    age: timedelta | None = None
    ip: str = ""
    restarted_ago: timedelta | None = None
    """`3 (5m ago)`: when the last restart was."""


@record(kw_only=True)
class PodPhase(Fact):
    """status.phase with its reason and message, and when the kubelet took the pod."""

    phase: str
    reason: str = ""
    message: str = ""
    started: datetime | None = None
    going: datetime | None = None
    """By when it is to be gone, where it was deleted."""


class Running(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    TERMINATED = "terminated"
    UNKNOWN = "unknown"


@record(kw_only=True)
class ContainerState(Fact):
    """A container's current state; `about.container` names it."""

    init: bool
    position: int
    """Its place in the pod's own list of init or of main containers, from 0."""
    phase: Running
    reason: str = ""
    message: str = ""
    exit_code: int | None = None
    ready: bool | None = None
    restarts: int | None = None
    started: datetime | None = None
    finished: datetime | None = None
    container_id: str = ""


@record(kw_only=True)
class ContainerExit(Fact):
    """How the run before the current one ended (`Last State`)."""

    reason: str
    exit_code: int | None = None
    message: str = ""
    started: datetime | None = None
    finished: datetime | None = None


@record(kw_only=True)
class ContainerPrivileged(Fact):
    """Whether a container may do all that the host's root may."""

    privileged: bool

    def trait(self) -> Hashable | None:
        return (self.about.container, self.privileged)


@record(kw_only=True)
class ContainerImage(Fact):
    """The image a container runs, by name and tag."""

    image: str
    tag: str = ""

    def trait(self) -> Hashable | None:
        return (self.about.container, self.image)


@record(kw_only=True)
class ResourceLimit(Fact):
    """A limit on a container of the pod (`cpu`: 200m, `memory`: 128Mi)."""

    intent: ClassVar[bool] = True
    resource: str
    value: str


@record(kw_only=True)
class NeighbourRestarts(Fact):
    """Another pod on the same node that restarts too."""

    name: str
    restarts: int


@record(kw_only=True)
class SandboxRefused(Fact):
    """A journal of the host ends while the CNI plugin refuses networks to new pods."""

    name: str = ""
    """The pod that was refused last, where the line names it."""
    plugin: str = ""
    """The CNI plugin that refuses, where it is named and not Calico's."""
    lasts: timedelta
    """From the first refusal to the last."""
    filtered: bool = False
    """Only matching lines were shown: the journal may go on without it."""


@record(kw_only=True)
class NeighbourUnconnected(Fact):
    """Another pod on the same node whose network is refused again and again, up to now."""

    name: str
    plugin: str = ""
    """The CNI plugin that refuses, where it is named and not Calico's."""


@record(kw_only=True)
class ControllersDown(Fact):
    """The pod of calico-kube-controllers is listed and not ready; `about.node` where that was shown."""

    name: str
    status: str


@record(kw_only=True)
class TyphaState(Fact):
    """How a pod of Typha does, by the list of pods; which nodes it serves is not known from it."""

    name: str
    ready: bool
    status: str


@record(kw_only=True)
class LogShown(Fact):
    """A container's log was shown: how many lines, and whether from its start to its end."""

    lines: int
    whole: bool
    breaks_off: bool = False
    """Nothing behind its last line shows that it ended there."""
    first: datetime | None = None
    last: datetime | None = None
    longest_gap: timedelta | None = None
    """The longest silence between two of its lines."""
