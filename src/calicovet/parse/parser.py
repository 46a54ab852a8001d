"""`Parser`, and how facts cite lines."""

from collections.abc import Callable, Iterable

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Citation
from calicovet.model.facts.base import Fact, Unreadable
from calicovet.model.record import record


@record
class Parser:
    """The parser of an evidence kind."""

    read: Callable[[Evidence], Iterable[Fact | Unreadable]]
    gives: tuple[type[Fact], ...]
    """The fact types that it reads."""
    in_passing: tuple[type[Fact], ...] = ()
    """Those of them that the text may show, but whose absence from it says nothing."""
    gives_in: Callable[[Evidence], tuple[type[Fact], ...]] | None = None
    """What a piece counts as having looked for, where that depends on the piece."""
    messages: bool = True
    """Whether the text is searched for known messages as well; no, where `read` does it or there are none."""


def cited_lines(evidence: str, lines: Iterable[int]) -> tuple[Citation, ...]:
    """Each line once, in the order given; 0 is a line that was not shown."""
    return tuple(Citation(evidence, line) for line in dict.fromkeys(lines) if line)
