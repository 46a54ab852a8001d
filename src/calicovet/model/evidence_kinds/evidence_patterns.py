"""Regular expressions made of words of the evidence, which outlive no run."""

import re

_MADE: set[str | bytes] = set()


def of_evidence(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Compiles a pattern that holds names or settings of a cluster."""
    _MADE.add(pattern)
    return re.compile(pattern, flags)


def is_of_evidence(pattern: str | bytes) -> bool:
    """Whether `of_evidence` has made the pattern: it must not be stored."""
    return pattern in _MADE
