"""Nodes: tables, describe, objects, and addresses cut out of them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_interface

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CalicoAddress,
    CpuCount,
    EventSeen,
    Fact,
    InternalAddress,
    KernelVersion,
    KubeletVersion,
    MigrationLabel,
    NodeCondition,
    NodeLabels,
    NodeListed,
    OsImage,
    PodCidr,
    RuntimeVersion,
    Unreadable,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.nodes import read_node_addresses, read_node_describe, read_node_table
from calicovet.parse.objects.by_kind import read_objects

Reader = Callable[[Evidence], Iterator[Fact | Unreadable]]


def facts(read: Reader, content: str, about: Subject = NO_SUBJECT) -> list[Fact]:
    evidence = Evidence(id="e", kind=EvidenceKind.TEXT, content=content, about=about)
    return [fact for fact in read(evidence) if isinstance(fact, Fact)]


def ties(content: str) -> list[tuple[str, str]]:
    found = facts(read_node_addresses, content)
    return [(f.about.node, str(f.address)) for f in found if isinstance(f, CalicoAddress)]


WIDE = """\
NAME     STATUS                     ROLES                  AGE    VERSION   INTERNAL-IP    EXTERNAL-IP   OS-IMAGE             KERNEL-VERSION      CONTAINER-RUNTIME
master   Ready,SchedulingDisabled   control-plane,master   2d3h   v1.27.4   192.168.1.10   <none>        Ubuntu 22.04.3 LTS   5.15.0-78-generic   containerd://1.7.2
"""


def test_a_wide_table_shows_everything() -> None:
    assert facts(read_node_table, WIDE) == [
        NodeListed(
            status="Ready,SchedulingDisabled",
            roles="control-plane,master",
            age=timedelta(days=2, hours=3),
        ),
        KubeletVersion(version="v1.27.4"),
        RuntimeVersion(version="containerd://1.7.2"),
        KernelVersion(version="5.15.0-78-generic"),
        OsImage(version="Ubuntu 22.04.3 LTS"),
        InternalAddress(address=ip_address("192.168.1.10")),
    ]


def test_a_wide_row_needs_neither_heading_nor_alignment() -> None:
    row = " ".join(WIDE.splitlines()[1].split())
    assert facts(read_node_table, row) == facts(read_node_table, WIDE)


def test_a_plain_row_shows_what_it_has() -> None:
    assert facts(read_node_table, "n2   NotReady   <none>   5m   v1.20.1") == [
        NodeListed(status="NotReady", age=timedelta(minutes=5)),
        KubeletVersion(version="v1.20.1"),
    ]


def test_a_row_may_lack_the_version() -> None:
    assert facts(read_node_table, "n2 Ready worker 5m") == [
        NodeListed(status="Ready", roles="worker", age=timedelta(minutes=5))
    ]


def test_an_old_table_has_only_the_external_address() -> None:
    table = "NAME STATUS AGE VERSION EXTERNAL-IP OS-IMAGE KERNEL-VERSION\nn3 Ready 5d v1.6.1 8.8.8.8 CentOS 3.10\n"
    assert not any(isinstance(fact, InternalAddress) for fact in facts(read_node_table, table))


def test_a_node_without_an_internal_address_has_none() -> None:
    row = "n Ready <none> 5d v1.6.1 <none> <none> CentOS 7 3.10 docker://1.13"
    assert not any(isinstance(fact, InternalAddress) for fact in facts(read_node_table, row))
    assert OsImage(version="CentOS 7") in facts(read_node_table, row)


@pytest.mark.parametrize(
    "row", ["calico-node-x 1/1 Running 0 5m", "Ready", "$ kubectl get nodes", "(x) Ready"]
)
def test_other_rows_are_no_nodes(row: str) -> None:
    assert facts(read_node_table, row) == []


DESCRIBED = """\
Name:               node1
Roles:              worker
Labels:             kubernetes.io/hostname=node1
                    node-role.kubernetes.io/worker=
Annotations:        projectcalico.org/IPv4Address: 192.168.0.2/24
                    projectcalico.org/IPv4IPIPTunnelAddr: 10.244.1.1
Unschedulable:      true
Conditions:
  Type                 Status  LastHeartbeatTime                 LastTransitionTime                Reason            Message
  ----                 ------  -----------------                 ------------------                ------            -------
  NetworkUnavailable   False   Tue, 01 Feb 2022 10:00:00 +0000   Tue, 01 Feb 2022 09:00:00 +0000   CalicoIsUp        Calico is running on this node
  Ready                True    Tue, 01 Feb 2022 10:00:00 +0000   Tue, 01 Feb 2022 08:00:00 +0000   KubeletReady      kubelet is posting ready status
Addresses:
  InternalIP:  192.168.0.2
  Hostname:    node1
Capacity:
  cpu:                4
Allocatable:
  cpu:                3
System Info:
  Kernel Version:             5.4.0
  OS Image:                   Ubuntu 20.04
  Container Runtime Version:  docker://20.10.7
  Kubelet Version:            v1.20.1
PodCIDR:                      10.244.1.0/24
Non-terminated Pods:          (1 in total)
  Namespace   Name                CPU Requests
  default     web                 0 (0%)
Events:
  Type     Reason      Age    From     Message
  Normal   NodeReady   10s    kubelet  Node node1 status is now: NodeReady
"""
OBJECT = """\
apiVersion: v1
kind: Node
metadata:
  name: node1
  annotations:
    projectcalico.org/IPv4Address: 192.168.0.2/24
  labels:
    kubernetes.io/hostname: node1
    node-role.kubernetes.io/worker: ""
spec:
  podCIDR: 10.244.1.0/24
  unschedulable: true
status:
  addresses:
  - address: 192.168.0.2
    type: InternalIP
  - address: node1
    type: Hostname
  capacity:
    cpu: "4"
  conditions:
  - lastTransitionTime: "2022-02-01T09:00:00Z"
    message: Calico is running on this node
    reason: CalicoIsUp
    status: "False"
    type: NetworkUnavailable
  - lastTransitionTime: "2022-02-01T08:00:00Z"
    message: kubelet is posting ready status
    reason: KubeletReady
    status: "True"
    type: Ready
  nodeInfo:
    containerRuntimeVersion: docker://20.10.7
    kernelVersion: 5.4.0
    kubeletVersion: v1.20.1
    osImage: Ubuntu 20.04
"""


def test_describe_and_object_say_the_same() -> None:
    described = {f for f in facts(read_node_describe, DESCRIBED) if not isinstance(f, EventSeen)}
    assert described == set(facts(read_objects, OBJECT))
    assert described == {
        MigrationLabel(value=""),
        NodeListed(status="Ready,SchedulingDisabled", roles="worker"),
        NodeLabels(
            labels=(("kubernetes.io/hostname", "node1"), ("node-role.kubernetes.io/worker", ""))
        ),
        NodeCondition(
            type="NetworkUnavailable",
            status="False",
            reason="CalicoIsUp",
            message="Calico is running on this node",
            since=datetime(2022, 2, 1, 9, tzinfo=UTC),
        ),
        NodeCondition(
            type="Ready",
            status="True",
            reason="KubeletReady",
            message="kubelet is posting ready status",
            since=datetime(2022, 2, 1, 8, tzinfo=UTC),
        ),
        KubeletVersion(version="v1.20.1"),
        RuntimeVersion(version="docker://20.10.7"),
        KernelVersion(version="5.4.0"),
        OsImage(version="Ubuntu 20.04"),
        CpuCount(count=4),
        InternalAddress(address=ip_address("192.168.0.2")),
        CalicoAddress(address=ip_interface("192.168.0.2/24")),
        PodCidr(value="10.244.1.0/24"),
    }


@pytest.mark.parametrize(
    ("read", "text"), [(read_node_describe, DESCRIBED), (read_objects, OBJECT)]
)
def test_every_fact_cites_the_line_of_its_value(read: Reader, text: str) -> None:
    lines = text.splitlines()
    for fact in facts(read, text):
        assert fact.about.node == "node1"
        if isinstance(fact, KubeletVersion | RuntimeVersion | KernelVersion | OsImage):
            assert fact.version in lines[fact.cited[0].line - 1]


def test_a_missing_pod_cidr_is_seen_only_where_it_would_stand() -> None:
    without = DESCRIBED.replace("PodCIDR:                      10.244.1.0/24\n", "")
    assert PodCidr(value="") in facts(read_node_describe, without)
    cut = without.partition("Non-terminated")[0]
    assert not any(isinstance(fact, PodCidr) for fact in facts(read_node_describe, cut))
    assert PodCidr(value="") in facts(read_objects, OBJECT.replace("podCIDR", "x"))
    assert not any(
        isinstance(f, PodCidr) for f in facts(read_objects, "kind: Node\nmetadata: {name: a}")
    )


def test_several_nodes_are_told_apart() -> None:
    found = facts(read_node_describe, DESCRIBED + DESCRIBED.replace("node1", "node2"))
    assert {f.about.node for f in found} == {"node1", "node2"}


def test_a_fragment_without_a_name_is_about_the_pieces_node() -> None:
    (version,) = facts(
        read_node_describe, "System Info:\n  Kubelet Version:  v1.20.1\n", Subject(node="a")
    )
    assert version == KubeletVersion(version="v1.20.1")
    assert version.about.node == "a"


def test_a_condition_without_times_is_read_all_the_same() -> None:
    (condition,) = facts(
        read_node_describe,
        "Conditions:\n  Ready  False  KubeletNotReady  network plugin is not ready\n",
    )[:1]
    assert condition == NodeCondition(
        type="Ready",
        status="False",
        reason="KubeletNotReady",
        message="network plugin is not ready",
    )


def test_nothing_is_read_from_nothing() -> None:
    assert facts(read_node_describe, "") == []


def test_addresses_alone_are_tied_to_no_node() -> None:
    text = "      projectcalico.org/IPv4Address: 10.51.0.100/24\n      projectcalico.org/IPv4Address: 10.4.0.1/24\n"
    assert ties(text) == [("", "10.51.0.100/24"), ("", "10.4.0.1/24")]


def test_in_yaml_the_name_follows_the_annotation() -> None:
    text = "projectcalico.org/IPv4Address: 10.0.0.1/24\n    name: a\nprojectcalico.org/IPv4Address: 10.0.0.2/24\n    name: b\n"
    assert ties(text) == [("a", "10.0.0.1/24"), ("b", "10.0.0.2/24")]


def test_a_node_without_address_does_not_take_its_neighbours() -> None:
    text = "    name: a\nprojectcalico.org/IPv4Address: 10.0.0.2/24\n    name: b\n"
    assert ties(text) == [("b", "10.0.0.2/24")]


def test_in_describe_the_name_leads() -> None:
    text = "Name:  a\nAnnotations: projectcalico.org/IPv4Address: 10.0.0.1/24\nName:  b\n  projectcalico.org/IPv4Address: 10.0.0.2/24\n  InternalIP:  10.9.9.9\n"
    assert ties(text) == [("a", "10.0.0.1/24"), ("b", "10.0.0.2/24")]
    (internal,) = (f for f in facts(read_node_addresses, text) if isinstance(f, InternalAddress))
    assert internal.about.node == "b"


def test_a_name_in_small_letters_leads_where_an_address_ends_the_text() -> None:
    text = "name: a\nprojectcalico.org/IPv4Address: 10.0.0.1/24\n"
    assert ties(text) == [("a", "10.0.0.1/24")]


def test_json_and_the_managers_of_fields() -> None:
    text = '"f:projectcalico.org/IPv4Address": {},\n"projectcalico.org/IPv4Address": "10.0.0.1/24",\n"name": "a",\n'
    assert ties(text) == [("a", "10.0.0.1/24")]


def test_columns_tie_by_their_row() -> None:
    assert ties("NAME   ADDR\na   10.51.0.100/24\nb   <none>\nc\tfd00::1/64\n") == [
        ("a", "10.51.0.100/24"),
        ("c", "fd00::1/64"),
    ]


def test_a_bare_address_is_read_and_a_broken_one_is_not() -> None:
    assert ties("10.0.0.1/24\n999.0.0.1/24\nprojectcalico.org/IPv4Address: 999.1.1.1/24\n") == [
        ("", "10.0.0.1/24")
    ]


def test_a_broken_internal_address_is_left_out() -> None:
    assert facts(read_node_addresses, "InternalIP: 999.0.0.1") == []
