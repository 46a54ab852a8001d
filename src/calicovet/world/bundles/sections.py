"""Files that hold several texts: .case files, logs in a cluster-info dump."""

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


_MARK = re.compile(r"==== (START|END) logs for container (\S+) of pod \S+ ====")


def logs_in(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Lines]]:
    """Each container's lines under its name; lines that no mark stands over have none."""
    container, found = "", list[tuple[int, str]]()
    for number, line in lines:
        mark = _MARK.fullmatch(line.strip()) if line.startswith("====") else None
        if mark is None:
            found.append((number, line))
            continue
        if found:
            yield container, found
        container, found = (mark[2] if mark[1] == "START" else ""), []
    if found:
        yield container, found
