"""What the texts of a fleet complain of and show, for the choice of the next question."""

import re
from collections.abc import Iterable

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.identity.node_names import is_placeholder
from calicovet.diagnosis.next_question.first_questions import Told
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import CalicoAddress
from calicovet.model.provenance import EvidenceRole

_OPERATORS = "calico-system"
_POD = re.compile(r"(?<![\w.-])(?:calico-node|canal)-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])")
_MOST_READ = 100_000


def told_by(fleet: Fleet) -> Told:
    """What the texts complain of, and what they show."""
    shown = {
        (piece.kind, piece.about.node)
        for piece in fleet.pieces
        if piece.role is EvidenceRole.EVIDENCE and piece.whole
    }
    if any(isinstance(fact, CalicoAddress) for fact in fleet.facts):
        shown.add((EvidenceKind.NODE_ADDRESSES, ""))
    return Told(
        fleet.complaints,
        frozenset(shown),
        pod=_pod_in(fleet),
        namespace=_namespace_in(fleet.evidence_index.pieces.values()),
    )


def _pod_in(fleet: Fleet) -> str:
    """The only calico-node pod that texts name, where no fact is about one."""
    if any(view.pod for view in fleet.nodes):
        return ""
    pods = {
        name
        for piece in fleet.evidence_index.pieces.values()
        for name in _POD.findall(piece.content[:_MOST_READ])
        if not is_placeholder(name)
    }
    return pods.pop() if len(pods) == 1 else ""


def _namespace_in(pieces: Iterable[Evidence]) -> str:
    """The operator's namespace, where texts speak of it."""
    return _OPERATORS if any(_OPERATORS in piece.content for piece in pieces) else ""
