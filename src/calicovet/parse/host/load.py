"""`uptime`, `w`, the head of `top`, /proc/loadavg, /proc/pressure."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import CpuCount, CpuPressure, Fact, LoadAverage, ThreadsInUse, Unreadable
from calicovet.parse.host.cpu_count import asks_for_count, cpu_count
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

# With a decimal comma where the locale wants one; uptime always prints two decimals.
_NUMBER = r"(\d{1,7}(?:\.\d{1,3}|,\d\d(?!\d))?)"
_NEXT = r"(?:[\s,，、;/]{1,5}" + _NUMBER + ")?"
_LOAD = r"(?i:load averages?|平均负载|负载均值)\s{0,9}[:：=]?\s{0,9}" + _NUMBER + _NEXT + _NEXT
_LOADAVG = r"\s*(\d{1,7}\.\d\d) (\d{1,7}\.\d\d) (\d{1,7}\.\d\d) \d+/\d+ \d+\s*$"
_THREADS = r"\s*(?:\d{1,7}\.\d\d ){3}\d{1,8}/(\d{1,8}) \d+\s*$"
_TOP = r"\s*%?Cpu\(s\)\s*[:：](.*)"
_TOP_SHARE = r"(\d{1,3}(?:[.,]\d)?)\s?%?\s?(wa|id)\b"
_TOP_NAMES = {"wa": "iowait", "id": "idle"}
_PRESSURE = r"(?:\S*/proc/pressure/(cpu|io|memory):)?\s*some avg10=(\d{1,3}(?:\.\d+)?)"
_PRESSURE_FILE = r"/proc/pressure/(cpu|io|memory)"


def read_load(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Load, the share of time that waits for disks or is idle, and pressure."""
    files = iter(pattern(_PRESSURE_FILE).findall(evidence.taken_by))
    counts = not evidence.taken_by or asks_for_count(evidence.taken_by)
    heading, seen_load = "", False
    for number, line in numbered(evidence):
        text = line.strip()
        load = pattern(_LOADAVG).match(line) or pattern(_LOAD).search(line)
        if load is not None:
            seen_load = True
            one, five, fifteen = (_number(part) for part in load.groups())
            yield LoadAverage(
                one=one,
                five=five,
                fifteen=fifteen,
                about=evidence.about,
                cited=cite(evidence, number),
            )
            if threads := pattern(_THREADS).match(line):
                yield ThreadsInUse(
                    count=int(threads[1]), about=evidence.about, cited=cite(evidence, number)
                )
        elif text.isascii() and text.isdigit() and len(text) <= 4:
            if counts and (seen_load or evidence.taken_by):
                yield from cpu_count(evidence, int(text), number)
        elif found := pattern(_TOP).match(line):
            yield from _shares(evidence, found[1], number)
        elif found := pattern(_PRESSURE).match(line):
            what = found[1] or heading or next(files, "")
            if what:
                yield CpuPressure(
                    what=what,
                    percent=float(found[2]),
                    about=evidence.about,
                    cited=cite(evidence, number),
                )
        elif found := pattern(_PRESSURE_FILE).search(line):
            heading = found[1]


def _shares(evidence: Evidence, rest: str, line: int) -> Iterator[CpuPressure]:
    for share, name in pattern(_TOP_SHARE).findall(rest[:400]):
        yield CpuPressure(
            what=_TOP_NAMES[name],
            percent=_number(share),
            about=evidence.about,
            cited=cite(evidence, line),
        )


def _number(text: str | None) -> float:
    return float((text or "0").replace(",", "."))


PARSER = Parser(
    read_load, gives=(LoadAverage, CpuCount, CpuPressure, ThreadsInUse), in_passing=(ThreadsInUse,)
)
