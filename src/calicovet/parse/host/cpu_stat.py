"""cpu.stat of a cgroup."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import CpuThrottled, Fact, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_ROW = r"(?:.*\s|.*:)?(nr_periods|nr_throttled)\s+(\d{1,18})\s*$"


def read_cpu_stat(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """How many periods there were, and in how many the container had to wait."""
    periods: int | None = None
    for number, line in numbered(evidence):
        found = pattern(_ROW).match(line)
        if found is None:
            continue
        if found[1] == "nr_periods":
            periods = int(found[2])
        elif periods is not None:
            yield CpuThrottled(
                periods=periods,
                throttled=int(found[2]),
                about=evidence.about,
                cited=cite(evidence, number),
            )
            periods = None


PARSER = Parser(read_cpu_stat, gives=(CpuThrottled,))
