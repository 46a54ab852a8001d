"""The images that Calico's manifest and its operator ask for, made from programs built here.

Nothing is pulled: what Calico's own images take from a base comes from this machine's distribution.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from gym.archive import PATH, File, Folder, HardLink, Image, Link, Tree, made_from, write
from gym.host_programs import host_programs, libraries, programs_at
from lab import cache, sources
from lab.programs import CNI_PLUGINS, calico_commands

PAUSE = "registry.k8s.io/pause:3.6"
"""What containerd 1.6 starts every pod with."""
BUSYBOX = "docker.io/library/busybox:lab"

_PAUSE = b"""#!/bin/sh
trap "exit 0" TERM INT
while :; do sleep 3600 & wait $!; done
"""
_TABLES = ("iptables", "ip6tables")
_TABLE_PROGRAMS = tuple(
    f"{table}{backend}{action}"
    for table in _TABLES
    for backend in ("", "-legacy", "-nft")
    for action in ("", "-save", "-restore")
)
_NODE_PROGRAMS = ("ip", "ipset", "conntrack", "runsvdir", "runsv", "sv", "svlogd", "bash")
_NOBODY = 999
"""The user that typha and kube-controllers run as."""


def archives(release: str) -> tuple[Path, ...]:
    """Image archives for a cluster with that release of Calico, made unless they are there."""
    folder = cache.folder() / "images"
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_made(image, folder / image.file_name) for image in _images(release))


def manifest(release: str) -> str:
    """The release's own calico.yaml, as it was published."""
    return sources.need(release, sources.MANIFEST).read_text(encoding="utf-8")


def _made(image: Image, archive: Path) -> Path:
    stamp, wanted = archive.with_suffix(".stamp"), made_from(image)
    if not (archive.exists() and stamp.exists() and stamp.read_text() == wanted):
        # A stamp of other things must not stand beside the new archive, should we be broken off.
        stamp.unlink(missing_ok=True)
        write(image, archive)
        stamp.write_text(wanted)
    return archive


def _images(release: str) -> Iterator[Image]:
    busybox = _busybox()
    yield Image(name=PAUSE, tree={**busybox, "pause": File(_PAUSE)}, command=("/pause",))
    yield Image(name=BUSYBOX, tree=busybox, command=("sh",))
    yield Image(
        name=_calico("node", release),
        tree={**busybox, **_node(release)},
        command=("start_runit",),
        environment=(PATH, "SVDIR=/etc/service/enabled"),
    )
    yield Image(
        name=_calico("cni", release),
        tree=_cni(release),
        command=("/opt/cni/bin/install",),
        environment=(f"{PATH}:/opt/cni/bin",),
    )
    yield Image(
        name=_calico("kube-controllers", release),
        tree=_kube_controllers(release),
        command=("/usr/bin/kube-controllers",),
        user=str(_NOBODY),
    )
    yield Image(
        name=_calico("typha", release),
        tree=_typha(release),
        command=("/usr/bin/calico-typha",),
        user=str(_NOBODY),
    )


def _calico(name: str, release: str) -> str:
    return f"docker.io/calico/{name}:{release}"


def _busybox() -> Tree:
    program = host_programs(("busybox",))
    listed = subprocess.run(("busybox", "--list"), capture_output=True, text=True, check=True)
    return {
        "tmp": Folder(0o1777),
        "etc/passwd": File(b"root:x:0:0:root:/root:/bin/sh\n", 0o644),
        "etc/group": File(b"root:x:0:\n", 0o644),
        **{f"bin/{applet}": Link("/usr/sbin/busybox") for applet in listed.stdout.split()},
        **program,
    }


def _node(release: str) -> Tree:
    bird = cache.bird() / "usr" / "sbin"
    return {
        **host_programs((*_NODE_PROGRAMS, *_TABLE_PROGRAMS)),
        **_table_extensions(),
        **programs_at({f"usr/bin/{name}": bird / name for name in ("bird", "bird6", "birdc")}),
        "usr/bin/birdcl": Link("birdc"),
        "usr/bin/which": Link("/bin/which"),
        # As in Calico's image. Busybox's shell would also take its own `ip` before the real one.
        **{f"bin/{shell}": Link("/usr/sbin/bash") for shell in ("sh", "bash")},
        **_copied(sources.need(release, sources.NODE_FILES)),
        **_copied(sources.need(release, sources.CONFD_FILES), into="etc/"),
        "bin/calico-node": File(cache.need_calico(release, "calico-node")),
        "bin/mountns": File(cache.need_calico(release, "mountns"), 0o4755),
    }


def _table_extensions() -> Tree:
    found = sorted(Path("/usr/lib").glob("*/xtables/*.so"))
    return {**{str(path).lstrip("/"): File(path) for path in found}, **libraries(found)}


def _copied(folder: Path, into: str = "") -> Tree:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        f"{into}{name}": File(_for_this_bird(path), 0o755 if _is_script(name) else 0o644)
        for path in files
        for name in (path.relative_to(folder).as_posix(),)
    }


def _is_script(name: str) -> bool:
    # Go's modules forget who may be run, and not every script says what it is in its first line.
    return name.startswith(("sbin/", "etc/service/")) or name == "etc/rc.local"


def _for_this_bird(path: Path) -> Path | bytes:
    """The file; a template without the attribute that only Calico's fork of BIRD knows."""
    if path.suffix != ".template":
        return path
    lines = path.read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if b"krt_tunnel" not in line)


def _cni(release: str) -> Tree:
    folder = "opt/cni/bin"
    install = (
        File(cache.need_calico(release, "install"))
        if "install" in calico_commands(release)
        else HardLink(f"{folder}/calico")
    )
    return {
        "tmp": Folder(0o1777),
        f"{folder}/calico": File(cache.need_calico(release, "calico")),
        f"{folder}/calico-ipam": HardLink(f"{folder}/calico"),
        f"{folder}/install": install,
        **{f"{folder}/{name}": File(cache.need(f"cni/{name}")) for name in CNI_PLUGINS},
    }


def _kube_controllers(release: str) -> Tree:
    written = ("status/status.json", "profiles/mem.pprof", "profiles/cpu.pprof")
    return {
        "tmp": Folder(0o1777),
        **{
            f"usr/bin/{name}": File(cache.need_calico(release, name))
            for name in ("kube-controllers", "check-status")
        },
        **{path: File(b"", 0o644, _NOBODY) for path in written},
    }


def _typha(release: str) -> Tree:
    return {
        "tmp": Folder(0o1777),
        "usr/bin/calico-typha": File(cache.need_calico(release, "calico-typha")),
        "etc/calico/typha.cfg": File(sources.need(release, sources.TYPHA_SETTINGS), 0o644),
    }
