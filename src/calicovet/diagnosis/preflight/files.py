"""File systems, and what others or an earlier Calico left on them."""

import re

from calicovet.diagnosis.preflight.form import (
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    ok,
    risk,
)
from calicovet.model.case import NodeView
from calicovet.model.facts import DiskFree, Mount, MountTable, NodeNameUsed, PathSeen
from calicovet.startup.config import read_running_release
from calicovet.startup.ipam_upgrade import HOST_LOCAL, leftover
from calicovet.startup.versions import has

_MOUNTED_BOTH_WAYS = ("/sys/fs", "/run")
"""What container mount-bpffs hands on to the host: containers are refused where it is not shared."""
_WRITTEN = ("/opt/cni/bin", "/etc/cni/net.d", "/var/lib/calico", "/var/log/calico", "/run")
_PLUGINS = "/opt/cni/bin"
_FLEXVOLUME = "/usr/libexec/kubernetes"
_CONFIGURATIONS = "/etc/cni/net.d"
_READ = (".conf", ".conflist", ".json")
_OURS = ("calico", "canal")
_CALL_US = ("multus", "cilium", "azure", "aws", "istio", "linkerd")
"""They put themselves first and call Calico."""
_OURS_IS_CALLED = "10-calico.conflist"
_NAME_FILE = "/var/lib/calico/nodename"
_NEARLY_FULL, _FULL = 85, 98
_MATTERS = re.compile(r"/(?:(?:var|opt|etc|usr)(?:/.*)?)?")
_MOUNTS = "cat /proc/1/mountinfo"


def _shared(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    if has(read_running_release(site.node.facts), "bpffs-is-prepared") is False:
        return None
    alone = [
        mount.point for path in _MOUNTED_BOTH_WAYS if not (mount := _below(table, path)).shared
    ]
    if not alone:
        return ok(table)
    return bad("rt-mount-not-shared", table, mounts=", ".join(dict.fromkeys(alone)))


def _writable(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    for path in _WRITTEN:
        if "ro" in (mount := _below(table, path)).options:
            return bad("cni-bin-dir-not-writable", table, path=path, mount=mount.point)
    return ok(table)


def _executable(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = _below(table, _PLUGINS)
    if "noexec" in mount.options:
        return bad("cni-noexec-mount", table, path=_PLUGINS, mount=mount.point)
    return ok(table)


def _flexvolume(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = _below(table, _FLEXVOLUME)
    if "ro" in mount.options:
        return risk("flexvol-readonly-usr", table, mount=mount.point)
    return ok(table)


def _bpffs(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = _below(table, "/sys/fs/bpf")
    # Where it is not mounted, Calico mounts it, if it may write there.
    if mount.kind != "bpf" and "ro" in mount.options:
        return bad("bpffs-mount-failed", table, mount=mount.point)
    return ok(table)


def _below(table: MountTable, path: str) -> Mount:
    """The mount that a path lies on: of the deepest the last, which hides those before it."""
    holding = [mount for mount in table.mounts if _holds(mount.point, path)]
    return max(reversed(holding), key=lambda mount: len(mount.point))


def _holds(point: str, path: str) -> bool:
    return point == "/" or path == point or path.startswith(f"{point}/")


def _space(site: Site) -> Result | None:
    disks = site.node.all(DiskFree, lambda found: _MATTERS.fullmatch(found.mount) is not None)
    if not disks:
        return NOT_KNOWN
    fullest = max(disks, key=lambda disk: disk.used_percent)
    key = "inodes" if fullest.inodes else ""
    words = {"mount": fullest.mount, "percent": str(fullest.used_percent)}
    if fullest.used_percent >= _FULL:
        return bad("host-disk-full", fullest, key=key and f"bad-{key}", **words)
    if fullest.used_percent >= _NEARLY_FULL:
        return risk("host-disk-full", fullest, key=key and f"risk-{key}", **words)
    return ok(fullest)


def _other_plugins(site: Site) -> Result | None:
    listed = _listing(site.node, _CONFIGURATIONS)
    if listed is None:
        return NOT_KNOWN
    files = sorted(
        (seen for seen in listed if seen.path.endswith(_READ)), key=lambda seen: seen.path
    )
    foreign = [seen for seen in files if not any(word in _name(seen) for word in _OURS)]
    # A runtime takes the first by name.
    first = next((seen for seen in foreign if _name(seen) < _OURS_IS_CALLED), None)
    if first is None or any(word in _name(first) for word in _CALL_US):
        return ok(*files[:1])
    return risk("rt-cni-leftover-config", first, file=_name(first))


def _listing(node: NodeView, directory: str) -> tuple[PathSeen, ...] | None:
    """What lies in it; None: nobody looked."""
    itself = node.one(PathSeen, lambda seen: seen.path == directory)
    if itself is None:
        return None
    return node.all(
        PathSeen, lambda seen: seen.present and seen.path.rpartition("/")[0] == directory
    )


def _name(seen: PathSeen) -> str:
    return seen.path.rpartition("/")[2]


def _host_local(site: Site) -> Result | None:
    found = leftover(site.node)
    if found is not None:
        return risk("ipamup-hostlocal-leftover-loop", found, directory=HOST_LOCAL)
    # The directory itself, or one above it, was seen to be missing.
    absent = site.node.one(
        PathSeen, lambda seen: not seen.present and _holds(seen.path, HOST_LOCAL)
    )
    return NOT_KNOWN if absent is None else ok(absent)


def _name_file(site: Site) -> Result | None:
    node = site.node
    absent = node.one(PathSeen, lambda seen: not seen.present and seen.path == _NAME_FILE)
    if absent is not None:
        return ok(absent)
    stored = node.one(NodeNameUsed, lambda used: used.where == "file")
    if stored is None:
        return NOT_KNOWN
    if stored.name == node.name:
        return ok(stored)
    return bad("name-mismatch", stored, name=stored.name, expected=node.name or "?")


CHECKS = (
    Check(name="mounts-shared", group=Group.FILES, ask=_shared, shown_by=_MOUNTS),
    Check(name="writable", group=Group.FILES, ask=_writable, shown_by=_MOUNTS),
    Check(name="executable", group=Group.FILES, ask=_executable, shown_by=_MOUNTS),
    Check(name="flexvolume", group=Group.FILES, ask=_flexvolume, shown_by=_MOUNTS),
    Check(name="bpffs", group=Group.FILES, ask=_bpffs, shown_by=_MOUNTS),
    Check(name="disk-space", group=Group.FILES, ask=_space, shown_by="df -h; df -i"),
    Check(
        name="other-plugins",
        group=Group.FILES,
        ask=_other_plugins,
        shown_by=f"ls -l {_CONFIGURATIONS}",
    ),
    Check(
        name="host-local", group=Group.FILES, ask=_host_local, shown_by="ls /var/lib/cni/networks"
    ),
    Check(name="name-file", group=Group.FILES, ask=_name_file, shown_by=f"cat {_NAME_FILE}"),
)
