"""`Finding`: a cause on a node, with its verdict."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from calicovet.model.cause import Sign
from calicovet.model.evidence import Request
from calicovet.model.facts.base import Fact
from calicovet.model.record import record
from calicovet.model.remediation.plan import Offer, Plan
from calicovet.model.stage import StageId


class Verdict(StrEnum):
    """In the order of the report."""

    PROVEN = "proven"
    LIKELY = "likely"
    POSSIBLE = "possible"
    AHEAD = "ahead"
    """Real, but calico-node has not come that far: the next trouble after this one."""
    EXONERATED = "exonerated"
    """It shows on a healthy peer too."""
    UNTESTED = "untested"
    RULED_OUT = "ruled-out"


NAMED = frozenset({Verdict.PROVEN, Verdict.LIKELY})
"""The verdicts that name a cause."""


@record
class Contrast:
    """What the peers say about the same cause."""

    shows_on: tuple[str, ...] = ()
    absent_on: tuple[str, ...] = ()
    unseen_on: tuple[str, ...] = ()
    exonerated_by: tuple[str, ...] = ()


@record
class Extent:
    """A part of a text, from its first character up to and without `end`."""

    start: int
    end: int


@record
class Exhibit:
    """A citation made readable: where, the words themselves, how to get them again."""

    source: str
    excerpt: str
    taken_by: str = ""
    deciding: tuple[Extent, ...] = field(default=(), compare=False)
    """The words of the excerpt that decide, in its order: the values that were read from it."""


@record
class SourceLine:
    """A line of a source, shown so that a citation can be read where it stands."""

    number: int
    text: str
    cited: bool = False


@record(kw_only=True)
class Finding:
    name: str
    code: str
    verdict: Verdict
    stage: StageId
    signs: tuple[Sign, ...] = ()
    evidence: tuple[Exhibit, ...] = ()
    contrast: Contrast = Contrast()
    explains: tuple[str, ...] = ()
    """Names of the findings folded under this one."""
    wants: tuple[Request, ...] = ()
    """What would make it sure, or is needed to test it at all."""
    details: Mapping[str, str] = field(default_factory=dict)
    """What fills the holes of its documents, from its strongest signs."""
    plan: Plan | None = None
    offer: Offer | None = None
    """The plan with its owner and commands; `remedy.offers` fills it in after the diagnosis."""
    bystander: bool = False
    """It only suffers with calico-node: told, and never the answer."""


@record
class Difference:
    """Something that only the sick node shows and no cause explains."""

    fact: Fact
    share_of_peers: float
    exhibit: Exhibit


@record
class Answer:
    """What one outcome of the command would mean: the cause whose document has the words (`tell`)."""

    then: str


@record(kw_only=True)
class NextQuestion:
    """The one command line whose output would decide."""

    command: str
    node: str = ""
    """Where to run it, if on a host; `compare` says that a healthy one should be asked too."""
    compare: bool = False
    requests: tuple[Request, ...] = ()
    decides_between: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    key: str = "generic"
    """Finds the question's words in the frame: the kind of evidence that is asked for."""
