"""What calicovet sees in texts, with the places of all that it cites."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.cause import Sign, Strength
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.facts import Citation, EventSeen, Fact, Said, Unreadable
from calicovet.model.finding import NAMED, Finding
from calicovet.model.record import record
from calicovet.parse.all_parsers import parse
from calicovet.report.own_output.leave_out import without_own_output
from score.sample import Place

_OF_MESSAGES = frozenset(
    {
        EvidenceKind.PASTE,
        EvidenceKind.TEXT,
        EvidenceKind.EVENT_TABLE,
        EvidenceKind.EVENT_LINES,
        EvidenceKind.CALICO_LOG,
        EvidenceKind.OTHER_LOG,
        EvidenceKind.KUBELET_JOURNAL,
        EvidenceKind.RUNTIME_JOURNAL,
        EvidenceKind.SYSTEM_JOURNAL,
        EvidenceKind.KERNEL_LOG,
    }
)
_DESCRIBED = frozenset(
    {EvidenceKind.POD_DESCRIBE, EvidenceKind.DAEMONSET_DESCRIBE, EvidenceKind.OTHER_DESCRIBE}
)
"""Events stand below them."""


@record
class Reading:
    """A fact of a proof, and the lines it was read from."""

    fact: Fact
    places: tuple[Place, ...]
    carries: bool
    """Whether the sign it belongs to names the cause without the help of a peer."""
    logged: bool = False
    """Whether it is a message: of a log, of a journal, of an event."""


class Sight:
    """One diagnosis; knows the lines of the texts again in which its facts were read."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._pieces: dict[str, Evidence] = {}
        pasted = without_own_output(_snapshot(texts))
        self._pieces.update((piece.id, piece) for piece in pasted.evidence)
        self.diagnosis: Diagnosis = diagnose(
            pasted, load_catalogue(), strict=True, read=self._remember
        )

    def named(self, node: str = "") -> tuple[str, ...]:
        """The causes that are proven or likely, on that node or altogether; the answer first."""
        if not node:
            return tuple(cause.name for cause in self.diagnosis.summary.causes)
        return tuple(
            found.name for each in self._nodes(node) for found in each.findings if _is_named(found)
        )

    def findings(self, node: str = "") -> Iterator[Finding]:
        """What names a cause; not what only suffers with calico-node."""
        for each in self._nodes(node):
            yield from filter(_is_named, each.findings)

    def proof(self, finding: Finding) -> Iterator[Reading]:
        """Each fact that speaks for the cause."""
        for sign in finding.signs:
            yield from self.readings(sign)

    def readings(self, sign: Sign) -> Iterator[Reading]:
        """Each fact of one sign."""
        for fact in sign.facts:
            places = tuple(self._places(fact.cited))
            carries = sign.strength >= Strength.INDICATES
            yield Reading(fact, places, carries, self._logged(fact))

    def quoted(self, cause: str, node: str = "") -> tuple[Place, ...]:
        """Where the first quotation for a cause stands."""
        for finding in self.findings(node):
            if finding.name == cause and finding.evidence:
                text, _, line = finding.evidence[0].source.rpartition(":")
                first = Place(text, int(line))
                return self._whole(finding, first)
        return ()

    def _whole(self, finding: Finding, first: Place) -> tuple[Place, ...]:
        """All lines of the quotation that begins there."""
        read = (each.places for each in self.proof(finding))
        return next((places for places in read if first in places), (first,))

    def _nodes(self, node: str) -> Iterator[NodeDiagnosis]:
        return (each for each in self.diagnosis.nodes if not node or each.node == node)

    def _logged(self, fact: Fact) -> bool:
        kinds = [self._pieces[c.evidence].kind for c in fact.cited if c.evidence in self._pieces]
        if isinstance(fact, Said | EventSeen) and _DESCRIBED.intersection(kinds):
            return True
        return bool(kinds) and _OF_MESSAGES.issuperset(kinds)

    def _remember(self, piece: Evidence) -> Iterable[Fact | Unreadable]:
        self._pieces[piece.id] = piece
        return parse(piece)

    def _places(self, cited: Iterable[Citation]) -> Iterator[Place]:
        for each in cited:
            piece = self._pieces.get(each.evidence)
            if piece is None:
                continue
            if not each.line:
                # Nothing was printed: the command is all there is of it.
                yield from self._command(piece)
            for line in range(each.line, max(each.line, each.last) + 1):
                if line:
                    yield Place(piece.source, piece.number_of(line))

    def _command(self, piece: Evidence) -> Iterator[Place]:
        lines = self._texts[piece.source].split("\n")
        for number, line in enumerate(lines, 1):
            if piece.taken_by and piece.taken_by in line:
                yield Place(piece.source, number)


def look(texts: Mapping[str, str]) -> Sight:
    """The sight of those texts; the last few are remembered."""
    return _look(tuple(texts.items()))


@lru_cache(maxsize=16)
def _look(texts: tuple[tuple[str, str], ...]) -> Sight:
    return Sight(dict(texts))


def _is_named(finding: Finding) -> bool:
    return finding.verdict in NAMED and not finding.bystander


def _snapshot(texts: Mapping[str, str]) -> Snapshot:
    return Snapshot(
        tuple(
            Evidence(
                id=evidence_id(name, order, text),
                kind=EvidenceKind.PASTE,
                content=text,
                source=name,
                order=order,
            )
            for order, (name, text) in enumerate(texts.items())
        )
    )
