"""Facts about Node objects."""

from collections.abc import Hashable
from dataclasses import field
from datetime import datetime, timedelta
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class NodeListed(Fact):
    """A row of `kubectl get nodes`, or the Node object itself: the node exists."""

    status: str
    """`Ready`, `NotReady`, `Ready,SchedulingDisabled`; empty where not shown."""
    roles: str = ""
    age: timedelta | None = None


@record(kw_only=True)
class NodeCondition(Fact):
    """A condition of the Node object."""

    type: str
    status: str
    reason: str = ""
    message: str = ""
    since: datetime | None = None
    heartbeat: datetime | None = field(default=None, compare=False)
    """When the kubelet said so last, by its own clock."""


@record(kw_only=True)
class VersionFact(Fact):
    """The version of something on a node; a node has just one of each."""

    single: ClassVar[bool] = True
    version: str

    def trait(self) -> Hashable | None:
        return self.version


@record(kw_only=True)
class KubeletVersion(VersionFact):
    """As `kubectl get nodes` prints it: v1.27.4."""


@record(kw_only=True)
class RuntimeVersion(VersionFact):
    """containerd://1.7.12, docker://20.10.7, cri-o://1.28.0."""


@record(kw_only=True)
class KernelVersion(VersionFact):
    """uname -r."""


@record(kw_only=True)
class OsImage(VersionFact):
    """Ubuntu 22.04 LTS."""


@record(kw_only=True)
class Architecture(Fact):
    """What the node's processor is, in the words of images: amd64, arm64 …"""

    single: ClassVar[bool] = True
    name: str

    def trait(self) -> Hashable | None:
        return self.name


@record(kw_only=True)
class CalicoVersion(Fact):
    """A release of Calico that something betrays."""

    single: ClassVar[bool] = True
    low: str
    high: str = ""
    """Inclusive; empty: exactly `low`. A build between releases keeps its own name (v3.27.0-0.dev-…)."""
    by: str = ""
    """`log` (it says so), `image`, `positions` (file and line of log lines), `cluster`."""
