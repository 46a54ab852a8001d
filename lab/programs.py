"""What is built: programs of Kubernetes and calico-node of ten releases; for the gym, all of Calico."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from calicovet.model.record import record
from lab import cache

_HERE = Path(__file__).parent
_KUBERNETES = _HERE / "modules" / "k8s"
_OPERATOR = _HERE / "modules" / "operator"
_RELEASES = _HERE / "releases"
_CALICO = "github.com/projectcalico/calico"
_TIGERA = "github.com/tigera/operator"

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

GYM_RELEASES = ("v3.28.5", "v3.26.0")
"""The younger is put in by its manifest, the elder by the operator, which is served in one version."""
CNI_PLUGINS: Mapping[str, str] = {
    "loopback": "main",
    "bridge": "main",
    "host-local": "ipam",
    "portmap": "meta",
    "bandwidth": "meta",
    "tuning": "meta",
}
"""Plugins that every runtime expects, with their folders."""
_OF_CALICO: Mapping[str, str] = {
    "calico": "cni-plugin/cmd/calico",
    "install": "cni-plugin/cmd/install",
    "calico-typha": "typha/cmd/calico-typha",
    "kube-controllers": "kube-controllers/cmd/kube-controllers",
    "check-status": "kube-controllers/cmd/check-status",
    "mountns": "node/cmd/mountns",
    "calicoctl": "calicoctl/calicoctl",
}
_WITHOUT_INSTALL = ("v3.26.0",)
"""There the plugin itself installs, when it is called `install`."""
_VERSIONS_BESIDE_THE_NODE = (
    "main.VERSION",
    f"{_CALICO}/calicoctl/calicoctl/commands.VERSION",
    f"{_CALICO}/calicoctl/calicoctl/commands/common.VERSION",
    f"{_CALICO}/typha/pkg/buildinfo.GitVersion",
)


@record(kw_only=True)
class Program:
    """One program: the package to build, the module that pins it, and where it is put."""

    name: str
    """What it is called on the command line: the program, the release of calico-node, or both in
    one (v3.28.5/calicoctl)."""
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
    every = (*map(_kubernetes, KUBERNETES), *map(_calico_node, releases()), *_only_for_the_gym())
    return {program.name: program for program in every}


def gym_programs() -> tuple[str, ...]:
    """Names of everything the gym runs."""
    return (*KUBERNETES, *GYM_RELEASES, *(program.name for program in _only_for_the_gym()))


def calico_commands(release: str) -> tuple[str, ...]:
    """Names of a release's programs beside calico-node."""
    without = ("install",) if release in _WITHOUT_INSTALL else ()
    return tuple(name for name in _OF_CALICO if name not in without)


def module_of(release: str) -> Path:
    """The module that pins a release of Calico."""
    return _RELEASES / release


def _only_for_the_gym() -> Iterator[Program]:
    for release in GYM_RELEASES:
        yield from (_of_calico(release, name) for name in calico_commands(release))
    yield from map(_cni_plugin, CNI_PLUGINS)
    yield _operator()


def _kubernetes(name: str) -> Program:
    version = _pinned("k8s.io/kubernetes", _KUBERNETES)
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
        module=module_of(release),
        flags=" ".join(("-s", "-w", *flags)),
        to=cache.built_calico_node(release),
    )


def _of_calico(release: str, name: str) -> Program:
    flags = (f"-X {place}={release}-lab" for place in _VERSIONS_BESIDE_THE_NODE)
    return Program(
        name=f"{release}/{name}",
        package=f"{_CALICO}/{_OF_CALICO[name]}",
        module=module_of(release),
        flags=" ".join(("-s", "-w", *flags)),
        to=cache.built_calico(release, name),
    )


def _cni_plugin(name: str) -> Program:
    return Program(
        name=f"cni/{name}",
        package=f"github.com/containernetworking/plugins/plugins/{CNI_PLUGINS[name]}/{name}",
        # Calico's images carry these plugins too, in the version that Calico's module pins.
        module=module_of(GYM_RELEASES[0]),
        flags="-s -w",
        to=cache.built(f"cni/{name}"),
    )


def _operator() -> Program:
    version = _pinned(_TIGERA, _OPERATOR)
    return Program(
        name="tigera-operator",
        package=_TIGERA,
        module=_OPERATOR,
        flags=f"-s -w -X {_TIGERA}/version.VERSION={version}",
        to=cache.built("tigera-operator"),
    )


def _pinned(path: str, module: Path) -> str:
    text = (module / "go.mod").read_text(encoding="utf-8")
    found = re.search(rf"^\s*{re.escape(path)} (v\S+)", text, re.MULTILINE)
    if found is None:
        raise LookupError(f"{module / 'go.mod'} does not pin {path}")
    return found[1]
