"""Counters and offloads of links: /proc/net/dev and `ethtool -k`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import LinkCounters, LinkOffload
from calicovet.parse.host.lines import cite, numbered, pattern

# eth0: 1296 16 0 0 0 0 0 0 960 12 0 0 0 0 0 0: bytes and packets, eight columns each way
_ROW = r"\s*([^\s:]{1,15}):\s*\d+\s+(\d+)(?:\s+\d+){6}\s+\d+\s+(\d+)(?:\s+\d+){6}\s*$"
_OF_COUNTERS = "/proc/net/dev"
_HEAD = r"Features for ([^\s:]{1,15}):"
_FEATURE = r"\s*([a-z][a-z0-9-]{2,40}): (on|off)\b"
_OF_FEATURES = r"\bethtool (?:-k|--show-features|--show-offload) (\S{1,15})"


def read_link_state(evidence: Evidence) -> Iterator[LinkCounters | LinkOffload]:
    """Whatever of this the command line asked for."""
    command = evidence.taken_by[:2_000]
    if _OF_COUNTERS in command:
        yield from _counters(evidence)
    elif asked := pattern(_OF_FEATURES).search(command):
        yield from _features(evidence, asked[1])


def _counters(evidence: Evidence) -> Iterator[LinkCounters]:
    for number, line in numbered(evidence):
        if found := pattern(_ROW).match(line):
            yield LinkCounters(
                name=found[1],
                received=int(found[2]),
                sent=int(found[3]),
                about=evidence.about,
                cited=cite(evidence, number),
            )


def _features(evidence: Evidence, link: str) -> Iterator[LinkOffload]:
    for number, line in numbered(evidence):
        if head := pattern(_HEAD).match(line):
            link = head[1]
        elif found := pattern(_FEATURE).match(line):
            yield LinkOffload(
                link=link,
                feature=found[1],
                on=found[2] == "on",
                about=evidence.about,
                cited=cite(evidence, number),
            )
