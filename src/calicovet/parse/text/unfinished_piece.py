"""A piece of a paste before its subject is known."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.provenance import Basis, EvidenceRole
from calicovet.parse.commands.command import Command
from calicovet.parse.text.attribution import Told
from calicovet.parse.text.cleaning import Line


@dataclass(slots=True, kw_only=True)
class UnfinishedPiece:
    """A piece before it is known which node it is about."""

    kind: Kind
    lines: Sequence[Line]
    at: int
    command: Command = field(default_factory=Command)
    host: str = ""
    whole: bool = False
    told: Told = field(default_factory=Told)
    caption: str = ""
    nodes: tuple[str, ...] = ()
    attributed_by: Basis = Basis.NONE
    """What `nodes` rests on."""
    role: EvidenceRole = EvidenceRole.EVIDENCE
