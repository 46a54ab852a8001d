"""The kubelet's metrics/cadvisor: cgroups, and CPU throttling of calico-node."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from calicovet.model.evidence import Evidence
from calicovet.model.facts import ContainerCgroup, CpuThrottled, Fact, Unreadable
from calicovet.model.subject import Subject
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_MAIN = "calico-node"
_OURS = r"(?:rke2-|k3s-)?(?:calico-node|canal)-"
_LABEL = r'(\w{1,40})="((?:[^"\\]|\\.){0,1000})"'
_SERIES = r"\s*(\w{1,100})\{(.*)\}\s+([0-9.eE+-]{1,30})(?:\s+\d+)?\s*$"
_CONTAINER = r"[0-9a-f]{64}(?:\.scope)?$"
_PERIODS = "container_cpu_cfs_periods_total"
_THROTTLED = "container_cpu_cfs_throttled_periods_total"


def read_metrics(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The cgroup of each container that the lines name, and the periods in which calico-node had to wait."""
    told: set[str] = set()
    periods: dict[str, int] = {}
    throttled: dict[str, tuple[int, int, Subject]] = {}
    for number, line in numbered(evidence):
        found = pattern(_SERIES).match(line)
        if found is None:
            continue
        labels = dict(pattern(_LABEL).findall(found[2]))
        path, about = labels.get("id", ""), _whose(evidence.about, labels)
        if not pattern(_CONTAINER).search(path):
            continue
        if path not in told:
            told.add(path)
            yield ContainerCgroup(path=path, about=about, cited=cite(evidence, number))
        if about.container != _MAIN:
            continue
        if found[1] == _PERIODS:
            periods[path] = _count(found[3])
        elif found[1] == _THROTTLED:
            throttled[path] = (_count(found[3]), number, about)
    for path, (count, number, about) in throttled.items():
        if path in periods:
            yield CpuThrottled(
                periods=periods[path],
                throttled=count,
                about=about,
                cited=cite(evidence, number),
            )


def _gives_in(evidence: Evidence) -> tuple[type[Fact], ...]:
    """What such lines count as having looked for: a container that does not run is not throttled."""
    if f'container="{_MAIN}"' in evidence.content:
        return (ContainerCgroup, CpuThrottled)
    return (ContainerCgroup,) if "{" in evidence.content else ()


def _whose(about: Subject, labels: Mapping[str, str]) -> Subject:
    """The container of calico-node's pod; of any other pod the path is only the node's own matter."""
    pod = labels.get("pod", "")
    if not pattern(_OURS).match(pod):
        return about
    container = labels.get("container", "")
    namespace = labels.get("namespace", "")
    return replace(about, namespace=namespace, pod=pod, container=container)


def _count(text: str) -> int:
    """Prometheus writes large counts as 1.234567e+06."""
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return 0


PARSER = Parser(
    read_metrics, gives=(ContainerCgroup, CpuThrottled), gives_in=_gives_in, messages=False
)
