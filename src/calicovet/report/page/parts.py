"""The parts of a page: content without layout."""

from enum import StrEnum

from calicovet.model.finding import Extent
from calicovet.model.language import Language
from calicovet.model.record import record


class Tone(StrEnum):
    """How sure the answer is; drawings may colour it."""

    PROVEN = "proven"
    LIKELY = "likely"
    UNKNOWN = "unknown"
    HEALTHY = "healthy"


@record
class Line:
    """A line of a row: words of ours, a quotation with its source, both, or a command to paste."""

    text: str = ""
    quote: str = ""
    source: str = ""
    taken_by: str = ""
    command: bool = False
    choices: tuple[str, ...] = ()
    """Alternatives below the sentence."""
    deciding: tuple[Extent, ...] = ()
    """The words of the quotation that decide."""
    aside: str = ""
    """Said behind the words or the command, and never meant to be copied."""

    @property
    def where(self) -> tuple[str, ...]:
        """Where the quotation or what our words rest on can be read again."""
        return tuple(part for part in (self.source, self.taken_by) if part)


@record
class Row:
    label: str
    lines: tuple[Line, ...]
    numbered: bool = False
    one_line: bool = False
    """Whether each of its lines is cut where it is too long for the screen."""
    spare: bool = False
    """Whether it may be left out where the page grows too tall; the details have it."""
    outcomes: int = 0
    """How many of its last lines are outcomes of its command; all but the first give way to what matters more."""
    more: int = 0
    """How many further lines there are among the details."""


class BoxState(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    STUCK = "stuck"
    NOT_REACHED = "not-reached"
    UNKNOWN = "unknown"


@record
class Box:
    """One step of the start in the reader's short words."""

    name: str
    state: BoxState
    fault: bool = False
    """The fault enters here, though the harm may show later."""


@record(kw_only=True)
class Block:
    """One sick node, or several that are alike."""

    node: str
    pod: str = ""
    status: str = ""
    owner: str = ""
    tone: Tone
    verdict: str
    sentence: str
    cause: str = ""
    """`ip-wrong-bridge (ADR003)`."""
    boxes: tuple[Box, ...] = ()
    rows: tuple[Row, ...] = ()


@record(kw_only=True)
class Page:
    language: Language
    headline: str = ""
    """One sentence: who is sick where they are many, or what there is to tell without a block."""
    blocks: tuple[Block, ...] = ()
    rows: tuple[Row, ...] = ()
    """What holds for all blocks."""


@record
class Quote:
    """One line of evidence: where it stands, its words, and which of them decide."""

    source: str
    text: str
    deciding: tuple[Extent, ...] = ()


@record(kw_only=True)
class BriefBlock:
    """What a block says at a glance: as much of it as the reader needs to act."""

    block: Block
    deciding: tuple[Extent, ...] = ()
    """The words of the block's sentence that the evidence shows."""
    quotes: tuple[Quote, ...] = ()
    """The most telling first; as many are shown as there is room for, and at least one."""
    actions: tuple[Row, ...] = ()
    """What to run: the fix, the next command."""
    notes: tuple[Row, ...] = ()
    next_step: str = ""
    """What to do now, in one phrase."""


@record(kw_only=True)
class Brief:
    """A page at a glance: content without layout."""

    language: Language
    headline: str = ""
    blocks: tuple[BriefBlock, ...] = ()
    rows: tuple[Row, ...] = ()
    """What holds for all blocks."""
