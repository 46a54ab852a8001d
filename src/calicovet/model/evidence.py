"""Pieces of evidence, requests for more, and gaps."""

from datetime import datetime
from enum import StrEnum
from hashlib import blake2b

from calicovet.model.evidence_kinds.registry import CLUSTER_KINDS, EvidenceKind
from calicovet.model.provenance import Basis, EvidenceRole
from calicovet.model.record import record
from calicovet.model.subject import NO_SUBJECT, Subject

__all__ = [
    "CLUSTER_KINDS",
    "Evidence",
    "EvidenceKind",
    "Gap",
    "GapReason",
    "LeftOut",
    "Request",
    "Snapshot",
    "WhatWasLeft",
    "evidence_id",
]


YOU_SAY = "you say"
"""`Evidence.taken_by` of what a person says in prose."""
UNKNOWN_COMMAND = "paste"
"""`Evidence.taken_by` of a piece that was pasted without its command."""


@record(kw_only=True)
class Evidence:
    """One raw piece. Not whole if anything was cut: then it shows presence, never absence."""

    id: str
    kind: EvidenceKind
    content: str
    about: Subject = NO_SUBJECT
    taken_by: str = ""
    """A line that a human can repeat, such as the kubectl or ip command."""
    taken_at: datetime | None = None
    whole: bool = False
    breaks_off: bool = False
    """The paste ends with it, and no prompt behind it shows that the output did."""
    source: str = ""
    """The file or path it came from, for people."""
    numbers: tuple[int, ...] = ()
    """The line number in `source` of each line of `content`; empty: they are the same."""
    order: int = 0
    """Its place among the pieces of one snapshot; the later, the newer."""
    role: EvidenceRole = EvidenceRole.EVIDENCE
    attributed_by: Basis = Basis.NONE
    """What its node in `about` rests on."""
    from_folder: bool = False
    """It is a file of a folder or an archive whose layout says nothing of it: `source` is its path there, and
    `about` holds at most the host that the files around it were taken on."""

    def number_of(self, line: int) -> int:
        """The line number in the source of the content's line (both from 1)."""
        if not self.numbers:
            return line
        return self.numbers[min(max(line, 1), len(self.numbers)) - 1]


def evidence_id(source: str, order: int, content: str) -> str:
    """A short name for a piece, stable for the same text at the same place."""
    digest = blake2b(f"{source}\0{order}\0".encode(), digest_size=6)
    digest.update(content.encode(errors="replace"))
    return digest.hexdigest()


@record
class Request:
    """A wish for a piece of evidence."""

    kind: EvidenceKind
    about: Subject = NO_SUBJECT


class GapReason(StrEnum):
    FORBIDDEN = "forbidden"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed-out"
    STOPPED = "stopped"
    """Who asked did not wait any longer."""
    ABSENT = "absent"
    NOT_CONFIGURED = "not-configured"


@record
class Gap:
    """A wish that could not be granted: data, never an exception."""

    request: Request
    reason: GapReason
    detail: str = ""
    how_to_close: str = ""


class WhatWasLeft(StrEnum):
    OWN = "own-output"
    """A report or a page of calicovet."""
    GUIDE = "guide"
    """Documentation: it says what might be."""


@record
class LeftOut:
    """A passage of a text that is not read as evidence."""

    what: WhatWasLeft
    source: str
    first: int
    """Its first line in the source."""
    last: int


@record
class Snapshot:
    """All that is known at one time."""

    evidence: tuple[Evidence, ...] = ()
    gaps: tuple[Gap, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def __add__(self, other: "Snapshot") -> "Snapshot":
        return Snapshot(
            self.evidence + other.evidence,
            self.gaps + other.gaps,
            self.left_out + other.left_out,
        )
