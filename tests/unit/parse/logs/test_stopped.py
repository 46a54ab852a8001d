"""A complaint that is repeated as long as it holds is over where its journal goes on without it."""

import pytest

from calicovet.api import diagnose_text
from calicovet.model.diagnosis import NodeState
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CniPluginSaid,
    Fact,
    FelixSaid,
    KernelSaid,
    KubeletSaid,
    RuntimeSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.parse.all_parsers import parse

PLEG = (
    'Feb 03 04:00:09 edge-2 kubelet[800]: E0203 04:00:09.100000 800 kubelet.go:2341] "Skipping pod synchronization" '
    'err="PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s"'
)
SYNC = 'Feb 03 {} edge-2 kubelet[800]: I0203 {}.100000 800 kubelet.go:2421] "SyncLoop DELETE" source="api" pods=["shop/web"]'
FULL = "[Mon Feb  3 05:00:00 2025] nf_conntrack: nf_conntrack: table full, dropping packet"
LINK = "[Mon Feb  3 {} 2025] IPv6: ADDRCONF(NETDEV_CHANGE): cali1234567890a: link becomes ready"
TUNNEL = "2025-02-01 06:30:09.120 [WARNING][61] felix/ipip_mgr.go 113: Failed to add IPIP tunnel device error=exit status 1"
SUMMARY = "2025-02-01 {} [INFO][61] felix/summary.go 100: Summarising 12 dataplane reconciliation loops over 1m3.1s"


def _read(kind: EvidenceKind, *lines: str) -> list[Fact]:
    content = "\n".join(lines)
    found = parse(Evidence(id="one", kind=kind, content=content, source="one"))
    return [each for each in found if isinstance(each, Fact)]


@pytest.mark.parametrize(("later", "stands"), [("04:01:09", True), ("09:31:52", False)])
def test_a_kubelet_that_syncs_its_pods_again_has_left_its_complaint_behind(
    later: str, stands: bool
) -> None:
    facts = _read(EvidenceKind.KUBELET_JOURNAL, PLEG, SYNC.format(later, later))
    assert any(isinstance(fact, KubeletSaid) for fact in facts) is stands
    [failure] = [fact for fact in facts if isinstance(fact, Failure)]
    assert failure.over is not stands


@pytest.mark.parametrize(("later", "stands"), [("05:00:30", True), ("07:00:00", False)])
def test_a_full_table_is_over_where_the_kernel_goes_on_without_it(later: str, stands: bool) -> None:
    facts = _read(EvidenceKind.KERNEL_LOG, FULL, LINK.format(later))
    assert any(isinstance(fact, KernelSaid) for fact in facts) is stands


@pytest.mark.parametrize(("later", "stands"), [("06:30:30.001", True), ("07:59:00.001", False)])
def test_a_device_that_felix_asks_for_no_more_is_there(later: str, stands: bool) -> None:
    facts = _read(EvidenceKind.CALICO_LOG, TUNNEL, SUMMARY.format(later))
    assert any(isinstance(fact, FelixSaid) for fact in facts) is stands


def test_the_plugin_no_longer_waits_where_the_kubelet_saw_calico_node_ready() -> None:
    refused = (
        'Feb 03 06:29:19 edge-2 kubelet[800]: E0203 06:29:19.100000 800 remote_runtime.go:193] "RunPodSandbox from runtime '
        'service failed" err="failed to setup network for sandbox: plugin type=\\"calico\\" failed (add): stat '
        '/var/lib/calico/nodename: no such file or directory"'
    )
    ready = (
        'Feb 03 06:29:50 edge-2 kubelet[800]: I0203 06:29:50.100000 800 kubelet.go:2421] "SyncLoop (probe)" '
        'probe="readiness" status="ready" pod="kube-system/calico-node-x7k2p"'
    )
    waiting = _read(EvidenceKind.KUBELET_JOURNAL, refused)
    assert any(isinstance(fact, CniPluginSaid | Failure) for fact in waiting)
    ended = _read(EvidenceKind.KUBELET_JOURNAL, refused, ready)
    assert all(fact.over for fact in ended if isinstance(fact, Failure))


CALL = (
    "2025-02-02 11:12:01.101 [WARNING][61] felix/watchercache.go 202: Failed to perform list of current data during resync "
    'ListRoot="/calico/resources/v3/projectcalico.org/bgppeers" error=Get '
    '"https://10.96.0.1:443/apis/crd.projectcalico.org/v1/bgppeers?limit=500": net/http: TLS handshake timeout'
)
IN_SYNC = "2025-02-03 09:57:59.001 [INFO][61] felix/summary.go 100: Summarising 12 dataplane reconciliation loops over 1m3.1s"


def test_a_call_of_felix_that_failed_once_is_over_where_felix_is_in_sync_later() -> None:
    found = diagnose_text(f"$ kubectl -n kube-system logs calico-node-x7k2p\n{CALL}\n{IN_SYNC}\n")
    assert found.summary.causes == ()
    assert all(node.state is not NodeState.SICK for node in found.nodes)
    alone = diagnose_text(f"$ kubectl -n kube-system logs calico-node-x7k2p\n{CALL}\n")
    assert [node.state for node in alone.nodes] == [NodeState.SICK]


NO_NETWORK = (
    'E0203 04:00:09.100000     800 kuberuntime_sandbox.go:71] "Failed to create sandbox for pod" err="rpc error: code = Unknown '
    'desc = failed to setup network for sandbox \\"6c1f\\": plugin type=\\"calico\\" failed (add): netplugin failed with no error '
    'message: fork/exec /opt/cni/bin/calico: permission denied" pod="shop/web-0"'
)
LATER = 'I0203 {}.100000     800 kubelet_volumes.go:163] "Cleaned up orphaned pod volumes dir" podUID="7a"'


@pytest.mark.parametrize(("later", "stands"), [("04:01:09", True), ("04:03:30", False)])
def test_a_sandbox_that_the_kubelet_tries_no_more_to_make_is_not_waited_for(
    later: str, stands: bool
) -> None:
    facts = _read(EvidenceKind.KUBELET_JOURNAL, NO_NETWORK, LATER.format(later))
    [failure] = [fact for fact in facts if isinstance(fact, Failure)]
    assert failure.over is not stands


def test_a_probe_in_a_container_that_is_just_ended_is_no_fault_of_the_runtime() -> None:
    line = (
        'E0203 04:00:09.100000     800 log.go:32] "ExecSync cmd from runtime service failed" err="rpc error: code = Unknown desc = '
        "failed to exec in container: failed to start exec: OCI runtime exec failed: exec failed: unable to start container "
        'process: {}: unknown" containerID="63908dba"'
    )
    for reason, transient in (
        ("read init-p: connection reset by peer", True),
        ('exec: "/bin/probe": permission denied', False),
    ):
        facts = _read(EvidenceKind.KUBELET_JOURNAL, line.format(reason))
        assert [fact.transient for fact in facts if isinstance(fact, Failure)] == [transient]


NO_MOUNT = (
    'E0203 04:00:09.100000     800 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/host-path/89d1-cni-bin-dir '
    'podName:89d1 nodeName:}" failed. No retries permitted until 04:00:10 (durationBeforeRetry 500ms). Error: MountVolume.SetUp failed '
    'for volume "cni-bin-dir" (UniqueName: "kubernetes.io/host-path/89d1-cni-bin-dir") pod "calico-node-x7k2p" (UID: "89d1") : '
    "hostPath type check failed: /opt/cni/bin is not a directory"
)


@pytest.mark.parametrize(("later", "stands"), [("04:02:20", True), ("04:03:30", False)])
def test_a_volume_that_is_not_mounted_again_is_mounted_or_needed_no_more(
    later: str, stands: bool
) -> None:
    facts = _read(EvidenceKind.KUBELET_JOURNAL, NO_MOUNT, LATER.format(later))
    assert any(isinstance(fact, KubeletSaid) for fact in facts) is stands
    assert all(fact.over is not stands for fact in facts if isinstance(fact, Failure))


NO_SOCKET = (
    "W0203 04:00:09.100000     800 logging.go:55] [core] [Channel #1 SubChannel #2]grpc: addrConn.createTransport failed to connect "
    'to {Addr: "/run/containerd/containerd.sock"}. Err: connection error: desc = "transport: Error while dialing: dial unix '
    '/run/containerd/containerd.sock: connect: no such file or directory"'
)


@pytest.mark.parametrize(("later", "stands"), [("04:01:20", True), ("04:03:30", False)])
def test_a_runtime_is_there_again_where_a_kubelet_goes_on_without_missing_it(
    later: str, stands: bool
) -> None:
    facts = _read(EvidenceKind.KUBELET_JOURNAL, NO_SOCKET, LATER.format(later))
    assert [fact.over for fact in facts if isinstance(fact, Failure)] == [not stands]
    assert any(isinstance(fact, RuntimeSaid | KubeletSaid) for fact in facts) is stands


def test_a_runtime_that_a_kubelet_finds_at_its_start_is_there_again() -> None:
    start = (
        'I0203 04:00:40.100000     912 kuberuntime_manager.go:291] "Container runtime initialized" containerRuntime="containerd" '
        'version="1.7.13" apiVersion="v1"'
    )
    facts = _read(EvidenceKind.KUBELET_JOURNAL, NO_SOCKET, start)
    assert [fact.over for fact in facts if isinstance(fact, Failure)] == [True]
    facts = _read(EvidenceKind.KUBELET_JOURNAL, start, NO_SOCKET)
    assert [fact.over for fact in facts if isinstance(fact, Failure)] == [False]


def test_a_kubelet_that_ended_and_was_started_again_runs() -> None:
    end = (
        'E0203 04:00:09.200000     800 run.go:72] "command failed" err="failed to run Kubelet: validate service connection: validate '
        'CRI v1 runtime API for endpoint: rpc error: code = Unavailable desc = connection error"'
    )
    start = 'I0203 04:01:26.100000     912 server.go:1262] "Started kubelet"'
    keys = [
        {
            fact.key
            for fact in _read(EvidenceKind.KUBELET_JOURNAL, *lines)
            if isinstance(fact, KubeletSaid)
        }
        for lines in ((start, end), (end, start))
    ]
    assert "node-kubelet-dead:ended" in keys[0]
    assert "node-kubelet-dead:ended" not in keys[1]
