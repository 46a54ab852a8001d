"""Which lines to keep of a text that is too large to be read whole."""

from collections.abc import Iterable, Iterator
from itertools import chain

from calicovet.model.record import record
from calicovet.parse.sifting.line_blocks import Block, InBlocks, NumberedLines

_OF_A_LINE = 16
"""What a line takes of the budget beside its bytes: millions of empty ones need memory, too."""


@record
class RelevantLines:
    """What was kept: the text, the source's number of each of its lines, whether any is missing."""

    content: str
    numbers: tuple[int, ...]
    cut: bool


def keep_relevant_lines(
    lines: Iterable[tuple[int, str]] | InBlocks, budget: int = 8_000_000
) -> RelevantLines:
    """All lines of a text within the budget; of a larger one those that a parser needs."""
    source = lines if isinstance(lines, InBlocks) else NumberedLines(lines)
    blocks = source.blocks()
    head: list[Block] = []
    size = 0
    for block in blocks:
        head.append(block)
        size += len(block.data) + _OF_A_LINE * len(block.numbers)
        if size > budget:
            break
    cut = False
    if size > budget:
        from calicovet.parse.sifting.sifter import Sifter

        sifter = Sifter(source)
        kept = list(sifter.sift(chain(_emptied(head), blocks)))
        cut = sifter.has_left_out
    else:
        kept = [line for block in head for line in source.lines_in(block.numbers, block.data)]
    return RelevantLines(
        content="\n".join(line for _, line in kept),
        numbers=tuple(number for number, _ in kept),
        cut=cut or (isinstance(source, NumberedLines) and source.shortened),
    )


def _emptied(head: list[Block]) -> Iterator[Block]:
    """The blocks, each forgotten when it is handed on."""
    head.reverse()
    while head:
        yield head.pop()
