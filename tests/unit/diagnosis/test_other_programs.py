"""What other programs log is evidence about these programs: no node is unhealthy, named or made of it."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from calicovet.api import diagnose_paths, diagnose_text
from calicovet.model.diagnosis import Diagnosis, NodeState, SummaryVerdict
from tests.support.cluster_dump import ClusterDump, dumped_node, dumped_pod
from tests.unit.diagnosis.pastes import diagnosed, node

NODES = [dumped_node(f"zn-{number}", f"10.20.0.{number}") for number in (1, 2, 3)]
NAMES = ["zn-1", "zn-2", "zn-3"]


class Stranger(NamedTuple):
    namespace: str
    pod: str
    container: str
    log: str


STRANGERS = {
    "coredns": Stranger(
        "kube-system",
        "coredns-5d78c9869d-7k2qx",
        "coredns",
        "[ERROR] plugin/kubernetes: Failed to watch *v1.Service: failed to list *v1.Service: "
        "the server has received too many requests and has asked us to try again later\n"
        '[WARNING] plugin/kubernetes: Get "https://10.96.0.1:443/version": dial tcp 10.96.0.1:443: i/o timeout\n',
    ),
    "scheduler": Stranger(
        "kube-system",
        "kube-scheduler-zn-1",
        "kube-scheduler",
        "E0502 07:52:00.123456       1 reflector.go:147] Failed to watch *v1.Node: "
        'Get "https://10.20.0.1:6443/api/v1/nodes?limit=500": dial tcp 10.20.0.1:6443: connect: connection refused\n',
    ),
    "controller-manager": Stranger(
        "kube-system",
        "kube-controller-manager-zn-1",
        "kube-controller-manager",
        "E0502 07:52:00.1 1 node_lifecycle_controller.go:973] Error updating node worker-7\n"
        "panic: leaderelection lost\n\ngoroutine 1 [running]:\nmain.main()\n\t/go/src/main.go:1 +0x1\n",
    ),
    "csi": Stranger(
        "rook-ceph",
        "csi-rbdplugin-xk2lp",
        "driver",
        'time="2024-05-02T09:00:01Z" level=error msg="failed to create pod sandbox: rpc error: '
        'code = DeadlineExceeded desc = context deadline exceeded" node=node2\n'
        "Node: node2/10.9.9.9\nkubernetes.io/hostname=node2\nSuccessfully assigned a/b to node2\n",
    ),
    "etcd": Stranger(
        "kube-system",
        "etcd-zn-1",
        "etcd",
        '{"level":"fatal","ts":"2024-05-02T09:00:01.1Z","caller":"etcdmain/etcd.go:204",'
        '"msg":"discovery failed","error":"listen tcp: bind: address already in use"}\n',
    ),
    "another network's install-cni": Stranger(
        "istio-system",
        "istio-cni-node-4v9tz",
        "install-cni",
        "2024-05-02T09:00:01.1Z\tinfo\tinstall\tInstalled /host/opt/cni/bin\n"
        "2024-05-02 09:00:01.1 [FATAL][1] install.go 120: Unable to create token for CNI kubeconfig: Unauthorized\n",
    ),
    "application": Stranger(
        "default",
        "shop-7c9d5b8f6-x2lqp",
        "shop",
        "panic: runtime error: invalid memory address or nil pointer dereference\n"
        "fatal error: dial tcp 10.96.0.1:443: connect: no route to host\nno space left on device\nOOMKilled\n",
    ),
}


def _dump(stranger: Stranger, *, with_calico: bool) -> ClusterDump:
    pods = [dumped_pod(stranger.namespace, stranger.pod, "zn-2", stranger.container, restarts=3)]
    if with_calico:
        pods += [
            dumped_pod("kube-system", f"calico-node-{name[-1]}xy9z", name, "calico-node")
            for name in NAMES
        ]
    return ClusterDump(NODES, pods, {stranger.pod: stranger.log})


def _is_healthy(found: Diagnosis) -> bool:
    return (
        found.summary.verdict is SummaryVerdict.HEALTHY
        and [each.node for each in found.nodes] == NAMES
        and all(each.state is NodeState.HEALTHY for each in found.nodes)
    )


@pytest.mark.parametrize("with_calico", [True, False], ids=["manifest", "operator"])
@pytest.mark.parametrize("name", STRANGERS)
def test_a_dump_of_a_healthy_cluster_is_healthy_in_both_forms(
    name: str, with_calico: bool, tmp_path: Path
) -> None:
    dump = _dump(STRANGERS[name], with_calico=with_calico)
    assert _is_healthy(diagnose_text(dump.text()))
    assert _is_healthy(diagnose_paths(dump.write_to(tmp_path)))


@pytest.mark.parametrize("name", STRANGERS)
def test_a_typed_command_shows_whose_log_it_is(name: str) -> None:
    other = STRANGERS[name]
    text = f"""\
$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP         NODE
calico-node-1xy9z   1/1     Running   0          41h   10.20.0.1  zn-1
$ kubectl -n {other.namespace} logs {other.pod} -c {other.container}
{other.log}"""
    found = diagnosed(text)
    assert [(each.node, each.state) for each in found.nodes] == [("zn-1", NodeState.HEALTHY)]
    assert found.summary.verdict is SummaryVerdict.HEALTHY


def test_calico_nodes_own_log_between_marks_still_counts() -> None:
    pods: list[dict[str, Any]] = [
        dumped_pod("kube-system", "calico-node-1xy9z", "zn-1", "calico-node", ready=False),
        dumped_pod("kube-system", "calico-node-2xy9z", "zn-2", "calico-node"),
    ]
    log = (
        "2024-05-02 09:00:01.100 [INFO][9] startup/startup.go 430: Determined node name: zn-1\n"
        "2024-05-02 09:00:01.200 [WARNING][9] startup/startup.go 700: Calico node 'zn-9' is already using the IPv4 address 10.20.0.1.\n"
        "2024-05-02 09:00:01.300 [WARNING][9] startup/startup.go 1100: Terminating\nCalico node failed to start\n"
    )
    found = diagnosed(ClusterDump(NODES[:2], pods, {"calico-node-1xy9z": log}).text())
    assert node(found, "zn-1").state is NodeState.SICK
    assert node(found, "zn-2").state is NodeState.HEALTHY
    assert [cause.nodes for cause in found.summary.causes] == [("zn-1",)]


def test_all_objects_of_a_long_dump_are_read() -> None:
    pods = [
        dumped_pod(f"team-{number:02}", f"web-{number:05}", "zn-3", "web") for number in range(30)
    ]
    pods.append(dumped_pod("zz-last", "calico-node-3xy9z", "zn-3", "calico-node"))
    found = diagnosed(ClusterDump(NODES, pods, {}).text())
    assert node(found, "zn-3").pod == "zz-last/calico-node-3xy9z"


def test_a_name_that_the_list_of_nodes_lacks_is_no_healthy_node() -> None:
    text = """\
gateway-7 is working fine.

$ kubectl get nodes
NAME   STATUS   ROLES    AGE   VERSION
zn-1   Ready    <none>   41h   v1.28.3
$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP         NODE
calico-node-1xy9z   1/1     Running   0          41h   10.20.0.1  zn-1
"""
    assert [each.node for each in diagnosed(text).nodes] == ["zn-1"]


@pytest.mark.parametrize(
    "text",
    [
        "panic: runtime error: invalid memory address or nil pointer dereference\n",
        "panic: runtime error: invalid memory address or nil pointer dereference\n\n"
        "goroutine 7 [running]:\nmain.(*Till).Pay(0x0)\n\t/src/till/pay.go:12 +0x1f\n",
        "我们的 stock-keeper 一直 CrashLoopBackOff，calico 没有问题\n",
        "calico is fine, our stock-keeper keeps restarting\n",
    ],
)
def test_the_trouble_of_an_application_makes_no_node_sick(text: str) -> None:
    diagnosis = diagnosed(text)
    assert diagnosis.summary.sick == 0
    assert not [each for each in diagnosis.nodes if each.state is NodeState.SICK]


@pytest.mark.parametrize(
    "text",
    [
        "calico-node keeps crashing:\n\n```\n2025-02-11 06:40:11.204 [INFO][61] felix/int_dataplane.go 12: Up\n"
        "panic: runtime error: invalid memory address or nil pointer dereference\n```\n",
        "calico-node 在 zn-4 上一直 CrashLoopBackOff，我们的业务没有问题\n",
    ],
)
def test_the_trouble_of_calico_node_stays_its_own(text: str) -> None:
    assert [each for each in diagnosed(text).nodes if each.state is NodeState.SICK]
