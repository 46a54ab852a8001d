"""A text through the whole core, and what of its diagnosis must not depend on the text's form."""

from dataclasses import dataclass
from functools import cache

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a reader acts on."""

    causes: tuple[tuple[str, str], ...]
    """Name and verdict, best first."""
    next_commands: tuple[str, ...]
    red_herrings: frozenset[str]
    contradictions: int


@cache
def catalogue() -> tuple[Cause, ...]:
    """All causes that ship, loaded once."""
    return tuple(load_catalogue())


def snapshot_of(text: str) -> Snapshot:
    """A snapshot that holds nothing but one pasted text."""
    paste = Evidence(
        id=evidence_id("paste", 0, text), kind=EvidenceKind.PASTE, content=text, source="paste"
    )
    return Snapshot(evidence=(paste,))


def diagnosis_of(text: str) -> Diagnosis:
    """The diagnosis of one pasted text; a cause that crashes is not hidden."""
    return diagnose(snapshot_of(text), catalogue(), strict=True)


def answer_to(text: str) -> Answer:
    """The answer to one pasted text."""
    found = diagnosis_of(text)
    return Answer(
        causes=tuple((cause.name, cause.verdict.value) for cause in found.summary.causes),
        next_commands=tuple(sorted({node.next.command for node in found.nodes if node.next})),
        red_herrings=frozenset(herring.key for herring in found.red_herrings),
        contradictions=len(found.contradictions),
    )
