"""Lays a page out at a glance: the verdict, its evidence, the fix, and one line for each thing more."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calicovet.report.page.parts import Brief, BriefBlock, Line, Quote, Row, Tone
from calicovet.report.terminal.evidence_gutter import height_of, lay_out_quotes
from calicovet.report.terminal.layout import (
    Span,
    Styled,
    lay_out_head,
    lay_out_stages,
    lay_out_verdict,
)
from calicovet.report.terminal.wrap import pad, shorten, width_of, wrap
from calicovet.report.words import Words, words

TALLEST = 16
"""Lines of a block: more evidence is shown only as far as it fits."""
TALLEST_OF_MANY = 14
"""The same where several incidents follow each other."""
_WIDEST_PROSE = 110
"""Longer lines are hard to read; evidence may be as wide as the screen."""
_INDENT = "  "
_COMMAND = "    "
_LABEL = 8
_STICKS = "\u00a0"
"""Stands for a blank at which no line may break."""
_SHORTEST_QUOTE = 20


def lay_out_brief(
    brief: Brief, width: int, *, carets: bool, tallest: int = TALLEST
) -> Iterator[Styled]:
    """The page from top to bottom; only commands to copy may be wider.

    `carets` marks words for a screen without underlines; `tallest` is how much evidence a block may show.
    """
    frame = words(brief.language)
    prose = min(width, _WIDEST_PROSE)
    if brief.headline:
        yield from ((Span(line, "bold"),) for line in wrap(brief.headline, prose))
        if brief.blocks:
            yield ()
    for number, block in enumerate(brief.blocks):
        if number:
            yield ()
        yield from _block(block, frame, width, tallest, carets=carets)
    if brief.rows and brief.blocks:
        yield ()
    yield from _rows(brief.rows, frame, prose)


def closing_line(brief: Brief, width: int) -> Styled:
    """Verdict, node and next step of the first block once more, for a page that is longer than the screen."""
    frame = words(brief.language)
    first = brief.blocks[0]
    told = frame.say(
        "page.closing",
        node=first.block.node,
        verdict=first.block.verdict,
        cause=first.block.cause or first.block.sentence,
        step=first.next_step or frame.say("page.above"),
    )
    return (Span(shorten(told, width), "bold"),)


def _block(
    block: BriefBlock, frame: Words, width: int, tallest: int, *, carets: bool
) -> Iterator[Styled]:
    """The parts of a block; how far the start came is left out where a named cause needs the room."""
    prose = min(width, _WIDEST_PROSE)
    head = _head(block, prose)
    after: list[Styled] = []
    for actions, notes in _shorter_and_shorter(block):
        after = [*_below(actions, notes, frame, prose)]
        if len(head) + len(after) + 1 + carets <= tallest:
            break
    room = tallest - len(head) - len(after)
    stages: list[Styled] = []
    if block.block.boxes:
        gutter = max(_LABEL, width_of(frame.say("label.stages")) + 2)
        stages += lay_out_stages(block.block.boxes, frame, prose, gutter)
    proven = block.block.tone is Tone.PROVEN
    quotes = _that_fit(block, width, room if proven else room - len(stages), carets=carets)
    named = block.block.tone is not Tone.UNKNOWN
    if named and height_of(quotes, width, carets=carets) + len(stages) > room:
        stages = []
    yield from head
    yield from lay_out_quotes(quotes, width, carets=carets)
    yield from stages
    yield from after


def _below(
    actions: Sequence[Row], notes: Sequence[Row], frame: Words, width: int
) -> Iterator[Styled]:
    """What is below the evidence: a section for each end, and one for the notes."""
    for section in _sections(actions, frame):
        yield ()
        yield from _rows(section, frame, width)
    if notes:
        yield ()
        yield from _rows(notes, frame, width)


def _shorter_and_shorter(
    block: BriefBlock,
) -> Iterator[tuple[tuple[Row, ...], tuple[Row, ...]]]:
    """The actions and notes; then, of a named cause, with less and less of what it can spare."""
    actions, notes = block.actions, block.notes
    yield actions, notes
    if block.block.tone is Tone.UNKNOWN:
        return
    if any(row.outcomes > 2 for row in actions):
        actions = tuple(_with_outcomes(row, 2) for row in actions)
        yield actions, notes
    while any(row.spare for row in notes):
        last = max(at for at, row in enumerate(notes) if row.spare)
        notes = (*notes[:last], *notes[last + 1 :])
        yield actions, notes
    yield tuple(_with_outcomes(row, 1) for row in actions), notes


def _with_outcomes(row: Row, most: int) -> Row:
    """The row with so many outcomes of its command, and how many there are besides."""
    spared = row.outcomes - most
    if spared <= 0:
        return row
    return replace(row, lines=row.lines[:-spared], outcomes=most, more=row.more + spared)


def _head(block: BriefBlock, width: int) -> list[Styled]:
    """Who it is and the verdict; cause and owner stand at an edge, and the owner only where there is room."""
    about = block.block
    bare = [*lay_out_head(replace(about, owner=""), width)]
    below = [*lay_out_verdict(about, block.deciding, width)]
    sentence = [*lay_out_verdict(replace(about, cause=""), block.deciding, width)]
    if len(sentence) < len(below):
        beside = [*lay_out_head(replace(about, owner=about.cause), width)]
        if len(beside) == len(bare):
            return [*beside, *sentence]
    owned = [*lay_out_head(about, width)]
    return [*(owned if len(owned) == len(bare) else bare), *below]


def _sections(actions: Sequence[Row], frame: Words) -> Iterator[Sequence[Row]]:
    """What is run for the same end together: a fix and its undo."""
    undo = frame.say("label.undo")
    for at, row in enumerate(actions):
        if row.label != undo:
            following = actions[at + 1 : at + 2]
            yield (row, *(each for each in following if each.label == undo))


def _that_fit(block: BriefBlock, width: int, room: int, *, carets: bool) -> Sequence[Quote]:
    """As many lines of evidence as there is room for, and at least one."""
    shown = len(block.quotes)
    while shown > 1 and height_of(block.quotes[:shown], width, carets=carets) > room:
        shown -= 1
    return block.quotes[:shown]


def _rows(rows: Sequence[Row], frame: Words, width: int) -> Iterator[Styled]:
    """The rows of a section, their texts below each other."""
    gutter = max([_LABEL, *(width_of(row.label) + 2 for row in rows)])
    for row in rows:
        yield from _row(row, frame, width, gutter)


def _row(row: Row, frame: Words, width: int, gutter: int) -> Iterator[Styled]:
    """A command stands on a separate line, and what it may show is indented like it."""
    label = Span(f"{_INDENT}{pad(row.label, gutter)}", "label")
    used = below = False
    for line in _counted(row, frame):
        if line.command and not line.aside:
            if not used:
                yield (Span(f"{_INDENT}{row.label}", "label"),)
            yield (Span(f"{_COMMAND}{line.text}", "command"),)
            below = True
        else:
            lead = _COMMAND if below else " " * (len(_INDENT) + gutter)
            room = max(20, width - len(lead))
            hanging = _INDENT if below else ""
            for spans in _words(line, frame, room, hanging, one_line=row.one_line):
                yield (Span(lead) if used else label, *spans)
                used = True
        used = True


def _counted(row: Row, frame: Words) -> Sequence[Line]:
    """Its lines; behind the last outcome stands how many more there are."""
    if not (row.outcomes and row.more):
        return row.lines
    more = frame.say("page.more", count=str(row.more))
    return (*row.lines[:-1], replace(row.lines[-1], aside=more))


def _words(
    line: Line, frame: Words, room: int, hanging: str, *, one_line: bool
) -> Iterator[Styled]:
    style = "command" if line.command else ""
    aside = frame.say("page.beside", text=line.aside) if line.aside else ""
    if one_line:
        text = line.text
        if line.quote:
            # The quotation gives way, because the words are what the reader does not know yet.
            kept = max(_SHORTEST_QUOTE, room - width_of(aside) - width_of(text) - 2)
            quote = shorten(line.quote, kept)
            text = frame.say("page.quoted", quote=quote, text=text) if text else quote
        yield (Span(shorten(text, room - width_of(aside)), style), Span(aside, "dim"))
        return
    lines = [line.text] if line.command else _wrapped(line.text, room - len(hanging))
    lines[1:] = [f"{hanging}{each}" for each in lines[1:]]
    yield from ((Span(each, style),) for each in lines[:-1])
    if not aside or width_of(lines[-1]) + width_of(aside) <= room:
        yield (Span(lines[-1], style), Span(aside, "dim"))
    else:
        yield (Span(lines[-1], style),)
        yield (Span(f"{hanging}{aside.strip()}", "dim"),)


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines; an outcome is not torn from the cause that it points to."""
    glued = text.replace(" -> ", f"{_STICKS}->{_STICKS}")
    return [line.replace(_STICKS, " ") for line in wrap(glued, width)]
