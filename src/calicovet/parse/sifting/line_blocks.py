"""A text as blocks of lines: the form in which large texts are scanned."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol, runtime_checkable

from calicovet.model.record import record

LONGEST_LINE = 65_536
_LINES = 4_096


class Block(Protocol):
    """Some lines that follow one another, as bytes."""

    @property
    def numbers(self) -> Sequence[int]:
        """The number of each line in the source; parts of one enormous line share theirs."""
        ...

    @property
    def data(self) -> bytes:
        """The lines, with a line feed between them and none behind the last."""
        ...


@runtime_checkable
class InBlocks(Protocol):
    """A text that can be had in blocks."""

    def blocks(self) -> Iterator[Block]: ...
    def lines_in(self, numbers: Sequence[int], data: bytes) -> Iterator[tuple[int, str]]:
        """The lines of a block, or of a piece of it, decoded."""
        ...


@record
class _Encoded:
    numbers: Sequence[int]
    data: bytes


class NumberedLines:
    """Lines that were decoded before, as blocks."""

    def __init__(self, lines: Iterable[tuple[int, str]]) -> None:
        self._lines = iter(lines)
        self.shortened = False
        """Whether a line was longer than any that is read."""

    def blocks(self) -> Iterator[Block]:
        while some := list(islice(self._lines, _LINES)):
            self.shortened |= any(len(line) > LONGEST_LINE for _, line in some)
            data = "\n".join(line[:LONGEST_LINE] for _, line in some)
            numbers = tuple(number for number, _ in some)
            yield _Encoded(numbers, data.encode(errors="surrogatepass"))

    def lines_in(self, numbers: Sequence[int], data: bytes) -> Iterator[tuple[int, str]]:
        return zip(numbers, data.decode(errors="surrogatepass").split("\n"), strict=True)
