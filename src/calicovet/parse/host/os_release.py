"""/etc/os-release, /etc/redhat-release, lsb_release, `hostnamectl`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, KernelVersion, OsImage, Unreadable
from calicovet.parse.host.hostnamectl import read_hostnamectl
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_KEY = r"""(?:\S*:)?(?:PRETTY_NAME|DISTRIB_DESCRIPTION)=["']?([^"']+)|\s*Description:\s+(\S.*)"""
_PLAIN = r"\s*((?:\S+ ){1,6}release \d+(?:\.\d+)*(?: \([^)]*\))?)\s*$"


def read_os_release(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The name of the operating system, as the Node object would say it."""
    yield from read_hostnamectl(evidence)
    told = ""
    for number, line in numbered(evidence):
        found = pattern(_KEY).match(line) or pattern(_PLAIN).match(line)
        if found is None:
            continue
        name = next(part for part in found.groups() if part).strip()
        if name != told:
            told = name
            yield OsImage(version=name, about=evidence.about, cited=cite(evidence, number))


PARSER = Parser(read_os_release, gives=(OsImage, KernelVersion))
