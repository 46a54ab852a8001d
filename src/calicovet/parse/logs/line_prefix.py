"""Prefixes of log lines: time stamps of journals, runtimes, log services and kubectl."""

import re
from datetime import datetime, tzinfo
from functools import cache

from calicovet.model.record import record
from calicovet.parse.times import read_time

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LOOK_AHEAD = (
    r"(?=\d{4}-\d\d-\d\d|time=|\{|[IWEF]\d{4} |\[(?:INFO|WARN|ERR|FATAL|DEBUG|PANIC)|bird6?: )"
)


@record(kw_only=True)
class Prefixed:
    """A line without what others wrote before it, and what they told by it."""

    rest: str
    at: datetime | None = None
    month_day: tuple[int, int, str] | None = None
    """Month, day and time of a journal line, which has no year."""
    host: str = ""
    unit: str = ""
    pod: str = ""
    container: str = ""

    def time(self, year: int | None, zone: tzinfo | None) -> datetime | None:
        """When the line was written; a journal's own time needs a year and a zone from elsewhere."""
        if self.at is not None or self.month_day is None or year is None or zone is None:
            return self.at
        month, day, clock = self.month_day
        found = read_time(f"{year:04}-{month:02}-{day:02} {clock}")
        return found.replace(tzinfo=zone) if found else None


@cache
def _journal() -> re.Pattern[str]:
    return re.compile(
        r"(?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) (?P<clock>\d\d:\d\d:\d\d(?:\.\d+)?) "
        r"(?P<host>[\w.-]+) (?P<unit>[\w.@/-]+?)(?:\[\d+\])?: ?"
    )


@cache
def _iso_journal() -> re.Pattern[str]:
    return re.compile(
        r"(?P<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) "
        r"(?P<host>[\w.-]+) (?P<unit>[\w.@/-]+?)\[\d+\]: ?"
    )


@cache
def _cri() -> re.Pattern[str]:
    return re.compile(r"(?P<at>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) (?:stdout|stderr) [FP] ")


@cache
def _stamp() -> re.Pattern[str]:
    """`kubectl logs --timestamps`, and svlogd, which writes no zone."""
    return re.compile(r"(?P<at>\d{4}-\d\d-\d\d[T_]\d\d:\d\d:\d\d\.\d+)(?P<zone>Z|[+-]\d\d:\d\d)? ")


@cache
def _pod_path() -> re.Pattern[str]:
    return re.compile(r"\[pod/(?P<pod>[\w.-]+)/(?P<container>[\w.-]+)\] ")


@cache
def _stern() -> re.Pattern[str]:
    return re.compile(
        r"(?:\+ )?(?P<pod>(?:calico|canal|tigera|kube)-[\w.-]+)(?: › | )(?P<container>[\w.-]+) "
        + _LOOK_AHEAD
    )


def peel(text: str) -> Prefixed:
    """The line itself, with all stamps before it taken off."""
    found = Prefixed(rest=text)
    for _ in range(4):
        further = _peel_one(found)
        if further is None:
            break
        found = further
    return found


def _peel_one(line: Prefixed) -> Prefixed | None:
    text = line.rest
    first = text[:1]
    if first.isupper():
        return _off_journal(line)
    if first.isdigit():
        return _off_stamp(line)
    if first == "[":
        match = _pod_path().match(text)
    elif first in "+ckt" and first:
        match = _stern().match(text)
    else:
        match = None
    if match is None:
        return None
    return Prefixed(
        rest=text[match.end() :],
        at=line.at,
        month_day=line.month_day,
        host=line.host,
        unit=line.unit,
        pod=match["pod"],
        container=match["container"],
    )


def _off_journal(line: Prefixed) -> Prefixed | None:
    match = _journal().match(line.rest)
    if match is None or match["month"] not in _MONTHS:
        return None
    return Prefixed(
        rest=line.rest[match.end() :],
        at=line.at,
        month_day=(_MONTHS.index(match["month"]) + 1, int(match["day"]), match["clock"]),
        host=match["host"],
        unit=match["unit"],
        pod=line.pod,
        container=line.container,
    )


def _off_stamp(line: Prefixed) -> Prefixed | None:
    for pattern in (_iso_journal, _cri, _stamp):
        match = pattern().match(line.rest)
        if match is None:
            continue
        groups = match.groupdict()
        at = read_time(groups["at"].replace("_", "T") + (groups.get("zone") or ""))
        return Prefixed(
            rest=line.rest[match.end() :],
            at=at or line.at,
            month_day=line.month_day,
            host=groups.get("host") or line.host,
            unit=groups.get("unit") or line.unit,
            pod=line.pod,
            container=line.container,
        )
    return None
