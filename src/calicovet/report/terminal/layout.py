"""Lays a page out as styled lines for a given width."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from calicovet.model.finding import Extent
from calicovet.model.record import record
from calicovet.report.page.parts import Block, Box, BoxState, Line, Page, Row, Tone
from calicovet.report.terminal.wrap import pad, shorten, width_of, wrap
from calicovet.report.words import Words, words

MARKS = {Tone.PROVEN: "x", Tone.LIKELY: "x", Tone.UNKNOWN: "?", Tone.HEALTHY: "v"}
_BAD = (BoxState.FAILED, BoxState.STUCK)
_INDENT = "  "
_LABEL = 9
_CHOICE = "  - "
_LONGEST_QUOTE = 4
"""Lines on a screen; the rest is where the source says. Log lines have the reason at their end."""


@record
class Span:
    text: str
    style: str = ""


Styled = tuple[Span, ...]


def lay_out(page: Page, width: int) -> Iterator[Styled]:
    """The page from top to bottom; only commands to paste may be wider."""
    frame = words(page.language)
    gutter = max((width_of(row.label) + 2 for row in _all_rows(page)), default=0)
    if any(block.boxes for block in page.blocks):
        gutter = max(gutter, width_of(frame.say("label.stages")) + 2)
    gutter = max(gutter, _LABEL)
    if page.headline:
        yield from ((Span(line, "bold"),) for line in wrap(page.headline, width))
        if page.blocks:
            yield ()
    for number, block in enumerate(page.blocks):
        if number:
            yield ()
        yield from _block(block, frame, width, gutter)
    if page.rows and len(page.blocks) > 1:
        yield ()
    for row in page.rows:
        yield from _row(row, width, gutter)


def _all_rows(page: Page) -> Iterator[Row]:
    yield from page.rows
    for block in page.blocks:
        yield from block.rows


def _block(block: Block, frame: Words, width: int, gutter: int) -> Iterator[Styled]:
    yield from lay_out_head(block, width)
    yield from lay_out_verdict(block, (), width)
    if block.boxes:
        yield from lay_out_stages(block.boxes, frame, width, gutter)
    for row in block.rows:
        yield from _row(row, width, gutter)


def lay_out_head(block: Block, width: int) -> Iterator[Styled]:
    """Who it is, with the owner at the right edge; in several lines where there is no room."""
    mark = Span(f"{MARKS[block.tone]} ", block.tone)
    names = wrap(block.node, width - len(_INDENT))
    for number, name in enumerate(names[:-1]):
        yield (Span(_INDENT) if number else mark, Span(name, "bold"))
    line: Styled = (Span(_INDENT) if len(names) > 1 else mark, Span(names[-1], "bold"))
    used = len(_INDENT) + width_of(names[-1])
    for part in (block.pod, block.status):
        if part and used + 3 + width_of(part) > width:
            yield line
            line, used = (Span(f"{_INDENT}{part}"),), len(_INDENT) + width_of(part)
        elif part:
            line, used = (*line, Span(f"   {part}")), used + 3 + width_of(part)
    gap = width - used - width_of(block.owner)
    if block.owner and gap < 3:
        yield line
        yield (Span(f"{_INDENT}{block.owner}", "dim"),)
    else:
        yield (*line, Span(" " * gap + block.owner if block.owner else "", "dim"))


def lay_out_verdict(block: Block, deciding: Sequence[Extent], width: int) -> Iterator[Styled]:
    """The verdict in one sentence, with the words marked that decide, and the name of the cause."""
    verdict = Span(f"{_INDENT}{block.verdict}", block.tone)
    hang = width_of(block.verdict) + 4
    lines = wrap(block.sentence, width - hang)
    told = list(_marked_lines(lines, block.sentence, deciding, "bold"))
    for number, line in enumerate(lines):
        lead = (verdict, Span("  ")) if number == 0 else (Span(" " * hang),)
        last = number == len(lines) - 1
        room = width - hang - width_of(line) - 3
        if last and block.cause and width_of(block.cause) <= room:
            yield (*lead, *told[number], Span(f"   {block.cause}", "dim"))
            return
        yield (*lead, *told[number])
    if block.cause:
        yield (Span(" " * hang), Span(block.cause, "dim"))


def marked(text: str, deciding: Sequence[Extent], plain: str = "") -> Styled:
    """The text as spans, with the words marked that decide."""
    spans: list[Span] = []
    at = 0
    for each in deciding:
        spans += [Span(text[at : each.start], plain)] if each.start > at else []
        spans.append(Span(text[each.start : each.end], "deciding"))
        at = each.end
    return (*spans, Span(text[at:], plain))


def lay_out_stages(
    boxes: tuple[Box, ...], frame: Words, width: int, gutter: int
) -> Iterator[Styled]:
    """`pod … datastore ok > address: fault > saved, pools > felix: unknown > ready: failed`."""
    label = f"{_INDENT}{pad(frame.say('label.stages'), gutter)}"
    line: list[Span] = [Span(label, "label")]
    used = width_of(label)
    spans = tuple(_stages(boxes, frame))
    for number, span in enumerate(spans):
        if number:
            behind = 2 if number < len(spans) - 1 else 0
            if used + 3 + width_of(span.text) + behind > width:
                yield (*line, Span(" >", "dim"))
                line, used = [Span(" " * (len(_INDENT) + gutter))], len(_INDENT) + gutter
            else:
                line.append(Span(" > ", "dim"))
                used += 3
        line.append(span)
        used += width_of(span.text)
    yield tuple(line)


def _stages(boxes: tuple[Box, ...], frame: Words) -> Iterator[Span]:
    """Stages in the same state as one; each that failed by itself."""
    for number, ((state, fault), run) in enumerate(
        groupby(boxes, lambda box: (box.state, box.fault))
    ):
        names = [box.name for box in run]
        if fault or state in _BAD:
            said = [frame.say("mark.entered")] if fault else []
            said += [frame.say(f"mark.{state}")] if state in _BAD else []
            together = frame.say("page.comma").join(said)
            style = state if state in _BAD else BoxState.FAILED
            for name in names:
                yield Span(frame.say("mark.of", stages=name, state=together), style)
            continue
        stages = (
            f"{names[0]} … {names[-1]}" if len(names) > 2 else frame.say("page.comma").join(names)
        )
        if state is not BoxState.PASSED:
            told = frame.say("mark.of", stages=stages, state=frame.say(f"mark.{state}"))
            yield Span(told, "dim")
        else:  # said once; the others look the same
            yield Span(frame.say("mark.ok", stages=stages) if not number else stages, state)


def _row(row: Row, width: int, gutter: int) -> Iterator[Styled]:
    label = f"{_INDENT}{pad(row.label, gutter)}"
    for number, line in enumerate(row.lines):
        lead = f"{number + 1}  " if row.numbered else ""
        room = max(20, width - len(_INDENT) - gutter - len(lead))
        deeper = number > 0 and not row.lines[0].command
        for part, spans in enumerate(_line(line, room, deeper=deeper)):
            start = label if number == part == 0 else " " * (len(_INDENT) + gutter)
            mark = lead if part == 0 else " " * len(lead)
            style = "label" if number == part == 0 else ""
            yield (Span(start, style), Span(mark, "dim"), *spans)


def _line(line: Line, room: int, *, deeper: bool) -> Iterator[Styled]:
    yield from _words(line, room, deeper=deeper)
    for choice in line.choices:
        for part, text in enumerate(wrap(choice, room - len(_CHOICE))):
            yield (Span(" " * len(_CHOICE) if part else _CHOICE, "dim"), Span(text))


def _words(line: Line, room: int, *, deeper: bool) -> Iterator[Styled]:
    if line.command:
        # Never broken, because it is to be pasted.
        yield (Span(f"{_INDENT if deeper else ''}{line.text}", "command"),)
        return
    text = line.text
    if line.quote:
        quote = shorten(line.quote, room * _LONGEST_QUOTE)
        text = f"{quote}: {text}" if text else quote
    lines = wrap(text, room)
    if line.quote and not line.text and len(lines) > _LONGEST_QUOTE:
        rest = " ".join(lines[_LONGEST_QUOTE - 1 :])
        lines = [*lines[: _LONGEST_QUOTE - 1], shorten(rest, room)]
    told = list(_marked_lines(lines, text, line.deciding if not line.text else ()))
    yield from told[:-1]
    where = "   ".join(line.where)
    gap = room - width_of(lines[-1]) - width_of(where)
    if not where or gap >= 3:
        yield (*told[-1], Span(" " * gap + where if where else "", "dim"))
        return
    yield told[-1]
    if width_of(where) <= room:
        yield (Span(" " * (room - width_of(where)) + where, "dim"),)
        return
    # Whole all the same: a command that was cut cannot be repeated.
    for part in line.where:
        yield from ((Span(each, "dim"),) for each in wrap(part, room))


def _marked_lines(
    lines: Sequence[str], text: str, deciding: Sequence[Extent], plain: str = ""
) -> Iterator[Styled]:
    """The lines that a text was broken into, with the words marked that decide."""
    at = 0
    for line in lines:
        # The last line may have been cut; it begins behind the blank at which the line before was broken.
        found = text.find(line, at)
        at = found if found >= 0 else len(text) - len(text[at:].lstrip(" "))
        here = [
            Extent(max(each.start - at, 0), min(each.end - at, len(line)))
            for each in deciding
            if each.start < at + len(line) and each.end > at
        ]
        at += len(line)
        yield marked(line, here, plain)
