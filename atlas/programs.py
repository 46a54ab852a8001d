"""Which files of Calico's sources run on calico-node's start-up path, and which program they speak for."""

from collections.abc import Iterator
from pathlib import Path

from calicovet.model.record import record

_ELSEWHERE = (
    "_windows.go",
    "_test.go",
    "_mock.go",
    "_unsupported.go",
    "_others.go",
    "zz_generated",
)


@record
class Program:
    """A program, what its log lines name themselves, and its files."""

    component: str
    """Before the file's name in a line; empty: only the file's name."""
    speakers: tuple[str, ...]
    """What a parser may name as the speaker of such a line."""
    paths: tuple[str, ...]
    """Folders (with their files, not deeper) and files, below the repository."""


_FELIX_LINUX = "felix/dataplane/linux"

PROGRAMS = (
    Program(
        "startup",
        ("startup", "node-services"),
        (
            "node/pkg/lifecycle/startup",
            "node/pkg/lifecycle/startup/autodetection",
            "node/pkg/lifecycle/utils",
            "node/pkg/calicoclient",
            "node/cmd/calico-node",
        ),
    ),
    Program("tunnel-ip-allocator", ("tunnel-ip-allocator",), ("node/pkg/allocateip",)),
    Program("init", ("mount-bpffs", "startup", "node-services"), ("node/pkg/nodeinit",)),
    Program("hostpath-init", ("hostpath-init",), ("node/pkg/hostpathinit",)),
    Program("cni-config-monitor", ("cni-config-monitor",), ("node/pkg/cni",)),
    Program(
        "confd",
        ("confd",),
        (
            "confd/pkg/run",
            "confd/pkg/config",
            "confd/pkg/backends",
            "confd/pkg/backends/calico",
            "confd/pkg/resource/template",
        ),
    ),
    Program("cni-installer", ("install-cni",), ("cni-plugin/pkg/install",)),
    Program("", ("upgrade-ipam", "cni-plugin"), ("cni-plugin/pkg/upgrade",)),
    Program(
        "felix",
        ("felix",),
        (
            "felix/daemon",
            "felix/config",
            "felix/dataplane",
            "felix/health",
            "libcalico-go/lib/health",
            "felix/iptables",
            "felix/nftables",
            "felix/ipsets",
            "felix/environment",
            "typha/pkg/syncclient",
            "typha/pkg/discovery",
            *(
                f"{_FELIX_LINUX}/{name}"
                for name in ("int_dataplane.go", "vxlan_mgr.go", "ipip_mgr.go")
            ),
            f"{_FELIX_LINUX}/noencap_mgr.go",
        ),
    ),
)


def files_of(program: Program, source: Path) -> Iterator[Path]:
    """The Go files of a program that a release has, for Linux."""
    for name in program.paths:
        path = source / name
        found = sorted(path.glob("*.go")) if path.is_dir() else [path] if path.exists() else []
        yield from (each for each in found if not each.name.endswith(_ELSEWHERE))
