"""A .case file: what is expected in its head, then files behind `-- path --` lines."""

import re
from collections.abc import Iterable, Iterator

_SECTION = re.compile(r"-- (\S.{0,300}?) --\s*")

Lines = list[tuple[int, str]]


def sections_of(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Lines]]:
    """Each file in it by its path, with its lines numbered from 1; the head is left out."""
    path, found = "", list[tuple[int, str]]()
    start = 0
    for number, line in lines:
        if opening := _SECTION.fullmatch(line):
            if path:
                yield path, found
            path, found, start = opening[1], [], number
        elif path:
            found.append((number - start, line))
    if path:
        yield path, found
