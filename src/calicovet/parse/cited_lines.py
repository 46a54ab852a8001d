"""The citations of a fact that several lines of a piece tell together."""

from collections.abc import Iterable

from calicovet.model.facts import Citation


def cited_lines(evidence: str, lines: Iterable[int]) -> tuple[Citation, ...]:
    """Each line once, in the order given; 0 is a line that was not shown."""
    return tuple(Citation(evidence, line) for line in dict.fromkeys(lines) if line)
