"""What a parser is, and how its facts cite lines."""

from collections.abc import Callable, Iterable

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Citation
from calicovet.model.facts.base import Fact, Unreadable
from calicovet.model.record import record


@record
class Parser:
    """One reader, as the table of readers holds it."""

    read: Callable[[Evidence], Iterable[Fact | Unreadable]]
    gives: tuple[type[Fact], ...]


def cited_lines(evidence: str, lines: Iterable[int]) -> tuple[Citation, ...]:
    """Each line once, in the order given; 0 is a line that was not shown."""
    return tuple(Citation(evidence, line) for line in dict.fromkeys(lines) if line)
