"""What a parser is: a reader, and the facts it may give."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from calicovet.model.evidence import Evidence
from calicovet.model.facts.base import Fact, Unreadable


@dataclass(frozen=True, slots=True)
class Parser:
    """One reader, as the table of readers holds it."""

    read: Callable[[Evidence], Iterable[Fact | Unreadable]]
    gives: tuple[type[Fact], ...]
