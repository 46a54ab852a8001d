"""What the lab builds: six programs of Kubernetes, and calico-node of ten releases."""

import re
from collections.abc import Mapping
from pathlib import Path

from calicovet.model.record import record
from lab import cache

_HERE = Path(__file__).parent
_KUBERNETES = _HERE / "modules" / "k8s"
_RELEASES = _HERE / "releases"
_CALICO = "github.com/projectcalico/calico"

KUBERNETES = (
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "kube-proxy",
    "kubelet",
    "kubectl",
)
USUAL_RELEASES = ("v3.23.2", "v3.31.0")
"""Their lists of links that are never chosen differ."""
_CALICO_VERSIONS = (
    "node/pkg/lifecycle/startup.VERSION",
    "node/buildinfo.GitVersion",
    "node/buildinfo.Version",
    "pkg/buildinfo.Version",
    "felix/buildinfo.GitVersion",
)
"""Where releases keep their version; the linker passes over those that a release has not."""


@record(kw_only=True)
class Program:
    """One program: the package to build, the module that pins it, and where it is put."""

    name: str
    """What it is called on the command line: the program, or the release of calico-node."""
    package: str
    module: Path
    flags: str
    to: Path


def releases() -> tuple[str, ...]:
    """Releases of calico-node that are pinned, oldest first."""
    found = (path.parent.name for path in _RELEASES.glob("v*/go.mod"))
    return tuple(sorted(found, key=lambda name: [int(part) for part in name[1:].split(".")]))


def programs() -> Mapping[str, Program]:
    """Everything that can be built, by name."""
    every = (*map(_kubernetes, KUBERNETES), *map(_calico_node, releases()))
    return {program.name: program for program in every}


def _kubernetes(name: str) -> Program:
    version = _pinned("k8s.io/kubernetes")
    major, minor = version.removeprefix("v").split(".")[:2]
    told = {"gitVersion": version, "gitMajor": major, "gitMinor": minor}
    flags = (f"-X k8s.io/component-base/version.{key}={value}" for key, value in told.items())
    return Program(
        name=name,
        package=f"k8s.io/kubernetes/cmd/{name}",
        module=_KUBERNETES,
        flags=" ".join(("-s", "-w", *flags)),
        to=cache.built(name),
    )


def _calico_node(release: str) -> Program:
    # Not the release's own name: some are built from a commit beside the tag.
    flags = (f"-X {_CALICO}/{place}={release}-lab" for place in _CALICO_VERSIONS)
    return Program(
        name=release,
        package=f"{_CALICO}/node/cmd/calico-node",
        module=_RELEASES / release,
        flags=" ".join(("-s", "-w", *flags)),
        to=cache.built_calico_node(release),
    )


def _pinned(module: str) -> str:
    text = (_KUBERNETES / "go.mod").read_text(encoding="utf-8")
    found = re.search(rf"^\s*{re.escape(module)} (v\S+)", text, re.MULTILINE)
    if found is None:
        raise LookupError(f"{_KUBERNETES / 'go.mod'} does not pin {module}")
    return found[1]
