"""Facts about a host before Calico runs on it."""

from datetime import datetime
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class Mount:
    """One line of mountinfo."""

    point: str
    kind: str
    """ext4, tmpfs, bpf, cgroup2 …"""
    options: tuple[str, ...]
    """`ro`, `noexec` and the like; those of the mount and those of its file system."""
    shared: bool
    """What is mounted below shows in containers, and what containers mount shows here."""


@record(kw_only=True)
class MountTable(Fact):
    """The mounts of the host's first process, without those of containers and pods, in their order."""

    single: ClassVar[bool] = True
    mounts: tuple[Mount, ...]


@record(kw_only=True)
class CpuFlags(Fact):
    """What the processor can do, as the kernel names it."""

    single: ClassVar[bool] = True
    flags: tuple[str, ...]


@record(kw_only=True)
class KernelOffers(Fact):
    """The modules that were looked for in the kernel's own lists, and those that it has, loaded or not."""

    single: ClassVar[bool] = True
    asked: tuple[str, ...]
    there: tuple[str, ...]


@record(kw_only=True)
class DatagramSocket(Fact):
    """A row of `ss -lunp` or netstat: a program receives UDP packets there."""

    port: int
    address: str = ""
    process: str = ""


@record(kw_only=True)
class LocalhostNamed(Fact):
    """What /etc/hosts says of `localhost`; empty where the file has no word of it."""

    single: ClassVar[bool] = True
    addresses: tuple[str, ...]


@record(kw_only=True)
class ClockCompared(Fact):
    """The host's clock beside that of the API server, read in the same breath."""

    single: ClassVar[bool] = True
    own: datetime
    server: datetime


@record(kw_only=True)
class InotifyInUse(Fact):
    """How many inotify instances all processes of the host hold."""

    single: ClassVar[bool] = True
    count: int


@record(kw_only=True)
class ThreadsInUse(Fact):
    """How many threads the kernel runs, which is how many process numbers are taken."""

    single: ClassVar[bool] = True
    count: int


@record(kw_only=True)
class SwapSpace(Fact):
    """`free`: swap that is switched on, in MiB; 0 where there is none."""

    single: ClassVar[bool] = True
    total: int


@record(kw_only=True)
class HostSetting(Fact):
    """A line of a host program's own configuration file."""

    intent: ClassVar[bool] = True
    name: str
    """`ufw.ENABLED`, `NetworkManager.unmanaged-devices`, `containerd.bin_dir`, `containerd.disabled_plugins`."""
    value: str
