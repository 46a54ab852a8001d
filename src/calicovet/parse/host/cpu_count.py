"""`nproc`, `lscpu`, /proc/cpuinfo."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import CpuCount, CpuFlags, Fact, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_MOST = 8192
_LSCPU = r"\s*CPU(?:\(s\)|\s*数)?\s*[:：]\s*(\d{1,5})\s*$"
_CPUINFO = r"\s*processor\s*:\s*(\d{1,5})\s*$"
_FLAGS = r"\s*(?:flags|Flags|Features|标记)\s*[:：]\s*(\S.*)"
_COUNTS = r"\bnproc\b|NPROCESSORS|cpuinfo"


def asks_for_count(command: str) -> bool:
    """Whether a bare number in the output is the count of processors."""
    return pattern(_COUNTS).search(command) is not None


def read_cpu_count(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """How many processors the host has, and what they can do."""
    last: tuple[int, int] | None = None
    flags = False
    # `wc -l`, `ulimit -n` and many others print a bare number, too.
    bare = asks_for_count(evidence.taken_by or evidence.source)
    for number, line in numbered(evidence):
        text = line.strip()
        if bare and text.isascii() and text.isdigit() and len(text) <= 4:
            yield from cpu_count(evidence, int(text), number)
        elif found := pattern(_LSCPU).match(line):
            yield from cpu_count(evidence, int(found[1]), number)
        elif found := pattern(_CPUINFO).match(line):
            last = (int(found[1]) + 1, number)
        elif not flags and (found := pattern(_FLAGS).match(line)):
            flags = True
            yield CpuFlags(
                flags=tuple(found[1].split()),
                about=evidence.about,
                cited=cite(evidence, number),
            )
    if last is not None:
        yield from cpu_count(evidence, *last)


def cpu_count(evidence: Evidence, count: int, line: int) -> Iterator[CpuCount]:
    """The count as a fact, unless no host can have it."""
    if 0 < count <= _MOST:
        yield CpuCount(count=count, about=evidence.about, cited=cite(evidence, line))


PARSER = Parser(read_cpu_count, gives=(CpuCount, CpuFlags), in_passing=(CpuFlags,))
