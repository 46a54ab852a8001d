"""Turns answers of the API server into numbered evidence."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from calicovet.model.evidence import Evidence, EvidenceKind, evidence_id
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.world.json_decoding import indented
from calicovet.world.redaction.redact import redact_object, redact_text

# What is read later counts as newer: a list, which shows the present state, comes last.
_WEIGHT = {
    EvidenceKind.OTHER_LOG: 1,
    EvidenceKind.CALICO_LOG: 2,
    EvidenceKind.OBJECTS: 4,
    EvidenceKind.NODE_TABLE: 5,
    EvidenceKind.POD_TABLE: 6,
    EvidenceKind.FLEET: 7,
}
_HOST = 3
_STEP = 1_000_000
_LOGS = frozenset(
    {
        EvidenceKind.CALICO_LOG,
        EvidenceKind.OTHER_LOG,
        EvidenceKind.KUBELET_JOURNAL,
        EvidenceKind.RUNTIME_JOURNAL,
        EvidenceKind.KERNEL_LOG,
        EvidenceKind.SYSTEM_JOURNAL,
    }
)


class EvidenceWriter:
    """Where pieces are made and get their numbers; one for each investigation."""

    def __init__(self) -> None:
        self._count = 0

    def piece(
        self,
        kind: EvidenceKind,
        content: str,
        *,
        source: str,
        taken_by: str,
        about: Subject = NO_SUBJECT,
        whole: bool = True,
    ) -> Evidence:
        """A piece without secrets; threads may make them side by side."""
        return Evidence(
            id="",
            kind=kind,
            content=redact_text(content),
            about=about,
            taken_by=taken_by,
            whole=whole,
            source=source,
        )

    def objects(
        self,
        raw: bytes,
        *,
        source: str,
        taken_by: str,
        about: Subject = NO_SUBJECT,
        whole: bool = True,
    ) -> Evidence:
        """A piece of API objects; what is secret in them is known by their fields, so that no line is searched."""
        return Evidence(
            id="",
            kind=EvidenceKind.OBJECTS,
            content=printed(raw),
            about=about,
            taken_by=taken_by,
            whole=whole,
            source=source,
        )

    def numbered(self, pieces: Iterable[Evidence]) -> tuple[Evidence, ...]:
        """The pieces under separate numbers, in the order in which they were asked for, and as of now."""
        found = []
        now = datetime.now(UTC)
        for piece in pieces:
            self._count += 1
            weight = 2 * _WEIGHT.get(piece.kind, _HOST) + (not piece.about.previous)
            order = weight * _STEP + self._count
            name = evidence_id(piece.source, order, piece.content)
            # A log has its own times, and how long ago that was matters.
            at = None if piece.kind in _LOGS else now
            found.append(replace(piece, id=name, order=order, taken_at=at))
        return tuple(found)


def printed(raw: bytes) -> str:
    """The object without secrets and without what only machines write, indented; other text as it is."""
    return indented(redact_object(raw)).decode(errors="replace")
