"""Caches the facts of each piece, because a live run diagnoses several times."""

from collections.abc import Callable, Iterable

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, Unreadable
from calicovet.parse.all_parsers import parse

Read = Callable[[Evidence], Iterable[Fact | Unreadable]]


class Reading:
    """Reads a piece when it is first asked for, and remembers its facts."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[Fact | Unreadable, ...]] = {}

    def __call__(self, piece: Evidence) -> Iterable[Fact | Unreadable]:
        # A piece's name is made of all that it says.
        if piece.id not in self._read:
            self._read[piece.id] = tuple(parse(piece))
        return self._read[piece.id]
