"""Whose end the kernel reports where it ran out of memory."""

import re
from functools import cache


@cache
def _named() -> re.Pattern[str]:
    return re.compile(
        r"(?P<by>[\w./:-]{1,40}) invoked oom-killer|\bkilled process \d{1,10},? (?:UID \d{1,10},? )?\W{0,2}(?P<process>[\w./:-]{1,40})"
        r"|\boom-kill:.{0,600}?\btask=(?P<task>[\w./:-]{1,40})|\breaped process \d{1,10} \((?P<reaped>[\w./:-]{1,40})\)|\bvictim process: (?P<victim>[\w./:-]{1,40})",
        re.IGNORECASE | re.ASCII,
    )


_CALICOS = ("calico", "felix", "bird", "confd", "typha")


def another_was_killed(text: str) -> bool:
    """Whether the line names the process that had to go, or that asked for memory, and it is none of Calico's."""
    found = _named().search(text)
    if found is None:
        return False
    name = next(value for value in found.groups() if value).lower()
    return not name.startswith(_CALICOS)
