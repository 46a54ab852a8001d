"""The log file of `kubectl cluster-info dump`: one pod, the logs of its containers one after the other."""

import re
from collections.abc import Iterable, Iterator

_MARK = re.compile(r"==== (START|END) logs for container (\S+) of pod \S+ ====")

Lines = list[tuple[int, str]]


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
