"""What a kubelet can be asked for, and in which order."""

from collections.abc import Callable, Mapping
from functools import cache
from urllib.parse import urlencode

from calicovet.model.evidence import EvidenceKind
from calicovet.model.record import record

Kind = EvidenceKind

_TAIL = 1 << 20
_TAIL_LINES = 2000
"""As many lines of a journal as fit into the bound, whatever they say."""


@record(kw_only=True)
class Source:
    """One path below the node proxy, and what its answer becomes."""

    path: str
    query: tuple[tuple[str, str], ...] = ()
    kind: Kind
    bound: int
    """So many bytes are read at most."""
    tail: bool = False
    """The end of a file is wanted: ask for `range_header`."""
    container: str = ""
    """Who speaks in the log, where the kind does not say."""

    @property
    def file(self) -> str:
        """The log's name below /var/log, or that of the query; empty where it is no log."""
        if not self.path.startswith("logs/"):
            return ""
        return self.path.removeprefix("logs/") or dict(self.query)["query"]

    @property
    def below(self) -> str:
        """Path and query, as they stand behind `/proxy/`."""
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path

    @property
    def range_header(self) -> tuple[str, str] | None:
        """The header that asks for the last bytes only; the kubelet's file server knows it."""
        return ("Range", f"bytes=-{self.bound}") if self.tail else None


def proxy_path(node: str, source: Source) -> str:
    """The API path of the source on that node."""
    return f"/api/v1/nodes/{node}/proxy/{source.below}"


CONFIGZ = Source(path="configz", kind=Kind.OBJECTS, bound=1 << 20)
STATS = Source(path="stats/summary", kind=Kind.KUBELET_STATS, bound=8 << 20)
METRICS = Source(path="metrics/cadvisor", kind=Kind.KUBELET_METRICS, bound=32 << 20)

_UNITS: Mapping[str, tuple[str, ...]] = {
    "containerd": ("containerd",),
    "docker": ("docker", "containerd"),
    "cri-o": ("crio",),
}


def _journal(unit: str, kind: Kind) -> Source:
    query = (("query", unit), ("tailLines", str(_TAIL_LINES)))
    return Source(path="logs/", query=query, kind=kind, bound=2 * _TAIL)


def _file(name: str, kind: Kind, container: str = "") -> Source:
    return Source(path=f"logs/{name}", kind=kind, bound=_TAIL, tail=True, container=container)


# Which of the two a distribution has; both hold the lines of all units and of the kernel.
_SYSTEM = (_file("syslog", Kind.SYSTEM_JOURNAL), _file("messages", Kind.SYSTEM_JOURNAL))
CNI_LOG = _file("calico/cni/cni.log", Kind.OTHER_LOG, "cni-plugin")


def _runtime_journal(runtime: str) -> tuple[Source, ...]:
    units = _UNITS.get(runtime.partition("://")[0], ("containerd", "docker", "crio"))
    return (
        *(_journal(unit, Kind.RUNTIME_JOURNAL) for unit in units),
        *(_file(f"{unit}.log", Kind.RUNTIME_JOURNAL) for unit in units),
        *_SYSTEM,
    )


_SOURCES: Mapping[Kind, Callable[[str], tuple[Source, ...]]] = {
    Kind.KUBELET_CONFIG: lambda _: (CONFIGZ,),
    Kind.KUBELET_STATS: lambda _: (STATS,),
    Kind.MEMORY: lambda _: (STATS,),
    Kind.DISKS: lambda _: (STATS,),
    Kind.KUBELET_METRICS: lambda _: (METRICS,),
    Kind.CGROUP_PATHS: lambda _: (METRICS,),
    Kind.CPU_STAT: lambda _: (METRICS,),
    Kind.KUBELET_JOURNAL: lambda _: (
        _journal("kubelet", Kind.KUBELET_JOURNAL),
        _file("kubelet.log", Kind.KUBELET_JOURNAL),
        *_SYSTEM,
    ),
    Kind.RUNTIME_JOURNAL: _runtime_journal,
    # The kernel is no unit, so the node log query has nothing of it.
    Kind.KERNEL_LOG: lambda _: (
        _file("kern.log", Kind.KERNEL_LOG),
        _file("dmesg", Kind.KERNEL_LOG),
        *_SYSTEM,
    ),
    Kind.OTHER_LOG: lambda _: (CNI_LOG,),
}


@cache
def sources_for(kind: Kind, runtime: str = "") -> tuple[Source, ...]:
    """Where to ask for that kind, best first; one answer is enough. `runtime` is the node's `containerd://1.7.2`."""
    found = _SOURCES.get(kind)
    return found(runtime) if found else ()
