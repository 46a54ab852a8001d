"""What a kubelet answers, in its own words, and what becomes of it."""

import json
from collections.abc import Iterator, Mapping

import pytest

from calicovet.model.evidence import EvidenceKind, GapReason, Snapshot
from calicovet.model.facts import (
    ContainerCgroup,
    CpuThrottled,
    CpuUsed,
    Fact,
    KubeletCgroupDriver,
    TopConsumer,
)
from calicovet.parse.all_parsers import parse
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.collectors.kubelet import Reply, ask_kubelet
from calicovet.world.collectors.kubelet_shapes import (
    MetricsPicker,
    pick_metrics,
    shape_configz,
    shape_stats,
)
from calicovet.world.collectors.kubelet_sources import Source, sources_for

Kind = EvidenceKind

LISTING = (
    b'<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n'
    b'<a href="calico/">calico/</a>\n<a href="kern.log">kern.log</a>\n<a href="syslog">syslog</a>\n</pre>\n'
)
OLD_LISTING = b'<pre>\n<a href="messages">messages</a>\n</pre>\n'
JOURNAL = b"Nov 16 08:14:28.123456 n1 kubelet[812]: E1116 08:14:28.123 812 kubelet.go:1] boom\n"
NOT_GRANTED = (
    b'nodes "n1" is forbidden: User "eve" cannot get resource "nodes/proxy" in API group ""'
    b" at the cluster scope"
)
NOT_OURS = b"Forbidden (user=kube-apiserver, verb=get, resource=nodes, subresource=[proxy])"
NO_ROAD = b"error trying to reach service: dial tcp 10.0.0.7:10250: connect: connection refused"
HEX = "0123456789abcdef" * 4
PATH = f"/kubepods.slice/kubepods-pod3f.slice/cri-containerd-{HEX}.scope"


class Kubelet:
    """Answers from a table, and remembers what it was asked."""

    def __init__(self, replies: Mapping[str, Reply], default: Reply | None = None) -> None:
        self._replies = replies
        self._default = default or Reply(status=404, chunks=(b"404 page not found\n",))
        self.asked: list[str] = []

    def __call__(self, source: Source) -> Reply:
        self.asked.append(source.below)
        return self._replies.get(source.below, self._default)

    def tell(self, *kinds: Kind, runtime: str = "containerd://1.7.2") -> Snapshot:
        return ask_kubelet(kinds, "n1", self, EvidenceWriter().piece, runtime=runtime)


def ok(body: bytes, status: int = 200) -> Reply:
    return Reply(status=status, chunks=(body,))


def query(unit: str) -> str:
    return f"logs/?query={unit}&tailLines=2000"


def facts_of(snapshot: Snapshot) -> list[Fact]:
    return [fact for piece in snapshot.evidence for fact in parse(piece) if isinstance(fact, Fact)]


# The kubelet's configuration


def test_configz_becomes_an_object_that_the_reader_of_objects_knows() -> None:
    body = b'{"kubeletconfig":{"staticPodURL":"x","cgroupDriver":"systemd","port":10250}}'
    snapshot = Kubelet({"configz": ok(body)}).tell(Kind.KUBELET_CONFIG)
    (piece,) = snapshot.evidence
    assert piece.kind is Kind.OBJECTS
    assert piece.whole
    assert piece.taken_by == "kubectl get --raw /api/v1/nodes/n1/proxy/configz"
    assert piece.about.node == "n1"
    assert facts_of(snapshot) == [KubeletCgroupDriver(driver="systemd")]


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"kubeletconfig": 7}', b"\xff\xfe"])
def test_what_is_no_configuration_is_a_gap(body: bytes) -> None:
    assert shape_configz(body) == ""
    snapshot = Kubelet({"configz": ok(body)}).tell(Kind.KUBELET_CONFIG)
    assert [gap.reason for gap in snapshot.gaps] == [GapReason.ABSENT]
    assert "cgroupDriver" in snapshot.gaps[0].how_to_close


# Figures


def summary(pods: int) -> bytes:
    def figures(cores: int, memory: int) -> dict[str, object]:
        return {
            "cpu": {"time": "2026-11-16T08:14:28Z", "usageNanoCores": cores},
            "memory": {"workingSetBytes": memory, "rssBytes": 1, "pageFaults": 9},
        }

    return json.dumps(
        {
            "node": {
                "nodeName": "n1",
                **figures(3_900_000_000, 5 << 30),
                "network": {"interfaces": [{"name": "eth0"}] * 200},
                "systemContainers": [
                    {"name": name, **figures(1000, 1 << 20)} for name in ("kubelet", "misc", "pods")
                ],
            },
            "pods": [
                {
                    "podRef": {"name": f"p{number}", "namespace": "ns", "uid": "u" * 36},
                    "containers": [{"name": "c", **figures(number, number)}] * 3,
                    **figures(number * 10_000_000, (pods - number) << 20),
                }
                for number in range(pods)
            ],
        }
    ).encode()


def test_a_summary_of_many_pods_becomes_a_few_lines_of_json() -> None:
    text = shape_stats(summary(110))
    assert len(text) < 3000
    kept = json.loads(text)
    assert [pod["podRef"]["name"] for pod in kept["pods"]] == [
        *("p109", "p108", "p107"),
        *("p2", "p1", "p0"),
    ]
    assert [one["name"] for one in kept["node"]["systemContainers"]] == ["kubelet"]


def test_a_summary_shows_what_the_node_uses_and_which_pod_uses_most() -> None:
    found = facts_of(Kubelet({"stats/summary": ok(summary(30))}).tell(Kind.MEMORY, Kind.DISKS))
    assert CpuUsed(cores=3.9) in found
    assert TopConsumer(name="ns/p29", cores=0.29, memory=1) in found


def test_one_answer_serves_all_that_ask_for_it() -> None:
    kubelet = Kubelet({"stats/summary": ok(summary(1))})
    snapshot = kubelet.tell(Kind.MEMORY, Kind.DISKS, Kind.KUBELET_STATS)
    assert kubelet.asked == ["stats/summary"]
    assert len(snapshot.evidence) == 1 and not snapshot.gaps


# cAdvisor


def series(name: str, pod: str, value: int, path: str = PATH) -> str:
    labels = f'container="calico-node",cpu="total",id="{path}",image="i@sha256:1",name="k"'
    return f'{name}{{{labels},namespace="kube-system",pod="{pod}"}} {value} 1700000000000\n'


def cadvisor(others: int = 40) -> bytes:
    periods = "container_cpu_cfs_periods_total"
    throttled = "container_cpu_cfs_throttled_periods_total"
    used = "container_cpu_usage_seconds_total"
    lines = [
        f"# HELP {periods} Number of elapsed enforcement period intervals.\n",
        series(periods, "calico-node-x7k2p", 1200),
        f"# HELP {throttled} Number of throttled period intervals.\n",
        series(throttled, "calico-node-x7k2p", 900),
        f"# HELP {used} Cumulative cpu time consumed in seconds.\n",
        *(
            series(used, f"web-{number}", 3, PATH.replace("0123", f"{number:04x}"))
            for number in range(others)
        ),
        series(used, "calico-node-x7k2p", 7),
        series(used, "", 7, "/system.slice/sshd.service"),
        "# HELP container_file_descriptors Number of open file descriptors for the container.\n",
        series("container_file_descriptors", "calico-node-x7k2p", 7) * others,
    ]
    return "".join(lines).encode()


def in_chunks(body: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


def test_of_all_metrics_a_handful_of_lines_is_kept() -> None:
    snapshot = Kubelet({"metrics/cadvisor": ok(cadvisor())}).tell(Kind.CGROUP_PATHS, Kind.CPU_STAT)
    (piece,) = snapshot.evidence
    assert piece.whole and piece.content.count("\n") == 5
    found = facts_of(snapshot)
    assert ContainerCgroup(path=PATH) in found
    assert CpuThrottled(periods=1200, throttled=900) in found


@pytest.mark.parametrize("size", [1, 7, 100, 4096])
def test_lines_are_picked_alike_however_the_bytes_arrive(size: int) -> None:
    assert pick_metrics(in_chunks(cadvisor(), size)) == pick_metrics((cadvisor(),))


def test_nothing_more_is_fetched_once_all_that_is_wanted_has_gone_by() -> None:
    chunks = in_chunks(cadvisor(others=2000), 4096)
    _, passed = pick_metrics(chunks)
    assert passed
    assert sum(len(chunk) for chunk in chunks) > 100_000


def test_metrics_that_end_too_soon_are_not_whole() -> None:
    body = cadvisor()
    snapshot = Kubelet({"metrics/cadvisor": ok(body[: len(body) // 4])}).tell(Kind.CGROUP_PATHS)
    assert [piece.whole for piece in snapshot.evidence] == [False]


def test_a_line_without_end_is_not_kept_in_memory() -> None:
    picker = MetricsPicker()
    for _ in range(64):
        picker.take(b"x" * (1 << 16))
    assert picker.lines == ()


# Journals and log files


def test_the_journal_is_asked_for_first() -> None:
    kubelet = Kubelet({query("kubelet"): ok(JOURNAL)})
    (piece,) = kubelet.tell(Kind.KUBELET_JOURNAL).evidence
    assert piece.kind is Kind.KUBELET_JOURNAL
    assert not piece.whole
    assert piece.taken_by == (
        "kubectl get --raw '/api/v1/nodes/n1/proxy/logs/?query=kubelet&tailLines=2000'"
    )
    assert kubelet.asked == [query("kubelet")]


def test_the_runtime_decides_whose_journal_it_is() -> None:
    def asked(runtime: str) -> list[str]:
        return [
            source.file for source in sources_for(Kind.RUNTIME_JOURNAL, runtime) if source.query
        ]

    assert asked("containerd://1.7.2") == ["containerd"]
    assert asked("docker://20.10.7") == ["docker", "containerd"]
    assert asked("cri-o://1.28.0") == ["crio"]
    assert asked("") == ["containerd", "docker", "crio"]


def test_a_kubelet_without_log_query_lists_its_files_and_only_those_are_asked_for() -> None:
    kubelet = Kubelet({query("kubelet"): ok(LISTING), "logs/syslog": ok(b"cut off\nline\n", 206)})
    snapshot = kubelet.tell(Kind.KUBELET_JOURNAL, Kind.RUNTIME_JOURNAL)
    assert [piece.kind for piece in snapshot.evidence] == [Kind.SYSTEM_JOURNAL]
    assert kubelet.asked == [query("kubelet"), "logs/syslog"]
    assert not snapshot.gaps


def test_without_query_and_without_files_the_setting_is_named() -> None:
    snapshot = Kubelet({query("kubelet"): ok(OLD_LISTING)}).tell(Kind.KUBELET_JOURNAL)
    (gap,) = snapshot.gaps
    assert gap.reason is GapReason.NOT_CONFIGURED
    assert "enableSystemLogQuery: true" in gap.how_to_close
    assert "on n1: journalctl -u kubelet" in gap.how_to_close


def test_the_end_of_a_file_is_asked_for_and_a_cut_line_goes() -> None:
    source = next(each for each in sources_for(Kind.KERNEL_LOG) if each.tail)
    assert source.range_header == ("Range", f"bytes=-{source.bound}")
    whole, cut = b"first\nlast\n", b"x" * (source.bound - 5) + b"\nlast"
    for body, first in ((whole, "first"), (cut, "last")):
        (piece,) = Kubelet({"logs/kern.log": ok(body, 206)}).tell(Kind.KERNEL_LOG).evidence
        assert piece.content.split("\n")[0] == first


@pytest.mark.parametrize(
    "words",
    [
        b"\noptions present and query resolved to log files for [kubelet]\ntry without specifying options\n",
        b"\nlog not found for kubelet\n",
        b"-- No entries --\n",
        b"\nerror: journal output not available\n",
    ],
)
def test_words_in_place_of_a_log_are_no_log(words: bytes) -> None:
    snapshot = Kubelet({query("kubelet"): ok(words)}).tell(Kind.KUBELET_JOURNAL)
    assert not snapshot.evidence
    assert [gap.reason for gap in snapshot.gaps] == [GapReason.ABSENT]


def test_secrets_in_a_log_do_not_become_evidence() -> None:
    line = b"Nov 16 08:14:28 n1 kubelet[8]: Authorization: Bearer abcdefghijklmnopqrstuvwxyz\n"
    (piece,) = Kubelet({query("kubelet"): ok(line)}).tell(Kind.KUBELET_JOURNAL).evidence
    assert "abcdefghijkl" not in piece.content


def test_the_plugins_own_log_says_whose_it_is() -> None:
    body = b"2026-11-16 08:14:28.123 [ERROR][77] cni-plugin/plugin.go 1: boom\n"
    (piece,) = Kubelet({"logs/calico/cni/cni.log": ok(body)}).tell(Kind.OTHER_LOG).evidence
    assert piece.kind is Kind.OTHER_LOG
    assert piece.about.container == "cni-plugin"


# How it says no


def test_what_may_not_be_asked_is_asked_once_and_the_rule_is_named() -> None:
    kubelet = Kubelet({}, Reply(status=403, chunks=(NOT_GRANTED,)))
    snapshot = kubelet.tell(Kind.KUBELET_CONFIG, Kind.CGROUP_PATHS, Kind.KUBELET_JOURNAL)
    assert kubelet.asked == ["configz"]
    assert [gap.reason for gap in snapshot.gaps] == [GapReason.FORBIDDEN] * 3
    assert all("nodes/proxy" in gap.how_to_close for gap in snapshot.gaps)
    assert "journalctl" in snapshot.gaps[2].how_to_close


def test_a_kubelet_that_refuses_the_api_server_needs_another_grant() -> None:
    (gap,) = Kubelet({}, Reply(status=403, chunks=(NOT_OURS,))).tell(Kind.KUBELET_CONFIG).gaps
    assert "system:kubelet-api-admin" in gap.how_to_close


def test_a_dead_kubelet_is_asked_once() -> None:
    kubelet = Kubelet({}, Reply(status=502, chunks=(NO_ROAD,)))
    snapshot = kubelet.tell(Kind.KUBELET_CONFIG, Kind.MEMORY)
    assert kubelet.asked == ["configz"]
    assert [gap.reason for gap in snapshot.gaps] == [GapReason.UNREACHABLE] * 2


def test_figures_that_hang_do_not_keep_the_logs_back() -> None:
    late = Reply(failure=GapReason.TIMED_OUT, detail="no answer in 5 s")
    kubelet = Kubelet({"stats/summary": late, query("containerd"): ok(JOURNAL)})
    snapshot = kubelet.tell(Kind.MEMORY, Kind.RUNTIME_JOURNAL)
    assert [gap.reason for gap in snapshot.gaps] == [GapReason.TIMED_OUT]
    assert [piece.kind for piece in snapshot.evidence] == [Kind.RUNTIME_JOURNAL]


def test_a_kubelet_that_hangs_is_waited_for_twice() -> None:
    kubelet = Kubelet({}, Reply(failure=GapReason.TIMED_OUT))
    snapshot = kubelet.tell(Kind.MEMORY, Kind.KUBELET_CONFIG, Kind.CPU_STAT, Kind.KERNEL_LOG)
    assert kubelet.asked == ["stats/summary", "configz"]
    assert len(snapshot.gaps) == 4


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        (b"logs endpoint is disabled.\n", "enableSystemLogHandler: true"),
        (b"Debug endpoints are disabled.\n", "enableDebuggingHandlers: true"),
    ],
)
def test_logs_that_are_switched_off_name_the_switch(words: bytes, setting: str) -> None:
    snapshot = Kubelet({}, Reply(status=405, chunks=(words,))).tell(Kind.KUBELET_JOURNAL)
    (gap,) = snapshot.gaps
    assert gap.reason is GapReason.NOT_CONFIGURED
    assert setting in gap.how_to_close


def test_what_no_kubelet_serves_is_left_to_the_host() -> None:
    kubelet = Kubelet({})
    (gap,) = kubelet.tell(Kind.IP_ADDR).gaps
    assert not kubelet.asked
    assert gap.how_to_close == "on n1: ip addr"


def test_every_kind_has_bounded_sources() -> None:
    served = [sources for kind in Kind if (sources := sources_for(kind))]
    assert served
    for sources in served:
        assert all(0 < source.bound <= 32 << 20 for source in sources)
