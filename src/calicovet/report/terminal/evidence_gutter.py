"""Lines of evidence beside a gutter with their sources; the words that decide are marked."""

from collections.abc import Iterator, Sequence

from calicovet.model.finding import Extent
from calicovet.report.page.parts import Quote
from calicovet.report.terminal.layout import Span, Styled, marked
from calicovet.report.terminal.wrap import pad, shorten, width_of

_ARROW = "  --> "
_BAR = " | "
_WIDEST_SOURCE = 0.4
"""The part of the screen that sources may take; longer ones stand on separate lines."""
_SHORTEST = 20
_LEAST_AROUND = 12
"""So much of the text stays before words that stand in it twice; else only the last of them is shown."""
_SNAP = 14
"""So far a cut moves to the next blank."""


def lay_out_quotes(quotes: Sequence[Quote], width: int, *, carets: bool) -> Iterator[Styled]:
    """`--> describe.txt:41 | its words`, with `^^^^` below those that decide where nothing is underlined."""
    gutter = max((width_of(quote.source) for quote in quotes), default=0)
    stacked = is_stacked(quotes, width)
    lead = len(_ARROW) - 1 if stacked else len(_ARROW) + gutter
    room = max(_SHORTEST, width - lead - len(_BAR))
    for quote in quotes:
        text, deciding = fitted(quote.text, quote.deciding, room)
        if stacked:
            yield (Span(_ARROW, "arrow"), Span(quote.source, "dim"))
            yield (Span(" " * lead), Span(_BAR, "arrow"), *marked(text, deciding))
        else:
            source = Span(pad(quote.source, gutter), "dim")
            yield (Span(_ARROW, "arrow"), source, Span(_BAR, "arrow"), *marked(text, deciding))
        if carets and deciding:
            yield (Span(" " * lead), Span(_BAR, "arrow"), Span(_carets(text, deciding)))


def is_stacked(quotes: Sequence[Quote], width: int) -> bool:
    """Whether a source is too long to stand beside its words."""
    return any(width_of(quote.source) > width * _WIDEST_SOURCE for quote in quotes)


def height_of(quotes: Sequence[Quote], width: int, *, carets: bool) -> int:
    """How many lines they take."""
    return sum(1 for _ in lay_out_quotes(quotes, width, carets=carets))


def _carets(text: str, deciding: Sequence[Extent]) -> str:
    line = ""
    for each in deciding:
        line += " " * (width_of(text[: each.start]) - len(line))
        line += "^" * width_of(text[each.start : each.end])
    return line


def fitted(text: str, deciding: Sequence[Extent], room: int) -> tuple[str, tuple[Extent, ...]]:
    """As much of the text as fits around the words that decide, and where these stand in it."""
    if width_of(text) <= room:
        return text, tuple(deciding)
    if not deciding:
        return shorten(text, room), ()
    last = {text[each.start : each.end]: each for each in deciding}
    once = [each for each in deciding if last[text[each.start : each.end]] is each]
    for kept in (deciding, *(once[:shown] for shown in range(len(once), 0, -1))):
        for around in range(room, _LEAST_AROUND if kept is deciding else -1, -2):
            found = _joined(text, _pieces(text, kept, around), deciding)
            if width_of(found[0]) <= room:
                return found
    first = deciding[0]
    alone = shorten(text[first.start : first.end], room)
    return alone, (Extent(0, len(alone)),)


def _pieces(text: str, deciding: Sequence[Extent], around: int) -> list[Extent]:
    """The parts that are kept: each deciding word with what stands around it, most of it before."""
    pieces: list[Extent] = []
    for each in deciding:
        start = _snapped(text, max(each.start - around, 0), each.start)
        end = _snapped_back(text, min(each.end + around // 2, len(text)), each.end)
        if pieces and start <= pieces[-1].end + 3:
            pieces[-1] = Extent(pieces[-1].start, max(end, pieces[-1].end))
        else:
            pieces.append(Extent(start, end))
    return pieces


def _snapped(text: str, at: int, latest: int) -> int:
    """The start of the next word, if it is near."""
    if at == 0:
        return 0
    blank = text.find(" ", at - 1, min(latest, at + _SNAP))
    return blank + 1 if blank >= 0 else at


def _snapped_back(text: str, at: int, earliest: int) -> int:
    """The end of the last whole word, if it is near."""
    if at >= len(text):
        return len(text)
    blank = text.rfind(" ", max(earliest, at - _SNAP), at + 1)
    return blank if blank >= 0 else at


def _joined(
    text: str, pieces: Sequence[Extent], deciding: Sequence[Extent]
) -> tuple[str, tuple[Extent, ...]]:
    """The pieces in one line, with an ellipsis for each gap, and the moved marks."""
    line = ""
    moved: list[Extent] = []
    for piece in pieces:
        line += " … " if line else "… " if piece.start else ""
        shift = len(line) - piece.start
        line += text[piece.start : piece.end]
        moved += [
            Extent(each.start + shift, each.end + shift)
            for each in deciding
            if piece.start <= each.start and each.end <= piece.end
        ]
    return (f"{line} …" if pieces[-1].end < len(text) else line), tuple(moved)
