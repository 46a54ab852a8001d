"""`uname`, /proc/version, `hostnamectl`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Architecture, Fact, KernelVersion, OsImage, Unreadable
from calicovet.parse.host.hostnamectl import on_host, read_hostnamectl
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_ALL = r"\s*+Linux\s++(\S++)\s++(\d++\.\d++\S*+)\s"
_PROC = r"\s*Linux version (\d+\.\d+\S*)"
# Neither an address nor the version of something younger than Linux 2.
_RELEASE = r"\s*(?!(?:\d+\.){3}\d+\s*$)([2-9]\.\d{1,3}\.\d{1,4}[\w.+~-]*)\s*$"

_MACHINE = r"(?:\s*|\s*Linux\s.{1,300}\s)(x86_64|aarch64|armv[67]l|ppc64le|s390x|riscv64)(?:\s+GNU/Linux)?\s*$"
_IN_WORDS_OF_IMAGES = {"x86_64": "amd64", "aarch64": "arm64", "armv6l": "arm", "armv7l": "arm"}


def read_kernel(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The kernel's release and the machine's kind; `uname -a` also has the host's name."""
    yield from read_hostnamectl(evidence)
    for number, line in numbered(evidence):
        about, cited = evidence.about, cite(evidence, number)
        if found := pattern(_PROC).match(line) or pattern(_RELEASE).match(line):
            yield KernelVersion(version=found[1], about=about, cited=cited)
        elif found := pattern(_ALL).match(f"{line} "):
            about = on_host(about, found[1])
            yield KernelVersion(version=found[2], about=about, cited=cited)
        if found := pattern(_MACHINE).match(line):
            name = _IN_WORDS_OF_IMAGES.get(found[1], found[1])
            yield Architecture(name=name, about=about, cited=cited)


PARSER = Parser(read_kernel, gives=(KernelVersion, OsImage, Architecture))
