"""Chunks of bytes to numbered lines of text."""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from itertools import chain

LONGEST = 1 << 16
"""Longer lines are handed on in parts that share their number."""

_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
# `str.splitlines` takes these for line ends; numbers must not depend on who counts.
_ODD_BREAKS = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def lines_of(chunks: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Each line with its number from 1, decoded as well as can be."""
    for number, line in _raw_lines(_as_utf8(iter(chunks))):
        text = decode(line)
        yield number, _ODD_BREAKS.sub(" ", text) if not text.isprintable() else text


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


def _raw_lines(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    number, rest = 1, b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            for part in _parts(line):
                yield number, part
            number += 1
        while len(rest) > LONGEST:
            part, rest = _cut(rest)
            yield number, part
    if rest:
        for part in _parts(rest):
            yield number, part


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
