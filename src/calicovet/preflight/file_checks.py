"""Checks of file systems and of files that an earlier CNI or Calico left."""

from collections.abc import Iterator

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    DiskFree,
    HostSetting,
    ManagedBy,
    MountTable,
    NodeNameUsed,
    OwnerKind,
    PathSeen,
    PodCidr,
    SettingSeen,
)
from calicovet.preflight.check import (
    BPF,
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    is_on,
    ok,
    risk,
)
from calicovet.signals.ipam_upgrade import HOST_LOCAL, leftover
from calicovet.signals.mounts import holds, mount_of

_MOUNTED_BOTH_WAYS = ("/sys/fs", "/run")
"""What mount-bpffs or ebpf-bootstrap hands on to the host: containers are refused where it is not shared."""
_ALWAYS_BOTH_WAYS = (3, 31)
"""From there on the operator has such a container even without eBPF."""
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
_FILLED = (
    *("/opt/cni/bin", "/etc/cni/net.d", "/var/lib/calico", "/var/log/calico", "/var/log/pods"),
    *("/var/lib/kubelet", "/var/lib/containerd", "/var/lib/docker", "/run"),
)
"""Where Calico, its containers and their logs need room."""
_OF_THE_KUBELET = ("nodefs", "imagefs")
_MOUNTS = "cat /proc/1/mountinfo"


def _shared(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    if _prepares_nothing(site):
        return None
    alone = [
        mount.point for path in _MOUNTED_BOTH_WAYS if not (mount := mount_of(table, path)).shared
    ]
    if not alone:
        return ok(table)
    return bad("rt-mount-not-shared", table, mounts=", ".join(dict.fromkeys(alone)))


def _prepares_nothing(site: Site) -> bool:
    """Whether it is an operator's Calico that mounts nothing both ways: an older one without eBPF."""
    if site.release is None or site.release >= _ALWAYS_BOTH_WAYS:
        return False
    by_operator = site.node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    bpf = site.node.one(SettingSeen, lambda found: found.name in BPF and is_on(found.value))
    return by_operator is not None and bpf is None


def _writable(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    for path in _WRITTEN:
        if "ro" in (mount := mount_of(table, path)).options:
            cause = "host-readonly-fs" if mount.point == "/" else "cni-bin-dir-not-writable"
            return bad(cause, table, path=path, mount=mount.point)
    return ok(table)


def _kernel_settings(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = mount_of(table, "/proc/sys/net")
    if "ro" in mount.options:
        return bad("rt-nested-readonly-proc", table, mount=mount.point)
    return ok(table)


def _executable(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = mount_of(table, _PLUGINS)
    if "noexec" in mount.options:
        return bad("cni-noexec-mount", table, path=_PLUGINS, mount=mount.point)
    return ok(table)


def _flexvolume(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = mount_of(table, _FLEXVOLUME)
    if "ro" in mount.options:
        return risk("flexvol-readonly-usr", table, mount=mount.point)
    return ok(table)


def _bpffs(site: Site) -> Result | None:
    table = site.node.one(MountTable)
    if table is None:
        return NOT_KNOWN
    mount = mount_of(table, "/sys/fs/bpf")
    # Where it is not mounted, Calico mounts it, if it may write there.
    if mount.kind != "bpf" and "ro" in mount.options:
        return bad("bpffs-mount-failed", table, mount=mount.point)
    return ok(table)


def _space(site: Site) -> Result | None:
    shown = site.node.all(DiskFree)
    disks = {disk for path in _FILLED for disk in _under(path, shown)}
    disks |= {disk for disk in shown if disk.mount in _OF_THE_KUBELET}
    if not disks:
        return NOT_KNOWN
    fullest = max(disks, key=lambda disk: (disk.used_percent, disk.mount))
    key = "inodes" if fullest.inodes else ""
    words = {"mount": fullest.mount, "percent": str(fullest.used_percent)}
    if fullest.used_percent >= _FULL:
        return bad("host-disk-full", fullest, key=key and f"bad-{key}", **words)
    if fullest.used_percent >= _NEARLY_FULL:
        return risk("host-disk-full", fullest, key=key and f"risk-{key}", **words)
    return ok(fullest)


def _under(path: str, disks: tuple[DiskFree, ...]) -> Iterator[DiskFree]:
    """The file system that a path lies on, by its bytes and by its inodes."""
    for inodes in (False, True):
        holding = [disk for disk in disks if disk.inodes is inodes and holds(disk.mount, path)]
        if holding:
            yield max(holding, key=lambda disk: len(disk.mount))


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
    """What it contains; None: not looked at."""
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
        cidr = site.node.one(PodCidr)
        bare = cidr is not None and not cidr.value
        cause = "ipamup-podcidr-empty" if bare else "ipamup-hostlocal-leftover-loop"
        return risk(cause, found, directory=HOST_LOCAL)
    # The directory itself, or one above it, was seen to be missing.
    absent = site.node.one(PathSeen, lambda seen: not seen.present and holds(seen.path, HOST_LOCAL))
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
    # Where NODENAME is set, as every installer does, calico-node writes its own name over it.
    return risk("name-mismatch", stored, name=stored.name, expected=node.name or "?")


def _plugins_found(site: Site) -> Result | None:
    """Calico starts in either case; its pods do not."""
    told = site.node.one(HostSetting, lambda found: found.name == "containerd.bin_dir")
    if told is None:
        return None
    places = told.value.split(":")
    return ok(told) if _PLUGINS in places else risk("", told, directory=told.value, ours=_PLUGINS)


CHECKS = (
    Check(
        name="mounts-shared",
        group=Group.FILES,
        ask=_shared,
        foresees=("rt-mount-not-shared",),
        shown_by=_MOUNTS,
    ),
    Check(
        name="writable",
        group=Group.FILES,
        ask=_writable,
        foresees=("cni-bin-dir-not-writable", "host-readonly-fs"),
        shown_by=_MOUNTS,
    ),
    Check(
        name="kernel-settings",
        group=Group.FILES,
        ask=_kernel_settings,
        foresees=("rt-nested-readonly-proc",),
        shown_by=_MOUNTS,
    ),
    Check(
        name="executable",
        group=Group.FILES,
        ask=_executable,
        foresees=("cni-noexec-mount",),
        shown_by=_MOUNTS,
    ),
    Check(
        name="flexvolume",
        group=Group.FILES,
        ask=_flexvolume,
        foresees=("flexvol-readonly-usr",),
        shown_by=_MOUNTS,
    ),
    Check(
        name="bpffs",
        group=Group.FILES,
        ask=_bpffs,
        foresees=("bpffs-mount-failed",),
        shown_by=_MOUNTS,
    ),
    Check(
        name="disk-space",
        group=Group.FILES,
        ask=_space,
        foresees=("host-disk-full",),
        shown_by="df -h; df -i",
    ),
    Check(
        name="other-plugins",
        group=Group.FILES,
        ask=_other_plugins,
        foresees=("rt-cni-leftover-config",),
        shown_by=f"ls -l {_CONFIGURATIONS}",
    ),
    Check(
        name="plugins-found",
        group=Group.FILES,
        ask=_plugins_found,
        shown_by="cat /etc/containerd/config.toml",
    ),
    Check(
        name="host-local",
        group=Group.FILES,
        ask=_host_local,
        foresees=("ipamup-hostlocal-leftover-loop", "ipamup-podcidr-empty"),
        shown_by="ls /var/lib/cni/networks",
    ),
    Check(
        name="name-file",
        group=Group.FILES,
        ask=_name_file,
        foresees=("name-mismatch",),
        shown_by=f"cat {_NAME_FILE}",
    ),
)
