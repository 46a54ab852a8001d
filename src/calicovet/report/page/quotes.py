"""Lines of evidence in one line each, with the words that decide."""

from collections.abc import Iterable, Iterator, Sequence

from calicovet.model.display.visible_text import visible_line
from calicovet.model.evidence import YOU_SAY
from calicovet.model.finding import Exhibit, Extent
from calicovet.model.language import Language
from calicovet.report.page.parts import Quote
from calicovet.report.words import words


def quotes_of(exhibits: Iterable[Exhibit], most: int, language: Language) -> tuple[Quote, ...]:
    """The most telling of them: those with words that decide first, none twice."""
    told: dict[str, Quote] = {}
    for exhibit in exhibits:
        quote = quote_of(exhibit, language)
        told.setdefault(quote.text, quote)
    marked = [quote for quote in told.values() if quote.deciding]
    others = [quote for quote in told.values() if not quote.deciding]
    return tuple((marked + others)[:most])


def quote_of(exhibit: Exhibit, language: Language) -> Quote:
    """The exhibit in one line that is safe to print."""
    frame = words(language)
    source = exhibit.source
    if exhibit.taken_by == YOU_SAY:
        source = frame.say("page.you-say", line=source.rpartition(":")[2])
    text, deciding = _in_one_line(exhibit.excerpt, exhibit.deciding)
    # An empty log is evidence too, and must not look like a line that got lost.
    return Quote(visible_line(source), text or frame.say("page.no-output"), deciding)


def _in_one_line(excerpt: str, deciding: Sequence[Extent]) -> tuple[str, tuple[Extent, ...]]:
    """The text with single blanks and without characters that act on a terminal; its marks go along."""
    moved = [0] * (len(excerpt) + 1)
    text = ""
    for at, char in enumerate(excerpt):
        moved[at] = len(text)
        if not char.isspace():
            text += visible_line(char)
        elif text and not text.endswith(" "):
            text += " "
    moved[len(excerpt)] = len(text)
    text = text.rstrip()
    extents = (Extent(moved[each.start], min(moved[each.end], len(text))) for each in deciding)
    return text, tuple(each for each in extents if each.start < each.end)


def said_in(sentence: str, quotes: Iterable[Quote]) -> tuple[Extent, ...]:
    """Where the deciding words of the evidence stand in the sentence."""
    found = {
        extent
        for quote in quotes
        for each in quote.deciding
        for extent in _places(sentence, quote.text[each.start : each.end])
    }
    apart: list[Extent] = []
    for extent in sorted(found, key=lambda one: (one.start, -one.end)):
        if not apart or extent.start >= apart[-1].end:
            apart.append(extent)
    return tuple(apart)


def _places(sentence: str, words_shown: str) -> Iterator[Extent]:
    # A sentence writes a load of 388.40 as 388.4.
    number = words_shown.count(".") == 1 and words_shown.replace(".", "").isdecimal()
    for told in (words_shown, words_shown.rstrip("0").rstrip(".")) if number else (words_shown,):
        at = sentence.find(told)
        if at >= 0 and len(told) > 1:
            yield Extent(at, at + len(told))
            return
