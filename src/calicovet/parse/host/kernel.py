"""`uname`, /proc/version, `hostnamectl`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, KernelVersion, OsImage, Unreadable
from calicovet.parse.host.hostnamectl import on_host, read_hostnamectl
from calicovet.parse.host.lines import cite, numbered, pattern

GIVES: tuple[type[Fact], ...] = (KernelVersion, OsImage)

_ALL = r"\s*Linux\s+(\S+)\s+(\d+\.\d+\S*)\s"
_PROC = r"\s*Linux version (\d+\.\d+\S*)"
# Neither an address nor the version of something younger than Linux 2.
_RELEASE = r"\s*(?!(?:\d+\.){3}\d+\s*$)([2-9]\.\d{1,3}\.\d{1,4}[\w.+~-]*)\s*$"


def read_kernel(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The kernel's release; `uname -a` also tells the host's name."""
    yield from read_hostnamectl(evidence)
    for number, line in numbered(evidence):
        if found := pattern(_PROC).match(line) or pattern(_RELEASE).match(line):
            yield KernelVersion(
                version=found[1], about=evidence.about, cited=cite(evidence, number)
            )
        elif found := pattern(_ALL).match(f"{line} "):
            yield KernelVersion(
                version=found[2],
                about=on_host(evidence.about, found[1]),
                cited=cite(evidence, number),
            )
