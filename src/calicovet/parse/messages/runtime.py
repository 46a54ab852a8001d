"""Message table: containerd, dockerd, cri-o, runc, directly or quoted by the kubelet."""

from calicovet.model.facts.said import KubeletSaid, RuntimeSaid, StartupSaid
from calicovet.parse.messages.message import said

_SAID = RuntimeSaid

MESSAGES = (
    said(
        "cni-conf-removed",
        r"after receiving fs change event\W{1,6}(?:(?:REMOVE|RENAME)\W{1,20})?(?P<file>/etc/cni/net\.d/[\w.-]{1,60}\.conf(?:list)?)\b(?=.{0,400}no network config found)",
        _SAID,
    ),
    said(
        "rt-systemd-cgroup-silent-kill:path",
        r"slice:(cri-containerd|docker|crio):(?P<container>[0-9a-f]{12,64})",
        _SAID,
        words=("slice",),
    ),
    said(
        "rt-cgroup-driver-reverse",
        r"expected cgroupsPath to be of format \W{0,4}slice:prefix:name\W{0,4} for systemd cgroups, got \W{0,4}(?P<path>/(?:\S{1,60}/)?kubepods\S{0,160})",
        _SAID,
    ),
    said(
        "rt-cgroup-driver-reverse:docker",
        r"cgroup-parent for systemd cgroup should be a valid slice named as \W{0,4}xxx\.slice",
        _SAID,
    ),
    said(
        "rt-cgroup-driver-reverse:kubelet",
        r"kubelet cgroup driver: \W{0,4}(?P<kubelet>cgroupfs|systemd)\W{0,4} is different from docker cgroup driver(: \W{0,4}(?P<runtime>cgroupfs|systemd))?",
        KubeletSaid,
        fatal=True,
    ),
    said(
        "rt-runtime-hung:containerd-socket",
        r"containerd\.sock\b.{0,250}?(?P<error>connection refused|context deadline exceeded|timeout|connect: no such file)",
        _SAID,
    ),
    said(
        "rt-runtime-hung:containerd-transport",
        r"\bcreateTransport failed to connect to .{0,60}?containerd\.sock\b",
        _SAID,
        yields_to=("rt-runtime-hung:containerd-socket",),
    ),
    said(
        "rt-runtime-hung:containerd-connect",
        r"\b(failed to|cannot|error)\W.{0,120}?connect\b.{0,120}?\bcontainerd\b",
        _SAID,
        words=("containerd",),
        yields_to=("rt-runtime-hung:containerd-socket", "rt-runtime-hung:containerd-transport"),
    ),
    said(
        "rt-cri-not-served",
        r"\bunknown service (?P<service>runtime\.v1(alpha\d)?)\.(Runtime|Image)Service\b",
        _SAID,
    ),
    said(
        "rt-cri-not-served:load",
        r"\bfailed to load plugin (?P<plugin>io\.containerd\.(grpc\.v1\.cri|cri\.v1\.\w{1,20}))\b.{0,8}?\berror=\W{0,3}(?P<error>.{1,300}?)(\\?\" \w{2,20}=|\\?\"\s*$|$)",
        _SAID,
    ),
    said(
        "rt-cri-not-served:load",
        r"\bfailed to load plugin\W{1,4}error=\W{0,3}(?P<error>.{1,300}?)\W{1,4}id=(?P<plugin>io\.containerd\.(grpc\.v1\.cri|cri\.v1\.\w{1,20}))\b",
        _SAID,
    ),
    said(
        "rt-runtime-hung:exit-lost",
        r"\bfailed to process event\b.{0,40}?\bcontainer\W{1,3}(?P<container>[0-9a-f]{12,64})\b.{0,80}?\bevent\W{1,3}exit\b",
        _SAID,
    ),
    said("rt-runtime-hung:transport", r"\btransport is closing\b", _SAID),
    said(
        "rt-runtime-hung:rpc",
        r"\b(rpc error: code = DeadlineExceeded|operation timeout: context deadline exceeded)\b",
        _SAID,
        words=("rpc", "operation"),
        # A registry that does not answer is no sign of a runtime that hangs.
        yields_to=(
            "host-probe-timeout-tight",
            "probe-errored",
            "img-pull-failed",
            "rt-sandbox-image-unavailable",
        ),
    ),
    said(
        "rt-runtime-hung:dead-shim",
        r"\b(containerd-shim .{0,80}(killed|dead|not responding)|shim disconnected unexpectedly)\b",
        _SAID,
        words=("shim",),
    ),
    said(
        "rt-kmem-cgroup-leak",
        r"\bmkdir (?P<path>/sys/fs/cgroup/memory/\S{0,300}): (?P<error>no space left on device|cannot allocate memory)",
        _SAID,
    ),
    said("rt-cgroup-v2-unsupported", r"\bcgroup mountpoint does not exist\b", _SAID),
    said(
        "rt-cgroup-v2-unsupported:controller",
        r"(failed to find|(^|\W)no)\W.{0,60}?cgroup.{0,40}?(?P<controller>memory|cpu) controller\b",
        _SAID,
        words=("controller",),
    ),
    said(
        "rt-sandbox-image-unavailable",
        r"failed to (get|pull) sandbox image \W{0,4}(?P<image>[^\s\"']*pause[^\s\"']*)",
        _SAID,
    ),
    said(
        "rt-sandbox-image-unavailable:docker",
        r"failed pulling image \W{0,4}(?P<image>[^\s\"']*pause[^\s\"']*)",
        _SAID,
    ),
    said(
        "rt-sandbox-image-unavailable:crio",
        r"creating pod sandbox with name .{0,200}?initializing source docker://(?P<image>[^\s\"':]*pause[^\s\"']*?):? ",
        _SAID,
        words=("sandbox",),
    ),
    said(
        "rt-seccomp-clone3", r"pthread_create failed: Operation not permitted", _SAID, anyone=True
    ),
    said(
        "rt-mount-not-shared",
        r"path \W{0,4}(?P<path>/(sys|run|var/run|var/lib/calico)[^\s\"']*)\W{0,4} is mounted on \W{0,4}(?P<mount>/[^\s\"']*)\W{0,4} but it is not a shared( or slave)? mount",
        _SAID,
    ),
    said("rt-securityfs-missing", r"mkdir /sys/kernel/security: operation not permitted", _SAID),
    said(
        "rt-securityfs-missing:docker",
        r"error while creating mount source path \W{0,4}/sys/kernel/security",
        _SAID,
    ),
    said(
        "rt-apparmor-profile",
        r"\b(((failed|unable) to|cannot) (load|apply|generate|enforce) .{0,20}?apparmor|apparmor failed to apply profile)\b",
        _SAID,
        words=("apparmor",),
    ),
    said(
        "rt-apparmor-profile:missing",
        r"\bapparmor profile .{0,80}?(?P<error>not found|not loaded|does not exist)",
        _SAID,
    ),
    said(
        "rt-nested-readonly-proc",
        r"open (?P<path>/proc/sys/net/[^\s:]+): read-only file system(?!.{0,40}?not privileged)",
        _SAID,
        anyone=True,
    ),
    said(
        "img-cpu-x86-64-v2", r"CPU does not support x86-64-v2", StartupSaid, anyone=True, fatal=True
    ),
    said(
        "img-cpu-x86-64-v2:go",
        r"can only be run on AMD64 processors with v2 microarchitecture support",
        StartupSaid,
        anyone=True,
        fatal=True,
    ),
    said(
        "img-arch-mismatch",
        r"exec user process caused\W.{0,4}?exec format error",
        _SAID,
        fatal=True,
    ),
    said(
        "img-arch-mismatch:new",
        r"(^|[^/])exec \W{0,4}(?P<path>/\S{1,120}): exec format error",
        _SAID,
        fatal=True,
        yields_to=("img-corrupt-layer",),
    ),
    said(
        "img-corrupt-layer",
        r"(^|[^/])exec \W{0,4}(?P<path>/usr/sbin/start_runit|/sbin/start_runit|start_runit|/usr/local/bin/\S+|/opt/cni/bin/\S+): exec format error",
        _SAID,
        fatal=True,
    ),
    said(
        "img-corrupt-layer:file",
        r"stat (?P<path>/opt/cni/bin/(calico-ipam|install))\W{0,4} no such file or directory",
        _SAID,
    ),
    said(
        "img-corrupt-layer:file",
        r"exec: \W{0,4}(?P<path>calico-node|start_runit|calico-typha)\W{0,4} executable file not found",
        _SAID,
    ),
    said("img-crypto-selftest", r"\bCRNGT failed\b", _SAID, anyone=True, fatal=True),
    said("img-crypto-selftest:fips", r"\bFIPS SELFTEST FAILURE\b", _SAID, anyone=True, fatal=True),
    said(
        "host-pid-exhaustion",
        r"\b(fork/exec \S+: resource temporarily unavailable|pthread_create failed: Resource temporarily unavailable)",
        _SAID,
        anyone=True,
        words=("temporarily",),
    ),
    said(
        "host-pid-exhaustion:thread",
        r"\bfailed to create new OS thread \(have \d+ already; errno=11\)",
        _SAID,
        anyone=True,
    ),
    said(
        "host-pid-exhaustion:memory", r"\bfork\b.{0,40}?cannot allocate memory", _SAID, anyone=True
    ),
    said(
        "host-disk-full",
        r"((?<![\w./-])(?P<path>/[^\s:\"']{1,160})\W{0,3}: )?no space left on device",
        _SAID,
        anyone=True,
        words=("space",),
        yields_to=(
            "rt-kmem-cgroup-leak",
            "cni-bin-dir-not-writable",
            "name-file-not-written",
            "host-inotify-exhausted",
        ),
    ),
    said(
        "host-inotify-exhausted",
        r"\b(failed to create fsnotify watcher|inotify_(init|add_watch))\b",
        _SAID,
        anyone=True,
        words=("fsnotify", "inotify"),
    ),
    said(
        "host-inotify-exhausted:files",
        r"too many open files",
        _SAID,
        anyone=True,
        yields_to=("host-inotify-exhausted",),
    ),
)
