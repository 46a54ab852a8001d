"""Reduces the kubelet's answers to what is read."""

import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import Any

import msgspec

from calicovet.model.subject import CALICO_NODE
from calicovet.world.bundles.text_lines import decode
from calicovet.world.json_decoding import decode_as

_MOST = 3
_KEPT_OF_THE_NODE = ("kubelet", "runtime")
_OTHER_PODS = 3
"""So many containers of other pods show which driver the runtime uses where calico-node does not run."""


class _Configz(msgspec.Struct):
    kubeletconfig: dict[str, msgspec.Raw]


class _Share(msgspec.Struct, omit_defaults=True):
    avg10: float | None = None
    total: int | None = None

    @property
    def is_measured(self) -> bool:
        """Under cgroup v1 the kubelet gives zeros for what the kernel does not count."""
        return self.total != 0


class _Psi(msgspec.Struct, omit_defaults=True):
    some: _Share | None = None


class _Figures(msgspec.Struct, omit_defaults=True, rename="camel"):
    psi: _Psi | None = None

    def __post_init__(self) -> None:
        if self.psi is not None and self.psi.some is not None and not self.psi.some.is_measured:
            self.psi = None


class _Cpu(_Figures, omit_defaults=True, rename="camel"):
    usage_nano_cores: int | None = None


class _Memory(_Figures, omit_defaults=True, rename="camel"):
    available_bytes: int | None = None
    working_set_bytes: int | None = None


class _Disk(msgspec.Struct, omit_defaults=True, rename="camel"):
    available_bytes: int | None = None
    capacity_bytes: int | None = None
    inodes_free: int | None = None
    inodes: int | None = None


class _Runtime(msgspec.Struct, omit_defaults=True, rename="camel"):
    image_fs: _Disk | None = None


class _PodRef(msgspec.Struct):
    name: str
    namespace: str = ""


class _Container(msgspec.Struct, omit_defaults=True):
    name: str
    cpu: _Cpu | None = None
    memory: _Memory | None = None


class _Pod(msgspec.Struct, omit_defaults=True, rename="camel"):
    pod_ref: _PodRef
    cpu: _Cpu | None = None
    memory: _Memory | None = None


class _Node(msgspec.Struct, omit_defaults=True, rename="camel"):
    node_name: str = ""
    cpu: _Cpu | None = None
    memory: _Memory | None = None
    io: _Figures | None = None
    fs: _Disk | None = None
    runtime: _Runtime | None = None
    system_containers: list[_Container] = []


class _Summary(msgspec.Struct):
    node: _Node
    pods: list[_Pod] = []


_KEPT_SETTINGS = ("cgroupDriver",)


def shape_configz(body: bytes) -> str:
    """The kubelet's configuration as an object that says what it is; empty where it is none."""
    try:
        settings = decode_as(body, _Configz).kubeletconfig
    except msgspec.MsgspecError:
        return ""
    kept: dict[str, Any] = {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
    }
    kept |= {name: settings[name] for name in _KEPT_SETTINGS if name in settings}
    return msgspec.json.format(msgspec.json.encode(kept), indent=2).decode()


def shape_stats(body: bytes) -> str:
    """The summary with the node's own figures and the few that use most; empty where it is none."""
    try:
        summary = decode_as(body, _Summary)
    except msgspec.MsgspecError:
        return ""
    node = summary.node
    node.system_containers = [
        container for container in node.system_containers if container.name in _KEPT_OF_THE_NODE
    ]
    by_cores = nlargest(_MOST, summary.pods, key=_cores)
    by_memory = nlargest(_MOST, summary.pods, key=_working_set)
    pods = [pod for pod in summary.pods if pod in by_cores or pod in by_memory]
    pods.sort(key=_cores, reverse=True)
    return "\n".join(_laid_out(msgspec.to_builtins({"node": node, "pods": pods}))) + "\n"


def _cores(pod: _Pod) -> int:
    return (pod.cpu and pod.cpu.usage_nano_cores) or 0


def _working_set(pod: _Pod) -> int:
    return (pod.memory and pod.memory.working_set_bytes) or 0


def _laid_out(summary: dict[str, Any]) -> Iterator[str]:
    """JSON with one line for each thing that has figures, so that a line can be quoted."""
    yield "{"
    yield '  "node": {'
    node: dict[str, Any] = summary["node"]
    for place, (name, value) in enumerate(node.items(), 1):
        comma = "," if place < len(node) else ""
        if isinstance(value, list):
            yield from _listed(name, value, "    ", comma)
        else:
            yield f'    "{name}": {_on_one_line(value)}{comma}'
    yield "  },"
    yield from _listed("pods", summary["pods"], "  ", "")
    yield "}"


def _listed(name: str, values: Sequence[Any], indent: str, comma: str) -> Iterator[str]:
    yield f'{indent}"{name}": ['
    for place, value in enumerate(values, 1):
        yield f"{indent}  {_on_one_line(value)}{',' if place < len(values) else ''}"
    yield f"{indent}]{comma}"


def _on_one_line(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


_PATHS = b"container_cpu_usage_seconds_total{"
_THROTTLING = (
    b"container_cpu_cfs_periods_total{",
    b"container_cpu_cfs_throttled_periods_total{",
)
_WANTED = (_PATHS, *_THROTTLING)
_HELP = b"# HELP "
_LAST_WANTED = _PATHS[:-1]
_LONGEST = 1 << 16
_OURS = re.compile(rf"{CALICO_NODE}-")
_LABEL = re.compile(r'(?<!\w)(\w++)="((?:[^"\\]|\\.)*+)"')
_KEPT_LABELS = ("container", "id", "namespace", "pod")
_IN_A_POD = "kubepods"


class MetricsPicker:
    """Picks the few lines that are read out of megabytes of metrics, chunk by chunk."""

    def __init__(self) -> None:
        self._rest = b""
        self._ours: dict[str, None] = {}
        self._others: dict[str, None] = {}
        self._paths: set[str] = set()
        self.passed = False
        """Whether all that is wanted has gone by: the rest need not be fetched."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of calico-node's containers, then those of a few others."""
        return (*self._ours, *self._others)

    def take(self, chunk: bytes) -> None:
        *lines, rest = (self._rest + chunk).split(b"\n")
        # A line that does not end is none of ours.
        self._rest = rest if len(rest) <= _LONGEST else b""
        for line in lines:
            if line.startswith(_WANTED):
                self._pick(line)
            elif line.startswith(_HELP) and self._paths:
                # Families come in the order of their names.
                family = line[len(_HELP) :].partition(b" ")[0]
                self.passed = self.passed or family > _LAST_WANTED

    def end(self) -> None:
        """Takes a last line that has no end."""
        self.take(b"\n")

    def _pick(self, line: bytes) -> None:
        series, _, value = decode(line[:_LONGEST]).partition("} ")
        name, _, rest = series.partition("{")
        labels = _labels(rest)
        path, pod = labels.get("id", ""), labels.get("pod", "")
        # Where the runtime's socket is not the usual one, containers stand there without their names.
        if not _is_container(path) or not (pod or _IN_A_POD in path):
            return
        ours = _OURS.match(pod) is not None
        if not ours and (not line.startswith(_PATHS) or len(self._others) >= _OTHER_PODS):
            return
        kept = ",".join(f'{key}="{labels[key]}"' for key in _KEPT_LABELS if key in labels)
        found = self._ours if ours else self._others
        if line.startswith(_PATHS) and path in self._paths:
            return
        self._paths.add(path)
        found[f"{name}{{{kept}}} {value.split(' ')[0]}"] = None


def pick_metrics(chunks: Iterable[bytes]) -> tuple[str, bool]:
    """The wanted lines, and whether all of them went by before the chunks ended."""
    picker = MetricsPicker()
    for chunk in chunks:
        picker.take(chunk)
        if picker.passed:
            break
    else:
        picker.end()
    return "".join(f"{line}\n" for line in picker.lines), picker.passed


def _labels(text: str) -> dict[str, str]:
    return dict(_LABEL.findall(text))


def _is_container(path: str) -> bool:
    """Whether the last part of the path bears a container's name: 64 digits, with what stands before and behind."""
    name = path.rpartition("/")[2].removesuffix(".scope")
    identity = name[-64:]
    return len(identity) == 64 and set(identity) <= set("0123456789abcdef")
