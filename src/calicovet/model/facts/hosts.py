"""Facts about a host: load, memory, disks, kernel, units."""

from collections.abc import Hashable
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class LoadAverage(Fact):
    """Load over 1, 5 and 15 minutes."""

    single: ClassVar[bool] = True
    one: float
    five: float = 0.0
    fifteen: float = 0.0

    def trait(self) -> Hashable | None:
        # A doubling step: 8 and 12 are alike, 8 and 400 are not.
        return int(self.one).bit_length()


@record(kw_only=True)
class CpuCount(Fact):
    """Processors of the host."""

    single: ClassVar[bool] = True
    count: int

    def trait(self) -> Hashable | None:
        return self.count


@record(kw_only=True)
class CpuUsed(Fact):
    """How many processors the whole node uses, on average over a few seconds, by the kubelet."""

    single: ClassVar[bool] = True
    cores: float


@record(kw_only=True)
class TopConsumer(Fact):
    """One of those that use most of the node's processors or memory, by the kubelet."""

    name: str
    """`namespace/pod`; `kubelet` and `runtime` are the node's own."""
    cores: float | None = None
    memory: int | None = None
    """MiB that cannot be taken back (the working set)."""


@record(kw_only=True)
class CpuPressure(Fact):
    """`some avg10` of /proc/pressure/cpu or io (the kubelet's psi), or %wa and %id of top."""

    what: str
    percent: float


@record(kw_only=True)
class CpuThrottled(Fact):
    """cpu.stat of a container: periods, and periods in which it was throttled."""

    periods: int
    throttled: int


@record(kw_only=True)
class MemoryFree(Fact):
    """`free` or the kubelet, in MiB; available where shown, otherwise free."""

    single: ClassVar[bool] = True
    total: int
    available: int


@record(kw_only=True)
class DiskFree(Fact):
    """A row of `df` or `df -i`; `nodefs` and `imagefs` are the kubelet's names for what it watches."""

    mount: str
    used_percent: int
    inodes: bool = False


@record(kw_only=True)
class ModuleLoaded(Fact):
    """A row of `lsmod`."""

    name: str


@record(kw_only=True)
class ModuleNotLoaded(Fact):
    """An empty `lsmod | grep NAME`: not loaded, which is not the same as not available."""

    name: str

    def trait(self) -> Hashable | None:
        return self.name


@record(kw_only=True)
class Sysctl(Fact):
    """A kernel setting."""

    name: str
    value: str

    def trait(self) -> Hashable | None:
        return (self.name, self.value)


@record(kw_only=True)
class SocketListening(Fact):
    """A row of `ss -ltnp` or netstat."""

    port: int
    address: str = ""
    process: str = ""


@record(kw_only=True)
class PathSeen(Fact):
    """A file or directory on the host that was listed, or is not there."""

    path: str
    present: bool


@record(kw_only=True)
class KubeProxyRules(Fact):
    """How many KUBE-SVC rules of service kubernetes the host has (iptables-save, ipvsadm)."""

    count: int
    endpoints: tuple[str, ...] = ()
    """Where they lead, host:port each; empty: that was not shown."""


@record(kw_only=True)
class BackendRules(Fact):
    """How many rules of Calico or Kubernetes one backend of iptables holds on the host."""

    backend: str
    """`legacy` or `nft`."""
    of: str
    """`cali` or `KUBE`."""
    count: int


@record(kw_only=True)
class VxlanLink(Fact):
    """A VXLAN device of the host, as `ip -d link` shows it."""

    name: str
    vni: int
    port: int
    parent: str = ""
    """The link that carries it; empty where none is named."""


@record(kw_only=True)
class KubeProxyState(Fact):
    """How the node's kube-proxy does, by the list of pods."""

    ready: bool
    status: str
    restarts: int = 0
