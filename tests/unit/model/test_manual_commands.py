"""A wish for evidence, as the line that a human types."""

from calicovet.model.commands.manual_commands import by_hand
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.subject import Subject

LOG = Request(EvidenceKind.CALICO_LOG, Subject("b", "kube-system", "calico-node-x7k2p"))


def test_of_a_log_the_end_is_asked_for_unless_all_of_it_is_wanted() -> None:
    line = "kubectl -n kube-system logs calico-node-x7k2p -c calico-node"
    assert by_hand(LOG, {}) == f"{line} --tail=50"
    assert by_hand(LOG, {}, whole=True) == line


def test_whatever_the_runtime_is_its_journal_is_asked_for() -> None:
    line = by_hand(Request(EvidenceKind.RUNTIME_JOURNAL), {})
    assert all(f"-u {unit} " in line for unit in ("containerd", "docker", "crio"))
