"""A mesh that is switched off, and BGPPeers that select no node: ready, but broken."""

import pytest

from calicovet.model.diagnosis import NodeState, SummaryVerdict
from calicovet.model.language import Language
from calicovet.model.stage import Shape
from calicovet.report.page.from_diagnosis import make_page
from tests.unit.diagnosis.pastes import diagnosed, node

PODS = """\
$ kubectl get pods -n calico-system -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-node-4jx7k   1/1     Running   0          41h   192.0.2.11   ra-1
calico-node-8fkp2   1/1     Running   0          41h   192.0.2.12   ra-2
"""
NODES = """\
$ kubectl get nodes -o yaml
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata:
    name: ra-1
    labels:
      rack: a
      {label}
  status:
    nodeInfo:
      kubeletVersion: v1.29.4
- apiVersion: v1
  kind: Node
  metadata:
    name: ra-2
    labels:
      rack: a
  status:
    nodeInfo:
      kubeletVersion: v1.29.4
"""
MESH = """\
$ kubectl get bgpconfigurations.crd.projectcalico.org default -o yaml
apiVersion: crd.projectcalico.org/v1
kind: BGPConfiguration
metadata:
  name: default
spec:
  nodeToNodeMeshEnabled: {mesh}
"""
PEER = """\
$ kubectl get bgppeers.crd.projectcalico.org -o yaml
apiVersion: crd.projectcalico.org/v1
kind: BGPPeer
metadata:
  name: to-reflectors
spec:
  {fields}
"""
POOL = """\
$ kubectl get ippools.crd.projectcalico.org -o yaml
apiVersion: crd.projectcalico.org/v1
kind: IPPool
metadata:
  name: default
spec:
  cidr: 10.244.0.0/16
  vxlanMode: Always
"""
SELECTED = "nodeSelector: all()\n  peerSelector: route-reflector == 'true'"


def _texts(fields: str, *, mesh: str = "false", label: str = "zone: b") -> tuple[str, ...]:
    peer = PEER.format(fields=fields)
    return PODS, NODES.format(label=label), MESH.format(mesh=mesh), peer


@pytest.mark.parametrize(
    "fields",
    [SELECTED, "nodeSelector: rack == 'z'\n  peerIP: 192.0.2.1", "node: ra-9\n  peerIP: 192.0.2.1"],
)
def test_nodes_that_no_peer_is_for_are_broken(fields: str) -> None:
    found = diagnosed(*_texts(fields))
    assert [each.state for each in found.nodes] == [NodeState.SICK, NodeState.SICK]
    assert node(found, "ra-1").stages.shape is Shape.READY_BUT_BROKEN
    assert node(found, "ra-1").broken == "no-peers"
    assert [cause.name for cause in found.summary.causes] == ["dp-mesh-disabled-no-peers"]
    assert "node-to-node mesh is switched off" in make_page(found, Language.EN).blocks[0].sentence


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        (SELECTED, "route-reflector: 'true'"),
        ("nodeSelector: rack in {'a'}\n  peerIP: 192.0.2.1", "zone: b"),
        ("peerIP: 192.0.2.1", "zone: b"),
        ("nodeSelector: something(unknown\n  peerIP: 192.0.2.1", "zone: b"),
    ],
)
def test_nodes_that_a_peer_may_be_for_are_healthy(fields: str, label: str) -> None:
    found = diagnosed(*_texts(fields, label=label))
    assert found.summary.verdict is SummaryVerdict.HEALTHY


def test_with_the_mesh_or_with_vxlan_no_peer_is_needed() -> None:
    assert diagnosed(*_texts(SELECTED, mesh="true")).summary.verdict is SummaryVerdict.HEALTHY
    assert diagnosed(*_texts(SELECTED), POOL).summary.verdict is SummaryVerdict.HEALTHY


def test_a_node_that_no_selector_meets_is_broken_alone() -> None:
    fields = "nodeSelector: zone == 'b'\n  peerIP: 192.0.2.1"
    found = diagnosed(*_texts(fields))
    assert node(found, "ra-1").state is NodeState.HEALTHY
    assert node(found, "ra-2").broken == "no-peers"


LABELS = """\
$ kubectl get nodes --show-labels
NAME   STATUS   ROLES    AGE   VERSION   LABELS
ra-1   Ready    <none>   40d   v1.29.4   kubernetes.io/hostname=ra-1,rack=a,zone=b
ra-2   Ready    <none>   40d   v1.29.4   kubernetes.io/hostname=ra-2,rack=a
"""
CONFIGURATION = """\
$ calicoctl get bgpconfig
NAME      LOGSEVERITY   MESHENABLED   ASNUMBER
default   Info          false         64512
"""
PEERS = """\
$ calicoctl get bgppeer -o wide
NAME        PEERIP        NODE          ASN
"""


def _tables(*rows: str) -> tuple[str, ...]:
    return PODS, LABELS, CONFIGURATION, PEERS + "\n".join(rows)


@pytest.mark.parametrize(
    ("rows", "broken"),
    [
        ([], {"ra-1", "ra-2"}),
        (["to-tor      192.0.2.1     rack == 'z'   64600"], {"ra-1", "ra-2"}),
        (["to-tor      192.0.2.1     ra-9          64600"], {"ra-1", "ra-2"}),
        (["to-tor      192.0.2.1     has(zone)     64600"], {"ra-2"}),
        (["to-tor      2001:db8::1   ra-2          64600"], {"ra-1"}),
        (["to-tor      192.0.2.1     (global)      64600"], set()),
        # The table does not show which nodes are the peers.
        (["reflected                 rack == 'z'   0"], {"ra-1", "ra-2"}),
        (["reflected                 has(zone)     0"], set()),
        (["reflected                 all()         0"], set()),
    ],
)
def test_tables_of_calicoctl_and_labels_of_a_list_are_used(
    rows: list[str], broken: set[str]
) -> None:
    found = diagnosed(*_tables(*rows))
    assert {each.node for each in found.nodes if each.broken == "no-peers"} == broken


def test_a_mesh_that_is_not_set_is_on() -> None:
    texts = (text.replace("false", "-    ") for text in _tables())
    assert diagnosed(*texts).summary.verdict is SummaryVerdict.HEALTHY
