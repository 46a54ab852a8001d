"""The parts of a page: content without layout."""

from enum import StrEnum

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
    """Below the words, where somebody has to choose."""

    @property
    def where(self) -> tuple[str, ...]:
        """Where the quotation or what our words rest on can be read again."""
        return tuple(part for part in (self.source, self.taken_by) if part)


@record
class Row:
    label: str
    lines: tuple[Line, ...]
    numbered: bool = False


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
