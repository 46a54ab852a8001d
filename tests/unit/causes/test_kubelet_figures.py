"""What the kubelet's own figures add to what causes know."""

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.host.host_disk_full.cause import CAUSE as DISK_FULL
from calicovet.causes.host.host_overload_probe_kill.cause import CAUSE as OVERLOAD
from calicovet.diagnosis.engine import diagnose
from calicovet.model.cause import Strength
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import (
    CpuCount,
    CpuUsed,
    DiskFree,
    Fact,
    FelixHealth,
    KubeletSaid,
    LoadAverage,
    Milestone,
    MilestoneReached,
    Probe,
    ProbeFailed,
    TopConsumer,
)
from calicovet.model.finding import Verdict
from calicovet.model.subject import Subject
from tests.unit.causes.signs import case_of, only_sign, strength

CPUS = CpuCount(count=8)
FULL = CpuUsed(cores=7.9)
REFUSED = ProbeFailed(probe=Probe.LIVENESS, text="connection refused")
ENDED = MilestoneReached(milestone=Milestone.STARTUP_FINISHED, process="startup")
HOG = TopConsumer(name="batch/spark-7", cores=6.5)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((FULL, CPUS, REFUSED), Strength.HINTS),
        ((FULL, CPUS, REFUSED, ENDED), Strength.HINTS),
        ((CpuUsed(cores=6.0), CPUS, REFUSED), None),
        ((FULL, REFUSED), None),
        ((FULL, CPUS), None),
        ((FULL, CPUS, FelixHealth(live=True, ready=True)), Strength.DENIES),
    ],
)
def test_processors_all_in_use_only_fit_an_overload(
    facts: tuple[Fact, ...], expected: Strength | None
) -> None:
    assert strength(OVERLOAD, case_of(*facts)) is expected


def test_who_uses_most_is_named() -> None:
    load = LoadAverage(one=40, five=40, fifteen=40)
    sign = only_sign(OVERLOAD, case_of(load, CPUS, HOG, REFUSED, ENDED))
    assert sign is not None
    assert (sign.details["hog"], sign.details["hogged"]) == ("batch/spark-7", "6.5")


def test_who_uses_little_is_not_named() -> None:
    load = LoadAverage(one=40, five=40, fifteen=40)
    little = TopConsumer(name="shop/web-1", cores=0.4)
    sign = only_sign(OVERLOAD, case_of(load, CPUS, little, REFUSED, ENDED))
    assert sign is not None and "hog" not in sign.details


NO_SPACE = KubeletSaid(key="host-disk-full", details=(("path", "/var/lib/kubelet/pods/x"),))


@pytest.mark.parametrize("mount", ["nodefs", "imagefs"])
def test_the_file_systems_that_the_kubelet_watches_matter(mount: str) -> None:
    full = DiskFree(mount=mount, used_percent=100)
    assert strength(DISK_FULL, case_of(full)) is Strength.INDICATES
    assert strength(DISK_FULL, case_of(full, NO_SPACE)) is Strength.PROVES


def test_room_where_the_kubelet_looks_does_not_free_the_other_file_systems() -> None:
    roomy = (
        DiskFree(mount="nodefs", used_percent=40),
        DiskFree(mount="nodefs", used_percent=5, inodes=True),
    )
    assert strength(DISK_FULL, case_of(*roomy)) is None


PODS = """\
NAMESPACE     NAME                READY   STATUS    RESTARTS       AGE   IP         NODE   NOMINATED NODE   READINESS GATES
kube-system   calico-node-h2m6x   1/1     Running   0              40d   10.0.0.1   n1     <none>           <none>
kube-system   calico-node-x7k2p   0/1     Running   17 (90s ago)   62m   10.0.0.2   n2     <none>           <none>
"""
LOG = """\
2026-11-16 08:10:01.000 [INFO][77] felix/health.go 196: Overall health status changed newStatus=&health.HealthReport{Live:true, Ready:true}
2026-11-16 08:12:05.000 [INFO][77] felix/summary.go 100: Summarising 8 dataplane reconciliation loops over 1m2s
"""
HEX = "0123456789abcdef" * 4
SLICE = "kubepods-burstable-pod3f1c.slice"


def series(path: str, pod: str) -> str:
    labels = f'container="calico-node",id="{path}",namespace="kube-system",pod="{pod}"'
    return f"container_cpu_usage_seconds_total{{{labels}}} 7\n"


def piece(kind: EvidenceKind, content: str, order: int, about: Subject) -> Evidence:
    return Evidence(
        id=f"e{order}", kind=kind, content=content, about=about, whole=True, order=order
    )


@pytest.mark.parametrize(
    ("path", "verdict"),
    [
        (f"/system.slice/containerd.service/{SLICE}:cri-containerd:{HEX}", Verdict.PROVEN),
        (f"/kubepods.slice/{SLICE}/cri-containerd-{HEX}.scope", Verdict.RULED_OUT),
    ],
)
def test_the_cgroup_in_the_kubelets_metrics_decides_on_the_driver(
    path: str, verdict: Verdict
) -> None:
    log = Subject("n2", "kube-system", "calico-node-x7k2p", "calico-node", previous=True)
    metrics = series(path, "calico-node-x7k2p")
    snapshot = Snapshot(
        (
            piece(EvidenceKind.CALICO_LOG, LOG, 1, log),
            piece(EvidenceKind.KUBELET_METRICS, metrics, 2, Subject("n2")),
            piece(EvidenceKind.POD_TABLE, PODS, 3, Subject()),
        )
    )
    found = diagnose(snapshot, load_catalogue(), strict=True)
    (sick,) = (node for node in found.nodes if node.node == "n2")
    name = "rt-systemd-cgroup-silent-kill"
    assert next(each.verdict for each in sick.findings if each.name == name) is verdict
