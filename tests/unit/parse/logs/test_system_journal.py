from datetime import UTC, datetime, timedelta, timezone

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    ApiCallFailed,
    CniPluginSaid,
    Fact,
    Failure,
    KernelSaid,
    KubeletSaid,
    ProbeFailed,
    RuntimeSaid,
    Unreadable,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.logs.system_journal import read_journal

DOCKER = """\
Jan 12 13:58:02 node1 dockerd[1211]: time="2023-01-12T13:58:02.118442761+08:00" level=warning msg="grpc: addrConn.createTransport failed to connect to {unix:///run/containerd/containerd.sock  <nil> 0 <nil>}. Err :connection error: desc = \\"transport: Error while dialing dial unix:///run/containerd/containerd.sock: timeout\\". Reconnecting..." module=grpc
Jan 12 14:00:00 node1 dockerd[1211]: transport is closing
Jan 12 14:41:20 node1 dockerd[1211]: time="2023-01-12T14:41:20.512204113+08:00" level=error msg="failed to process event" container=e9b69c3f1449e9e4e5bf error="could not find container" event=exit module=libcontainerd
"""


def read(
    text: str,
    kind: EvidenceKind = EvidenceKind.KUBELET_JOURNAL,
    about: Subject = NO_SUBJECT,
    taken_at: datetime | None = None,
) -> list[Fact | Unreadable]:
    """All but the failures, which stand beside most messages."""
    evidence = Evidence(id="e", kind=kind, content=text, about=about, taken_at=taken_at)
    return [fact for fact in read_journal(evidence) if not isinstance(fact, Failure)]


def test_dockers_loss_of_containerd_is_told_about_the_host_that_the_lines_name() -> None:
    found = [
        fact for fact in read(DOCKER, EvidenceKind.RUNTIME_JOURNAL) if isinstance(fact, RuntimeSaid)
    ]
    assert [fact.key for fact in found] == [
        "rt-runtime-hung:containerd-socket",
        "rt-runtime-hung:transport",
        "rt-runtime-hung:exit-lost",
    ]
    assert {fact.about.node for fact in found} == {"node1"}
    assert found[2].detail("container") == "e9b69c3f1449e9e4e5bf"


def test_the_journals_own_time_takes_year_and_zone_from_a_line_that_has_them() -> None:
    found = read(DOCKER, EvidenceKind.RUNTIME_JOURNAL)[1]
    assert isinstance(found, RuntimeSaid)
    assert found.at == datetime(2023, 1, 12, 14, tzinfo=timezone(timedelta(hours=8)))


def test_without_a_zone_no_time_is_told() -> None:
    line = "Jan 12 14:00:00 node1 dockerd[1211]: transport is closing"
    for taken_at in (None, datetime(2024, 1, 13, tzinfo=UTC)):
        (found,) = read(line, EvidenceKind.RUNTIME_JOURNAL, taken_at=taken_at)
        assert isinstance(found, RuntimeSaid)
        assert found.at is None


def test_a_node_that_is_known_stands() -> None:
    (found,) = read("Jan 12 14:00:00 x dockerd[1]: transport is closing", about=Subject(node="n1"))
    assert isinstance(found, RuntimeSaid)
    assert found.about.node == "n1"


def test_a_bare_line_of_the_kubelets_journal_is_the_kubelets_word() -> None:
    (found,) = read('Get "https://10.0.0.1:6443/api/v1/nodes": dial tcp 10.0.0.1:6443: i/o timeout')
    assert isinstance(found, ApiCallFailed)
    assert (found.process, found.about) == ("kubelet", NO_SUBJECT)


def test_the_kubelet_reports_probes_and_pleg() -> None:
    text = (
        'Jan 12 14:00:00 n1 kubelet[9]: I0112 14:00:00.000000 9 prober.go:107] "Probe failed" probeType="Liveness"'
        ' pod="kube-system/calico-node-x" podUID=1 containerName="calico-node" probeResult=failure output="boom"\n'
        "Jan 12 14:00:01 n1 kubelet[9]: PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s"
    )
    probe, pleg = read(text)
    assert isinstance(probe, ProbeFailed)
    assert (probe.about.container, probe.about.pod, probe.about.node) == (
        "calico-node",
        "calico-node-x",
        "n1",
    )
    assert isinstance(pleg, KubeletSaid)
    assert (pleg.key, pleg.detail("ago"), pleg.about.container) == ("rt-pleg-unhealthy", "3m5s", "")


def test_the_kernel_reports_the_process_it_killed() -> None:
    (found,) = read(
        "[1.2] oom-kill:constraint=CONSTRAINT_MEMCG,task=calico-node,pid=4", EvidenceKind.KERNEL_LOG
    )
    assert isinstance(found, KernelSaid)
    assert found.detail("process") == "calico-node"


REFUSED = 'E1116 12:01:40.414619     153 log.go:32] "StopPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to destroy network for sandbox \\"fb04\\": plugin type=\\"loopback\\" failed (delete): fork/exec /opt/cni/bin/loopback: permission denied"\n'
VOLUME = 'I1116 12:0{minute}:10.680385     153 reconciler_common.go:299] "Volume detached for volume \\"cni-net-dir\\" on node \\"node-1\\""\n'


def test_what_the_kubelet_says_of_the_plugin_up_to_the_end_still_holds() -> None:
    found = read(REFUSED + VOLUME.format(minute=2))
    assert [fact.key for fact in found if isinstance(fact, CniPluginSaid)] == ["cni-noexec-mount"]


def test_what_the_kubelet_has_not_said_again_for_minutes_is_over() -> None:
    found = read(REFUSED + VOLUME.format(minute=4))
    assert not [fact for fact in found if isinstance(fact, CniPluginSaid)]


MISSING_KEY = "couldn't find key calico_backend in ConfigMap kube-system/calico-config"
SKIPPED = f'E1116 11:51:57.731190 13782 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"upgrade-ipam\\" with CreateContainerConfigError: \\"{MISSING_KEY}\\"" pod="kube-system/{{}}" podUID="e7cbebf5"'
UNHANDLED = f'E1116 11:51:57.731153 13782 kuberuntime_manager.go:1449] "Unhandled Error" err="init container upgrade-ipam start failed in pod {{}}_kube-system(e7cbebf5-caa4): CreateContainerConfigError: {MISSING_KEY}" logger="UnhandledError"'


@pytest.mark.parametrize("line", [SKIPPED, UNHANDLED])
def test_what_the_kubelet_says_of_a_calico_node_pod_is_about_that_pod(line: str) -> None:
    (said,) = read(line.format("calico-node-sd2c5"))
    assert isinstance(said, KubeletSaid)
    assert (said.about.namespace, said.about.pod) == ("kube-system", "calico-node-sd2c5")
    # Trouble that others have may be the node's.
    (others,) = read(line.format("coredns-66f-z8tjq"))
    assert isinstance(others, KubeletSaid)
    assert others.about.pod == ""


def test_what_the_runtime_has_not_said_again_for_minutes_is_over() -> None:
    failed = 'time="2026-11-16T12:01:40.414Z" level=error msg="RunPodSandbox failed, error" error="plugin type=\\"loopback\\" failed (add): fork/exec /opt/cni/bin/loopback: permission denied"\n'
    later = 'time="2026-11-16T12:{minute}:10.200Z" level=info msg="StopPodSandbox returns successfully"\n'
    for minute, keys in (("02", ["cni-noexec-mount"]), ("31", [])):
        found = read(failed + later.format(minute=minute), EvidenceKind.RUNTIME_JOURNAL)
        assert [fact.key for fact in found if isinstance(fact, CniPluginSaid)] == keys


def test_what_the_kubelet_wrote_in_several_lines_is_of_the_pod_that_closes_them() -> None:
    text = """\
E1116 19:29:36.289910   20004 kuberuntime_container.go:748] "PreStop hook failed" err=<
\tcommand '/bin/calico-node -shutdown' exited with 2: runtime: failed to create new OS thread (have 4 already; errno=11)
\truntime: may need to increase max user processes (ulimit -u)
 > pod="kube-system/calico-node-zr2h5" podUID="216ab605" containerName="calico-node"
"""
    found = [fact for fact in read(text) if isinstance(fact, KubeletSaid)]
    assert [fact.about.pod for fact in found] == ["calico-node-zr2h5"]
    on_a_terminal = text.replace("\truntime", "\n\truntime").expandtabs()
    assert [fact.about.pod for fact in read(on_a_terminal) if isinstance(fact, KubeletSaid)] == [
        "calico-node-zr2h5"
    ]
    cut_off = text[: text.index(" > pod=")]
    assert [fact.about.pod for fact in read(cut_off) if isinstance(fact, KubeletSaid)] == [""]
