"""Citations made readable: where, the words themselves, how to get them again."""

from collections.abc import Iterable, Mapping

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Citation, Fact
from calicovet.model.finding import Exhibit

_LONGEST = 300
YOU_SAY = "you say"


def exhibits_of(facts: Iterable[Fact], evidence: Mapping[str, Evidence]) -> tuple[Exhibit, ...]:
    """What the facts cite, each place once, in the order given."""
    found = dict.fromkeys(
        exhibit
        for fact in facts
        for cited in fact.cited
        if (exhibit := exhibit_of(cited, evidence)) is not None
    )
    return tuple(found)


def exhibit_of(cited: Citation, evidence: Mapping[str, Evidence]) -> Exhibit | None:
    """The cited words; for a piece without any (an empty log), the command that gave it."""
    piece = evidence.get(cited.evidence)
    if piece is None:
        return None
    lines = piece.content.split("\n") if cited.line else []
    text = " ".join(line.strip() for line in lines[cited.line - 1 : max(cited.last, cited.line)])
    number = piece.number_of(cited.line or 1)
    taken_by = YOU_SAY if piece.kind is EvidenceKind.PASTE else piece.taken_by
    return Exhibit(f"{piece.source}:{number}", shorten(text), taken_by)


def shorten(text: str) -> str:
    """The text, with its middle left out where it is too long to read."""
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    return f"{text[:half].rstrip()} … {text[-half:].lstrip()}"
