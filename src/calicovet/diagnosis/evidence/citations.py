"""Citations for the report: source, excerpt, and the command that shows it again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from calicovet.diagnosis.evidence.deciding_words import deciding_words
from calicovet.diagnosis.evidence.object_lines import joined, key_of, leaf_at
from calicovet.model.evidence import YOU_SAY, Evidence, EvidenceKind
from calicovet.model.facts import Citation, Fact
from calicovet.model.finding import Exhibit, Extent
from calicovet.model.provenance import EvidenceRole

_LONGEST = 300
_LONGEST_SEARCHED = 20_000
_AROUND = 40
"""So many characters stay before the deciding words of a text that is shortened."""


class EvidenceIndex:
    """All pieces by their id; each is cut into lines once, however often it is cited."""

    def __init__(self, pieces: Iterable[Evidence] = ()) -> None:
        self.pieces: Mapping[str, Evidence] = {piece.id: piece for piece in pieces}
        self.spoken = frozenset(
            piece.id
            for piece in self.pieces.values()
            if piece.kind is EvidenceKind.PASTE
            or piece.taken_by == YOU_SAY
            or piece.role is not EvidenceRole.EVIDENCE
        )
        """Those that rest on a person's word: prose, quotations, instructions."""
        self._lines: dict[str, list[str]] = {}

    def words(self, cited: Citation) -> str:
        """The cited lines in one."""
        if not cited.line:
            return ""
        if self.holds_objects(cited.evidence):
            return self.leaves((cited,))
        lines = self.lines_of(cited.evidence)[cited.line - 1 : max(cited.last, cited.line)]
        return " ".join(line.strip() for line in lines)

    def holds_objects(self, evidence: str) -> bool:
        """Whether the piece is JSON or YAML, in which a line may say nothing by itself."""
        piece = self.pieces.get(evidence)
        return piece is not None and piece.kind is EvidenceKind.OBJECTS

    def key(self, cited: Citation) -> str:
        """The name of the value that is cited of an object; a text has none."""
        if not cited.line or not self.holds_objects(cited.evidence):
            return ""
        return key_of("".join(self.lines_of(cited.evidence)[cited.line - 1 : cited.line]))

    def leaves(self, cited: Iterable[Citation]) -> str:
        """The cited values of an object in one line."""
        return joined(words for each in cited for words in self._values(each))

    def _values(self, cited: Citation) -> Iterator[str]:
        lines = self.lines_of(cited.evidence)
        if cited.last > cited.line:
            yield from lines[cited.line - 1 : cited.last]
        elif 0 < cited.line <= len(lines):
            yield " ".join(line.strip() for line in leaf_at(lines, cited.line - 1))

    def lines_of(self, evidence: str) -> list[str]:
        """The lines of that piece."""
        if evidence not in self._lines:
            self._lines[evidence] = self.pieces[evidence].content.split("\n")
        return self._lines[evidence]


def exhibits_of(
    facts: Iterable[Fact], evidence_index: EvidenceIndex, values: Iterable[str] = ()
) -> tuple[Exhibit, ...]:
    """What the facts cite, each place once, in the order given; the values of one object together.

    `values` are what a sentence about the facts says: where they stand in an excerpt, they decide.
    """
    read_from: dict[tuple[Citation, ...], list[Fact]] = {}
    for fact in facts:
        for group in _together(fact.cited, evidence_index):
            read_from.setdefault(group, []).append(fact)
    found: dict[Exhibit, list[Fact]] = {}
    for group in _not_told_twice(read_from):
        exhibit = _whole(group, evidence_index)
        if exhibit is not None:
            found.setdefault(exhibit, []).extend(read_from[group])
    values = tuple(values)
    return tuple(_marked(exhibit, values, told) for exhibit, told in found.items())


def _marked(exhibit: Exhibit, values: tuple[str, ...], facts: Iterable[Fact]) -> Exhibit:
    """The exhibit, shortened, with the words marked that decide."""
    text = exhibit.excerpt[:_LONGEST_SEARCHED]
    deciding = deciding_words(text, values, facts)
    short = shorten(exhibit.excerpt, deciding[0] if deciding else None)
    if short != text:
        deciding = deciding_words(short, [text[each.start : each.end] for each in deciding], ())
    return replace(exhibit, excerpt=short, deciding=deciding)


def _together(
    cited: Iterable[Citation], evidence_index: EvidenceIndex
) -> Iterator[tuple[Citation, ...]]:
    """The values of one object in one; a name that comes again is another object's."""
    now: list[Citation] = []
    keys: set[str] = set()
    for each in cited:
        key = evidence_index.key(each)
        if now and (not key or {"", key} & keys or now[0].evidence != each.evidence):
            yield tuple(now)
            now, keys = [], set()
        now.append(each)
        keys.add(key)
    if now:
        yield tuple(now)


def _not_told_twice(groups: Iterable[tuple[Citation, ...]]) -> Iterator[tuple[Citation, ...]]:
    """Without values of an object that stand among more of its values elsewhere in the list."""
    groups = tuple(groups)
    larger = [frozenset(group) for group in groups if len(group) > 1]
    for group in groups:
        values = frozenset(group)
        if not any(values < others for others in larger):
            yield group


def exhibit_of(cited: Citation, evidence_index: EvidenceIndex) -> Exhibit | None:
    """The cited words; for a piece without any (an empty log), the command that gave it."""
    exhibit = _whole((cited,), evidence_index)
    return exhibit and replace(exhibit, excerpt=shorten(exhibit.excerpt))


def _whole(together: tuple[Citation, ...], evidence_index: EvidenceIndex) -> Exhibit | None:
    cited = together[0]
    piece = evidence_index.pieces.get(cited.evidence)
    if piece is None:
        return None
    number = piece.number_of(cited.line or 1)
    said = piece.kind is EvidenceKind.PASTE or piece.role is EvidenceRole.QUOTATION
    taken_by = YOU_SAY if said else piece.taken_by
    words = evidence_index.leaves(together) if len(together) > 1 else evidence_index.words(cited)
    return Exhibit(f"{piece.source}:{number}", words, taken_by)


def shorten(text: str, kept: Extent | None = None) -> str:
    """The text, with its middle left out where it is too long to read; the part to be kept stays."""
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    head, tail = text[:half].rstrip(), text[-half:].lstrip()
    if kept is None or kept.end <= half or kept.start >= len(text) - half:
        return f"{head} … {tail}"
    third = half - _AROUND
    start = max(kept.start - _AROUND, third)
    end = min(start + third, len(text) - _AROUND)
    return f"{text[:third].rstrip()} … {text[start:end].strip()} … {text[-_AROUND:].lstrip()}"
