"""Citations made readable: where, the words themselves, how to get them again."""

from collections.abc import Iterable, Mapping

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Citation, Fact
from calicovet.model.finding import Exhibit

_LONGEST = 300
YOU_SAY = "you say"


class Shelf:
    """All pieces by their id; each is cut into lines once, however often it is cited."""

    def __init__(self, pieces: Iterable[Evidence] = ()) -> None:
        self.pieces: Mapping[str, Evidence] = {piece.id: piece for piece in pieces}
        self.spoken = frozenset(
            piece.id
            for piece in self.pieces.values()
            if piece.kind is EvidenceKind.PASTE or piece.taken_by == YOU_SAY
        )
        """Those in which a person speaks, not a program."""
        self._lines: dict[str, list[str]] = {}

    def words(self, cited: Citation) -> str:
        """The cited lines in one."""
        if not cited.line:
            return ""
        if cited.evidence not in self._lines:
            self._lines[cited.evidence] = self.pieces[cited.evidence].content.split("\n")
        lines = self._lines[cited.evidence][cited.line - 1 : max(cited.last, cited.line)]
        return " ".join(line.strip() for line in lines)


def exhibits_of(facts: Iterable[Fact], shelf: Shelf) -> tuple[Exhibit, ...]:
    """What the facts cite, each place once, in the order given."""
    found = dict.fromkeys(
        exhibit
        for fact in facts
        for cited in fact.cited
        if (exhibit := exhibit_of(cited, shelf)) is not None
    )
    return tuple(found)


def exhibit_of(cited: Citation, shelf: Shelf) -> Exhibit | None:
    """The cited words; for a piece without any (an empty log), the command that gave it."""
    piece = shelf.pieces.get(cited.evidence)
    if piece is None:
        return None
    number = piece.number_of(cited.line or 1)
    taken_by = YOU_SAY if piece.kind is EvidenceKind.PASTE else piece.taken_by
    return Exhibit(f"{piece.source}:{number}", shorten(shelf.words(cited)), taken_by)


def shorten(text: str) -> str:
    """The text, with its middle left out where it is too long to read."""
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    return f"{text[:half].rstrip()} … {text[-half:].lstrip()}"
