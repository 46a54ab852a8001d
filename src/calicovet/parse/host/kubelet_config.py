"""The kubelet's configuration: YAML, JSON (configz), flags, or through grep."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, KubeletCgroupDriver, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_FIELD = r"""\bcgroupDriver\\?["']?\s{0,40}:\s{0,40}\\?["']?(systemd|cgroupfs)\b"""
_FLAG = r"""\bcgroup-driver(?:["']?\s{0,40}[:=]\s{0,40}|\s{1,40})["']?(systemd|cgroupfs)\b"""


def read_kubelet_config(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The kubelet's cgroup driver; a flag wins over the file."""
    fields = tuple(_said(evidence, _FIELD))
    flags = tuple(_said(evidence, _FLAG))
    yield from flags or fields


def _said(evidence: Evidence, expression: str) -> Iterator[KubeletCgroupDriver]:
    for number, line in numbered(evidence):
        found = pattern(expression).search(line)
        if found is None or "#" in line[: found.start()]:
            continue
        yield KubeletCgroupDriver(
            driver=found[1], about=evidence.about, cited=cite(evidence, number)
        )


PARSER = Parser(read_kubelet_config, gives=(KubeletCgroupDriver,))
