"""A page as Markdown, for tickets and chats."""

import re
from collections.abc import Iterator
from itertools import groupby

from calicovet.model.display.visible_text import visible, visible_line
from calicovet.report.own_marks import BEGIN, END
from calicovet.report.page.parts import Block, Box, BoxState, Line, Page, Row
from calicovet.report.words import Words, words

_LONGEST_QUOTE = 400
_CODE = re.compile(r"((?<![`\\])`(?!`)[^`]+(?<!`)`(?!`))")
_MARKUP = re.compile(r"[\\*_<\[`~]|&(?=#?\w{1,32};)")
_BEGINS_A_BLOCK = re.compile(
    r"^(\s*(?:\d{1,9}(?=[.)](?:\s|$)))?)([>|.)]|[#+-](?=[\s#]|$)|[-=]{2,})"
)


def render_markdown(page: Page) -> str:
    """The page as Markdown; commands and quotations are never taken for markup."""
    frame = words(page.language)
    parts = [BEGIN.format(what="report")]
    parts += [plain(page.headline)] if page.headline else []
    for block in page.blocks:
        parts += _block(block, frame)
    for row in page.rows:
        parts += _row(row)
    parts.append(END)
    return "\n\n".join(parts) + "\n"


def _block(block: Block, frame: Words) -> Iterator[str]:
    about = ", ".join(plain(part) for part in (block.pod, block.status, block.owner) if part)
    cause = f" ({code(block.cause)})" if block.cause else ""
    head = f"### {plain(block.node)}" + (f": {about}" if about else "")
    yield f"{head}\n\n**{block.verdict}**: {plain(block.sentence)}{cause}"
    if block.boxes:
        yield " > ".join(_stage(box, frame) for box in block.boxes)
    for row in block.rows:
        yield from _row(row)


def _stage(box: Box, frame: Words) -> str:
    said = frame.say(f"mark.{box.state}")
    if box.fault or box.state in (BoxState.FAILED, BoxState.STUCK):
        worst = (
            said if box.state in (BoxState.FAILED, BoxState.STUCK) else frame.say("mark.entered")
        )
        return f"**{frame.say('mark.of', stages=box.name, state=worst)}**"
    if box.state is BoxState.NOT_REACHED:
        return f"~~{box.name}~~"
    return box.name + ("?" if box.state is BoxState.UNKNOWN else "")


def _row(row: Row) -> Iterator[str]:
    runs = [(command, tuple(run)) for command, run in groupby(row.lines, lambda line: line.command)]
    label = f"**{row.label}**"
    for command, lines in runs:
        if command:
            texts = [visible(line.text) for line in lines]
            fence = _fence("\n".join(texts))
            told = "\n".join((f"{fence}sh", *texts, fence))
            yield f"{label}\n\n{told}" if label else told
        elif label and len(lines) == 1 and not row.numbered:
            yield f"{label}: {_line(lines[0])}"
        else:
            marks = (f"{number}." if row.numbered else "-" for number in range(1, len(lines) + 1))
            bullets = (f"{mark} {_line(line)}" for mark, line in zip(marks, lines, strict=True))
            yield "\n".join((*((label, "") if label else ()), *bullets))
        label = ""


def _line(line: Line) -> str:
    said = [code(line.quote)] if line.quote else []
    said += [plain(line.text)] if line.text else []
    where = ", ".join(plain(part) for part in line.where)
    choices = "".join(f"\n  - {plain(choice)}" for choice in line.choices)
    return ": ".join(said) + (f" ({where})" if where else "") + choices


def code(text: str) -> str:
    """Text as code, whatever back-ticks it holds."""
    text = visible_line(text)
    text = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
    ticks = "`" * (_longest_run(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{blank}{text}{blank}{ticks}"


def _fence(text: str) -> str:
    return "`" * max(3, _longest_run(text) + 1)


def _longest_run(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    return longest


def plain(text: str) -> str:
    """Text that shows as it is: names may hold what Markdown takes for markup."""
    # Our own sentences mark code by a pair of back-ticks; any other back-tick is text.
    told = "".join(
        part if number % 2 else _MARKUP.sub(r"\\\g<0>", part)
        for number, part in enumerate(_CODE.split(visible_line(text)))
    )
    return _BEGINS_A_BLOCK.sub(r"\1\\\2", told)
