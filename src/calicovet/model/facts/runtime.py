"""Facts about the container runtime and the kubelet's calls to it."""

from collections.abc import Hashable
from datetime import timedelta
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class KubeletCgroupDriver(Fact):
    """cgroupDriver of the kubelet's configuration: `systemd` or `cgroupfs`."""

    intent: ClassVar[bool] = True
    single: ClassVar[bool] = True
    driver: str

    def trait(self) -> Hashable | None:
        return self.driver


@record(kw_only=True)
class RuntimeCgroupDriver(Fact):
    """What containerd (SystemdCgroup), dockerd (native.cgroupdriver) or cri-o is configured to use."""

    intent: ClassVar[bool] = True
    single: ClassVar[bool] = True
    driver: str
    runtime: str = "containerd"

    def trait(self) -> Hashable | None:
        return self.driver


@record(kw_only=True)
class ContainerCgroup(Fact):
    """Where the kernel keeps a container: /proc/PID/cgroup, or the kubelet's metrics."""

    path: str

    @property
    def is_slice_under_cgroupfs(self) -> bool:
        """A systemd-style triple kept as a literal path: handed to a runtime that uses cgroupfs."""
        return (
            "slice:cri-containerd:" in self.path
            or "slice:docker:" in self.path
            or "slice:crio:" in self.path
        )

    @property
    def is_scope(self) -> bool:
        """As systemd makes it."""
        return self.path.rstrip("/").endswith(".scope")


@record(kw_only=True)
class RuntimeContainer(Fact):
    """A row of `crictl ps` or `docker ps`."""

    id: str
    name: str
    state: str
    age: timedelta | None = None
    lister: str = "crictl"


@record(kw_only=True)
class RuntimeAnswered(Fact):
    """How long the runtime took for a simple question, or that it did not answer at all."""

    seconds: float | None
    """None: it hung."""


@record(kw_only=True)
class UnitState(Fact):
    """`systemctl status`."""

    unit: str
    active: str
    since: str = ""
