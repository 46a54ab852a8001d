"""`hostnamectl`: kernel and operating system in one listing."""

from collections.abc import Iterator
from dataclasses import replace

from calicovet.model.evidence import Evidence
from calicovet.model.facts import KernelVersion, OsImage
from calicovet.model.subject import Subject
from calicovet.parse.host.lines import cite, numbered, pattern

_ROW = r"\s*(Static hostname|Operating System|Kernel): (\S.*)"


def read_hostnamectl(evidence: Evidence) -> Iterator[KernelVersion | OsImage]:
    """The rows that it knows; nothing for other text."""
    about = evidence.about
    for number, line in numbered(evidence):
        found = pattern(_ROW).match(line)
        if found is None:
            continue
        if found[1] == "Static hostname":
            about = on_host(about, found[2])
        elif found[1] == "Kernel":
            version = found[2].removeprefix("Linux").strip()
            yield KernelVersion(version=version, about=about, cited=cite(evidence, number))
        else:
            yield OsImage(version=found[2], about=about, cited=cite(evidence, number))


def on_host(about: Subject, name: str) -> Subject:
    """The same subject on the host that the output itself names, where no other source names one."""
    return about if about.node or not name else replace(about, node=name)
