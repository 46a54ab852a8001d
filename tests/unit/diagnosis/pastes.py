"""A pasted text to its diagnosis, in one line."""

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id


def paste(text: str, source: str = "paste.md") -> Evidence:
    return Evidence(
        id=evidence_id(source, 0, text), kind=EvidenceKind.PASTE, content=text, source=source
    )


def diagnosed(*texts: str) -> Diagnosis:
    pieces = tuple(paste(text, f"paste{number}.md") for number, text in enumerate(texts))
    return diagnose(Snapshot(pieces), load_catalogue(), strict=True)


def node(diagnosis: Diagnosis, name: str | None) -> NodeDiagnosis:
    return next(each for each in diagnosis.nodes if each.node == name)
