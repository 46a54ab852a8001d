"""Chunks of bytes to numbered lines of text, or to blocks of them."""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from calicovet.model.record import record

LONGEST = 1 << 16
"""Longer lines are handed on in parts that share their number."""

_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
# `str.splitlines` takes these for line ends; numbers must not depend on who counts.
_ODD_BREAKS = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@record
class Block:
    """Lines that follow one another, without the last line's end; parts of a long line share their number."""

    numbers: Sequence[int]
    data: bytes


class TextLines:
    """The lines of a text, one by one, or as blocks of bytes in UTF-8; they can be had once."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._blocks: Iterator[Block] = _blocks(_as_utf8(iter(chunks)))

    def head(self, count: int) -> list[tuple[int, str]]:
        """The first lines, about so many; they are given again with the others."""
        found: list[tuple[int, str]] = []
        read: list[Block] = []
        for block in self._blocks:
            read.append(block)
            found += islice(self.lines_in(block.numbers, block.data), count - len(found))
            if len(found) >= count:
                break
        self._blocks = chain(read, self._blocks)
        return found

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Each line with its number from 1, decoded as well as can be."""
        for block in self.blocks():
            yield from self.lines_in(block.numbers, block.data)

    def blocks(self) -> Iterator[Block]:
        """The same text in pieces that end where lines end."""
        return self._blocks

    def lines_in(self, numbers: Sequence[int], data: bytes) -> Iterator[tuple[int, str]]:
        """The lines of a block, or of a piece of it, decoded."""
        for number, line in zip(numbers, data.split(b"\n"), strict=True):
            for part in _parts(line) if len(line) > LONGEST else (line,):
                text = decode(part.removesuffix(b"\r"))
                yield number, text if text.isprintable() else _ODD_BREAKS.sub(" ", text)


def _blocks(chunks: Iterable[bytes]) -> Iterator[Block]:
    number, rest = 1, b""
    for chunk in chunks:
        end = chunk.rfind(b"\n")
        if end < 0:
            rest += chunk
            while len(rest) > LONGEST:
                part, rest = _cut(rest)
                yield Block((number,), part)
            continue
        data = rest + chunk[:end]
        rest = chunk[end + 1 :]
        count = data.count(b"\n") + 1
        yield Block(range(number, number + count), data)
        number += count
    if rest:
        yield Block((number,), rest)


def lines_of(chunks: Iterable[bytes]) -> TextLines:
    """The lines of a text that comes in chunks."""
    return TextLines(chunks)


def decode(line: bytes) -> str:
    """The line as UTF-8; as GB18030 where it is Chinese in that; else with replacement marks."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        pass
    as_utf8 = line.decode(errors="replace")
    lost = as_utf8.count("\ufffd")
    kept = sum(char > "\x7f" for char in as_utf8) - lost
    if kept >= lost:  # UTF-8 that was cut in the middle of a character
        return as_utf8
    try:
        as_chinese = line.decode("gb18030")
    except UnicodeDecodeError:
        return as_utf8
    foreign = [char for char in as_chinese if char > "\x7f"]
    chinese = sum("\u3000" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef" for char in foreign)
    return as_chinese if chinese * 10 >= len(foreign) * 8 else as_utf8


def _as_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    head = next(chunks, b"")
    if head.startswith(_UTF16):
        decoder = getincrementaldecoder("utf-16")(errors="replace")
        return (decoder.decode(chunk).encode(errors="replace") for chunk in chain((head,), chunks))
    head = head.removeprefix(_UTF8_BOM)
    if b"\r" in head and b"\n" not in head:  # lines that end as on old Macs
        return (chunk.replace(b"\r", b"\n") for chunk in chain((head,), chunks))
    return chain((head,), chunks)


def _parts(line: bytes) -> Iterator[bytes]:
    line = line.removesuffix(b"\r")
    while len(line) > LONGEST:
        part, line = _cut(line)
        yield part
    yield line


def _cut(line: bytes) -> tuple[bytes, bytes]:
    at = LONGEST
    while at > LONGEST - 4 and line[at] & 0xC0 == 0x80:  # not inside a character
        at -= 1
    return line[:at], line[at:]
