"""Versions that programs print about themselves."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    CalicoVersion,
    Citation,
    Fact,
    KubeletVersion,
    RuntimeVersion,
    Unreadable,
)
from calicovet.parse.indented import read_line

VERSIONS_GIVES: tuple[type[Fact], ...] = (CalicoVersion, KubeletVersion, RuntimeVersion)

_RELEASE = r"v?(\d{1,3}\.\d{1,3}\.\d{1,3}[0-9A-Za-z.~+-]{0,40})"


@cache
def _runtime() -> re.Pattern[str]:
    return re.compile(
        rf"(containerd)(?: \S+)? {_RELEASE}|(Docker) version {_RELEASE}|(crio|cri-o) version {_RELEASE}"
    )


@cache
def _kubelet() -> re.Pattern[str]:
    return re.compile(r"Kubernetes (v\d{1,3}\.\d{1,3}\.\d{1,3}\S{0,40})$")


def read_versions(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """calicoctl's cluster version, the kubelet's and the runtime's own; kubectl's version is about no node."""
    runtime = ""
    for number, text in enumerate(evidence.content.split("\n"), 1):
        text = text[:500].strip()
        about, cited = evidence.about, (Citation(evidence.id, number),)
        line = read_line(number, text)
        if line.key == "Cluster Version" and line.value.startswith("v"):
            yield CalicoVersion(cited=cited, low=line.value, by="cluster")
        elif line.key == "RuntimeName":
            runtime = line.value
        elif line.key == "RuntimeVersion" and runtime and line.value:
            version = f"{runtime}://{line.value.removeprefix('v')}"
            yield RuntimeVersion(about=about, cited=cited, version=version)
        elif (kubelet := _kubelet().match(text)) is not None:
            yield KubeletVersion(about=about, cited=cited, version=kubelet[1])
        elif (found := _runtime().match(text)) is not None:
            name = "cri-o" if found[5] else (found[1] or found[3]).lower()
            version = f"{name}://{found[2] or found[4] or found[6]}".rstrip(",")
            yield RuntimeVersion(about=about, cited=cited, version=version)
