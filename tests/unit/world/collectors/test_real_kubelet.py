"""What kubelets v1.34 with containerd 1.6 under cgroup v1 really answered through the node proxy."""

from pathlib import Path

from calicovet.model.evidence import EvidenceKind, GapReason, Snapshot
from calicovet.model.facts import (
    ContainerCgroup,
    CpuPressure,
    CpuUsed,
    DiskFree,
    Fact,
    KubeletCgroupDriver,
    MemoryFree,
    TopConsumer,
)
from calicovet.parse.all_parsers import parse
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.collectors.kubelet import Reply, ask_kubelet
from calicovet.world.collectors.kubelet_sources import Source

RECORDED = Path(__file__).parents[3] / "recorded" / "kubelet"


def answered(kind: EvidenceKind, file: str) -> Snapshot:
    """What becomes of a kubelet that answers everything with that file."""
    body = (RECORDED / file).read_bytes()

    def ask(source: Source) -> Reply:
        return Reply(chunks=(body,))

    return ask_kubelet([kind], "k3", ask, EvidenceWriter().piece, runtime="containerd://1.6.20")


def facts(kind: EvidenceKind, file: str) -> list[Fact]:
    found = answered(kind, file)
    assert found.gaps == ()
    return [fact for each in found.evidence for fact in parse(each) if isinstance(fact, Fact)]


def test_the_configuration_shows_the_cgroup_driver() -> None:
    found = facts(EvidenceKind.KUBELET_CONFIG, "configz.json")
    assert [fact.driver for fact in found if isinstance(fact, KubeletCgroupDriver)] == ["cgroupfs"]


def test_the_figures_tell_processors_memory_disks_and_who_uses_most() -> None:
    shown = {type(fact) for fact in facts(EvidenceKind.KUBELET_STATS, "summary.json")}
    assert shown >= {CpuUsed, MemoryFree, DiskFree, TopConsumer}


def test_pressure_that_cgroup_v1_does_not_count_is_not_told_as_none() -> None:
    """The host had `some avg10=97` when the kubelet gave these zeros."""
    assert '"avg10": 0' in (RECORDED / "summary.json").read_text()
    found = facts(EvidenceKind.KUBELET_STATS, "summary.json")
    assert [fact for fact in found if isinstance(fact, CpuPressure)] == []


def test_the_metrics_tell_where_calico_node_lives() -> None:
    found = facts(EvidenceKind.CGROUP_PATHS, "cadvisor.txt")
    ours = [
        fact
        for fact in found
        if isinstance(fact, ContainerCgroup) and fact.about.container == "calico-node"
    ]
    assert len(ours) == 1
    assert ours[0].path.startswith("/cv-k3/kubepods/burstable/pod")
    assert not ours[0].is_slice_under_cgroupfs


def test_containers_without_names_tell_the_form_of_their_paths() -> None:
    """cAdvisor looks for containerd at the usual socket only."""
    text = (RECORDED / "cadvisor-unusual-socket.txt").read_text()
    assert 'container="calico-node"' not in text
    found = facts(EvidenceKind.CGROUP_PATHS, "cadvisor-unusual-socket.txt")
    paths = [fact.path for fact in found if isinstance(fact, ContainerCgroup)]
    assert paths and all("/kubepods/" in path for path in paths)


def test_a_log_query_where_there_is_no_journal_is_no_log() -> None:
    found = answered(EvidenceKind.KUBELET_JOURNAL, "query-without-journal.txt")
    assert found.evidence == ()
    assert found.gaps[0].detail == "options present and query resolved to log files for [kubelet]"


def test_a_listing_instead_of_a_journal_says_that_log_query_is_off() -> None:
    found = answered(EvidenceKind.KUBELET_JOURNAL, "logs.html")
    assert found.evidence == ()
    assert found.gaps[0].reason is GapReason.NOT_CONFIGURED
    assert "enableSystemLogQuery: true" in found.gaps[0].how_to_close
