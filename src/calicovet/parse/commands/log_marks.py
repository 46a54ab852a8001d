"""The lines around a container's log in the output of kubectl cluster-info dump."""

import re
from functools import cache

from calicovet.model.record import record


@record
class LogMark:
    """A line that stands before a container's log, or behind it."""

    typed: str = ""
    """The command that prints this log; empty: the log ends here."""


@cache
def _mark() -> re.Pattern[str]:
    return re.compile(
        r"==== (?:START logs for container (?P<container>[\w.-]{1,253}) of pod "
        r"(?P<namespace>[\w.-]{1,63})/(?P<pod>[\w.-]{1,253})"
        r"|END logs for container [\w.-]{1,253} of pod [\w./-]{1,320}) ====\s*$",
        re.ASCII,
    )


def read_log_mark(text: str) -> LogMark | None:
    """What the line opens or closes; None where it is no such mark."""
    if not text.startswith("===="):
        return None
    found = _mark().match(text[:1000])
    if found is None:
        return None
    if found["pod"] is None:
        return LogMark()
    return LogMark(f"kubectl -n {found['namespace']} logs {found['pod']} -c {found['container']}")
