"""Objects of the installation that are being deleted, in tables and as objects."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import BeingDeleted, Fact
from calicovet.parse.all_parsers import parse

ACCOUNT = """\
apiVersion: v1
kind: ServiceAccount
metadata:
  deletionTimestamp: "2024-07-02T09:13:08Z"
  finalizers:
  - tigera.io/cni-protector
  name: {name}
  namespace: calico-system
"""


def _deleted(kind: EvidenceKind, content: str) -> list[Fact]:
    piece = Evidence(id="e", kind=kind, content=content, whole=True)
    return [fact for fact in parse(piece) if isinstance(fact, BeingDeleted)]


def test_an_account_with_the_time_of_its_deletion() -> None:
    assert _deleted(EvidenceKind.OBJECTS, ACCOUNT.format(name="calico-cni-plugin")) == [
        BeingDeleted(
            kind="ServiceAccount",
            name="calico-cni-plugin",
            since="2024-07-02T09:13:08Z",
            finalizers=("tigera.io/cni-protector",),
        )
    ]


def test_the_account_of_another_workload() -> None:
    assert _deleted(EvidenceKind.OBJECTS, ACCOUNT.format(name="shop")) == []


def test_an_account_that_stays() -> None:
    text = "\n".join(
        line for line in ACCOUNT.format(name="calico-node").split("\n") if "deletion" not in line
    )
    assert _deleted(EvidenceKind.OBJECTS, text) == []


def test_a_namespace_in_the_table() -> None:
    table = "NAME            STATUS        AGE\ncalico-system   Terminating   3d\nshop   Terminating   1h\n"
    assert _deleted(EvidenceKind.OTHER_TABLE, table) == [
        BeingDeleted(kind="Namespace", name="calico-system")
    ]
