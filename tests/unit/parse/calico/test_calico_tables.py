"""DaemonSets, tables, BGP sessions and versions."""

from collections.abc import Callable, Iterator

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    ApiEndpoint,
    AutodetectionMethod,
    CalicoVersion,
    ContainerImage,
    CrdListed,
    EventSeen,
    Fact,
    KubeletVersion,
    ManagedBy,
    OperatorStatus,
    OwnerKind,
    PeerState,
    PoolSeen,
    ProbeSpec,
    RuntimeVersion,
    ServiceAddress,
    SettingSeen,
    Unreadable,
    WorkloadListed,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.subject import Subject
from calicovet.parse.calico.bgp_status import read_bgp_status
from calicovet.parse.calico.daemonset import read_daemonset_describe
from calicovet.parse.calico.tables import read_other_describe, read_other_table, read_workload_table
from calicovet.parse.calico.versions import read_versions

Reader = Callable[[Evidence], Iterator[Fact | Unreadable]]


def facts(read: Reader, content: str) -> list[Fact]:
    evidence = Evidence(
        id="e", kind=EvidenceKind.TEXT, content=content, about=Subject(node="n1", namespace="ns")
    )
    return [fact for fact in read(evidence) if isinstance(fact, Fact)]


DAEMONSET = """\
Name:           calico-node
Namespace:      calico-system
Selector:       k8s-app=calico-node
Node-Selector:  kubernetes.io/os=linux
Labels:         app.kubernetes.io/managed-by=Helm
Annotations:    deprecated.daemonset.template.generation: 1
Desired Number of Nodes Scheduled: 3
Current Number of Nodes Scheduled: 3
Number of Nodes Scheduled with Up-to-date Pods: 3
Pods Status:  3 Running / 0 Waiting / 0 Succeeded / 0 Failed
Pod Template:
  Labels:           k8s-app=calico-node
  Service Account:  calico-node
  Init Containers:
   install-cni:
    Image:      calico/cni:v3.26.1
    Port:       <none>
  Containers:
   calico-node:
    Image:      calico/node:v3.26.1
    Liveness:   http-get http://localhost:9099/liveness delay=10s timeout=10s period=10s #success=1 #failure=6
    Environment:
      IP_AUTODETECTION_METHOD:  interface=eth0
    Mounts:
      /lib/modules from lib-modules (ro)
  Volumes:
   lib-modules:
    Type:  HostPath
Events:
  Type    Reason            Age   From                  Message
  ----    ------            ----  ----                  -------
  Normal  SuccessfulCreate  5m    daemonset-controller  Created pod: calico-node-x
"""


def test_a_described_daemonset_says_what_its_pods_are_told() -> None:
    found = facts(read_daemonset_describe, DAEMONSET)
    assert WorkloadListed(kind="daemonset", name="calico-node", desired=3, current=3) in found
    assert AutodetectionMethod(method="interface=eth0") in found
    assert CalicoVersion(low="v3.26.1", by="image") in found
    assert ManagedBy(owner=OwnerKind.OPERATOR, by="namespace calico-system") in found
    assert ManagedBy(owner=OwnerKind.HELM, by="app.kubernetes.io/managed-by=Helm") in found
    assert sum(isinstance(fact, ContainerImage) for fact in found) == 2
    assert sum(isinstance(fact, ProbeSpec) for fact in found) == 1
    assert sum(isinstance(fact, EventSeen) for fact in found) == 1
    assert {fact.about.node for fact in found} == {""}


def test_another_daemonset_only_counts() -> None:
    found = facts(read_daemonset_describe, DAEMONSET.replace("calico-node", "kube-proxy"))
    assert {type(fact) for fact in found} == {WorkloadListed}


def test_one_line_cut_out_of_it_shows_its_setting() -> None:
    assert facts(
        read_daemonset_describe, "      IP_AUTODETECTION_METHOD:            first-found\n\n"
    ) == [
        SettingSeen(name="IP_AUTODETECTION_METHOD", value="first-found"),
        AutodetectionMethod(method="first-found"),
    ]


@pytest.mark.parametrize(
    ("table", "listed"),
    [
        (
            "NAME  DESIRED  CURRENT  READY  UP-TO-DATE  AVAILABLE  NODE SELECTOR  AGE\ncalico-node  4  4  3  4  3  <none>  5d",
            WorkloadListed(
                kind="daemonset", name="calico-node", desired=4, current=4, ready=3, updated=4
            ),
        ),
        (
            "calico-node  4  4  3  4  3  <none>  5d",
            WorkloadListed(kind="daemonset", name="calico-node", desired=4, current=4, ready=3),
        ),
        (
            "kube-system  daemonset.apps/calico-node  4  4  3  4  3  <none>  5d",
            WorkloadListed(kind="daemonset", name="calico-node", desired=4, current=4, ready=3),
        ),
        (
            "NAME  READY  UP-TO-DATE  AVAILABLE  AGE\ncalico-typha  1/2  1  1  5d",
            WorkloadListed(kind="deployment", name="calico-typha", desired=2, ready=1),
        ),
        (
            "NAME  DESIRED  CURRENT  UP-TO-DATE  AVAILABLE  AGE\ncalico-typha  2  2  1  1  5d",
            WorkloadListed(kind="deployment", name="calico-typha", desired=2, current=2),
        ),
        (
            "NAME  DESIRED  CURRENT  READY  AGE\ncalico-typha-5d  2  2  1  5d",
            WorkloadListed(
                kind="replicaset", name="calico-typha-5d", desired=2, current=2, ready=1
            ),
        ),
    ],
)
def test_workloads_are_told_by_their_counts(table: str, listed: WorkloadListed) -> None:
    assert facts(read_workload_table, table) == [listed]


def test_a_namespace_before_the_name_is_the_workloads() -> None:
    (listed,) = facts(read_workload_table, "kube-system  calico-node  4  4  3  4  3  <none>  5d")
    assert listed.about.namespace == "kube-system"


@pytest.mark.parametrize("row", ["No resources found", "calico-node 4", "calico-node 4 x y"])
def test_other_rows_are_no_workloads(row: str) -> None:
    assert facts(read_workload_table, row) == []


def test_other_tables_tell_what_concerns_calico() -> None:
    table = """\
NAME         TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   2d
web          ClusterIP   10.96.0.9    <none>        80/TCP    2d
NAME         ENDPOINTS                        AGE
kubernetes   10.0.0.1:6443,10.0.0.2:6443      1d
NAME         AVAILABLE   PROGRESSING   DEGRADED   SINCE
calico       False       True          True       5m
apiserver                True          True
NAME                               CREATED AT
ippools.crd.projectcalico.org      2021-02-03T00:00:00Z
foos.example.org                   2021-02-03T00:00:00Z
NAME                  CIDR             NAT    IPIPMODE   VXLANMODE     DISABLED   DISABLEBGPEXPORT   SELECTOR
default-ipv4-ippool   10.244.0.0/16    true   Never      CrossSubnet   true       false              all()
"""
    assert facts(read_other_table, table) == [
        ServiceAddress(address="10.96.0.1"),
        ApiEndpoint(address="10.0.0.1:6443"),
        ApiEndpoint(address="10.0.0.2:6443"),
        OperatorStatus(component="calico", type="Available", status="False"),
        OperatorStatus(component="calico", type="Progressing", status="True"),
        OperatorStatus(component="calico", type="Degraded", status="True"),
        CrdListed(name="ippools.crd.projectcalico.org"),
        PoolSeen(
            name="default-ipv4-ippool",
            cidr="10.244.0.0/16",
            disabled=True,
            ipip="Never",
            vxlan="CrossSubnet",
            node_selector="all()",
        ),
    ]


def test_only_the_default_namespaces_service_is_the_api_servers() -> None:
    assert facts(
        read_other_table, "default  service/kubernetes  ClusterIP  10.96.0.1  <none>  443/TCP  2d"
    ) == [ServiceAddress(address="10.96.0.1")]
    assert (
        facts(read_other_table, "other  kubernetes  ClusterIP  10.96.0.7  <none>  443/TCP  2d")
        == []
    )
    assert facts(read_other_table, "kubernetes") == []


def test_a_described_tigerastatus_shows_its_conditions() -> None:
    text = (
        "Name:         calico\nKind:  TigeraStatus\nStatus:\n  Conditions:\n    Message:  not available\n"
        "    Reason:  PodFailure\n    Status:  True\n    Type:  Degraded\n    Status:  False\n    Type:  Available\n"
        "Events:\n  Warning  Broken  5m  tigera-operator  x\n"
    )
    found = facts(read_other_describe, text)
    assert found[:2] == [
        OperatorStatus(
            component="calico",
            type="Degraded",
            status="True",
            reason="PodFailure",
            message="not available",
        ),
        OperatorStatus(component="calico", type="Available", status="False"),
    ]
    assert isinstance(found[2], EventSeen)


def test_sessions_of_calicoctl_and_of_bird() -> None:
    text = """\
| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |              INFO              |
+--------------+-------------------+-------+----------+--------------------------------+
| 10.0.0.12    | node-to-node mesh | start | 03:40:35 | Active Socket: Connection      |
|              |                   |       |          | refused                        |
| 10.0.0.13    | node-to-node mesh | up    | 03:40:35 |
Mesh_10_0_0_14 BGP      master   start  12:10:20    Active        Socket: No route to host
Mesh_fd00__1 BGP      master   up     12:10:20
kernel1  Kernel   master   up     12:10:20
"""
    found = facts(read_bgp_status, text)
    failed = [fact for fact in found if isinstance(fact, Failure)]
    assert [fact.how for fact in failed] == [How.NOT_READY, How.NOT_READY]
    assert [fact for fact in found if fact not in failed] == [
        PeerState(
            peer="10.0.0.12",
            type="node-to-node mesh",
            state="start",
            info="Active Socket: Connection refused",
        ),
        PeerState(peer="10.0.0.13", type="node-to-node mesh", state="up"),
        PeerState(
            peer="10.0.0.14", type="mesh", state="start", info="Active Socket: No route to host"
        ),
        PeerState(peer="fd00::1", type="mesh", state="up"),
    ]
    assert {fact.about.node for fact in found} == {"n1"}


def test_the_last_session_of_a_cut_table_is_read() -> None:
    assert facts(
        read_bgp_status, "| 10.0.0.13 | node-to-node mesh | up | 03:40 | Established |"
    ) == [PeerState(peer="10.0.0.13", type="node-to-node mesh", state="up", info="Established")]


def test_programs_tell_their_versions() -> None:
    text = """\
Client Version:    v3.20.0
Cluster Version:   v3.20.1
containerd containerd.io 1.6.8 9cd3357
Kubernetes v1.20.1
Docker version 20.10.7, build f0df350
crio version 1.28.0
RuntimeName:  containerd
RuntimeVersion:  v1.6.1
Server Version: v1.27.4
"""
    assert facts(read_versions, text) == [
        CalicoVersion(low="v3.20.1", by="cluster"),
        RuntimeVersion(version="containerd://1.6.8"),
        KubeletVersion(version="v1.20.1"),
        RuntimeVersion(version="docker://20.10.7"),
        RuntimeVersion(version="cri-o://1.28.0"),
        RuntimeVersion(version="containerd://1.6.1"),
    ]
