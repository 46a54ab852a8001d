"""What a parser is: a reader, and the facts it may give."""

from collections.abc import Callable, Iterable

from calicovet.model.evidence import Evidence
from calicovet.model.facts.base import Fact, Unreadable
from calicovet.model.record import record


@record
class Parser:
    """One reader, as the table of readers holds it."""

    read: Callable[[Evidence], Iterable[Fact | Unreadable]]
    gives: tuple[type[Fact], ...]
