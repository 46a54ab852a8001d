"""Who a node is, whose machine, and what Calico and the operator have written on it."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    Fact,
    LeaseRenewed,
    MachineIdentity,
    MigrationLabel,
    NodeProvider,
    VtepStored,
)
from calicovet.parse.nodes import read_node_describe, read_node_table
from calicovet.parse.objects.by_kind import read_objects

_DESCRIBE = """\
Name:               tpl-1
Roles:              <none>
Labels:             kubernetes.io/os=linux
                    projectcalico.org/operator-node-migration=pre-operator
Annotations:        projectcalico.org/IPv4Address: 10.4.0.31/24
                    projectcalico.org/IPv4VXLANTunnelAddr: 10.233.90.0
                    projectcalico.org/VXLANTunnelMACAddr: 66:1D:4E:99:A3:07
System Info:
  Machine ID:                 9F2C1d7e0a554cf0a4a6b3c8d21e7f10
  System UUID:                564D7C1E-0d3b-8f0a-1c22-7be0a1d4c901
ProviderID:                   aws:///eu-west-1a/i-0abc
"""
_OBJECT = """\
apiVersion: v1
kind: Node
metadata:
  name: tpl-1
  labels:
    kubernetes.io/os: linux
  annotations:
    projectcalico.org/IPv4VXLANTunnelAddr: 10.233.90.0
spec:
  providerID: openstack:///5b1c
status:
  nodeInfo:
    machineID: 9f2c1d7e0a554cf0a4a6b3c8d21e7f10
    systemUUID: 564d7c1e-0d3b-8f0a-1c22-7be0a1d4c901
"""
_IDENTITY = MachineIdentity(
    machine="9f2c1d7e0a554cf0a4a6b3c8d21e7f10", system="564d7c1e-0d3b-8f0a-1c22-7be0a1d4c901"
)


def _piece(content: str) -> Evidence:
    return Evidence(id="e", kind=EvidenceKind.TEXT, content=content)


def _of(kind: type[Fact], found: list[object]) -> list[object]:
    return [fact for fact in found if isinstance(fact, kind)]


def test_a_description_shows_the_identity_of_the_node() -> None:
    found: list[object] = [*read_node_describe(_piece(_DESCRIBE))]
    assert _IDENTITY in found
    assert NodeProvider(name="aws") in found
    assert VtepStored(address="10.233.90.0", mac="66:1d:4e:99:a3:07") in found
    assert MigrationLabel(value="pre-operator") in found


def test_an_object_shows_the_same_and_that_it_has_no_label() -> None:
    found: list[object] = [*read_objects(_piece(_OBJECT))]
    assert _IDENTITY in found
    assert NodeProvider(name="openstack") in found
    assert VtepStored(address="10.233.90.0") in found
    assert MigrationLabel(value="") in found


def test_labels_that_were_not_shown_to_their_end_tell_of_no_label() -> None:
    cut = _OBJECT.partition("spec:")[0]
    assert _of(MigrationLabel, [*read_objects(_piece(cut))]) == []


def test_a_column_shows_the_label_of_each_node() -> None:
    table = (
        "NAME    STATUS   ROLES    AGE    VERSION   OPERATOR-NODE-MIGRATION\n"
        "mig-a   Ready    <none>   210d   v1.20.4   pre-operator\n"
        "mig-b   Ready    <none>   1h     v1.20.4\n"
    )
    found = _of(MigrationLabel, [*read_node_table(_piece(table))])
    assert found == [MigrationLabel(value="pre-operator"), MigrationLabel(value="")]
    plain = table.replace("   OPERATOR-NODE-MIGRATION", "")
    assert _of(MigrationLabel, [*read_node_table(_piece(plain))]) == []


def test_a_lease_of_the_control_plane_shows_when_it_was_renewed() -> None:
    lease = """\
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: kube-controller-manager
  namespace: kube-system
spec:
  renewTime: "2024-07-30T03:11:09.120010Z"
"""
    (found,) = _of(LeaseRenewed, [*read_objects(_piece(lease))])
    assert isinstance(found, LeaseRenewed)
    assert (found.name, found.renewed.hour, found.renewed.minute) == (
        "kube-controller-manager",
        3,
        11,
    )
    of_a_node = lease.replace("kube-system", "kube-node-lease")
    assert _of(LeaseRenewed, [*read_objects(_piece(of_a_node))]) == []
