"""Checks of the kubelet and the container runtime."""

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    HostSetting,
    KubeletCgroupDriver,
    KubeletVersion,
    MountTable,
    PathSeen,
    RuntimeAnswered,
    RuntimeCgroupDriver,
    RuntimeVersion,
    SwapSpace,
)
from calicovet.preflight.check import (
    NOT_KNOWN,
    Answer,
    Check,
    Group,
    Result,
    Site,
    bad,
    by_cause,
    not_known,
    ok,
    risk,
)
from calicovet.startup.versions import read_release

_DISABLED_PLUGINS = "containerd.disabled_plugins"
_DRIVERS = ("rt-systemd-cgroup-silent-kill", "rt-cgroup-driver-reverse")
_KUBELET = "/var/lib/kubelet/config.yaml"
_SOCKETS = (
    *("/run/containerd/containerd.sock", "/run/k3s/containerd/containerd.sock"),
    *("/run/crio/crio.sock", "/run/docker.sock"),
)
_SLOW = 10.0
"""Seconds for a list of containers."""
_KNOWS_CGROUP2 = {"docker": (20, 10), "containerd": (1, 4)}
"""By runtime, the first release that can work with cgroup v2 alone."""


def _cgroup_drivers(site: Site) -> Result | None:
    node = site.node
    kubelet, runtime = node.one(KubeletCgroupDriver), node.one(RuntimeCgroupDriver)
    found = [by_cause(name, site) for name in _DRIVERS]
    wrong = next((each for each in found if each.answer is Answer.BAD), None)
    if wrong is not None:
        return wrong
    if kubelet is None and _is_absent(node, _KUBELET) and node.one(KubeletVersion) is None:
        return _before_the_kubelet(runtime)
    # One end alone decides nothing, whatever it says.
    return NOT_KNOWN if kubelet is None or runtime is None else ok(kubelet, runtime)


def _before_the_kubelet(runtime: RuntimeCgroupDriver | None) -> Result:
    """On a host that is still to join: kubeadm configures a kubelet to use systemd."""
    if runtime is None:
        return not_known("neither")
    if runtime.driver == "systemd":
        return ok(runtime)
    return risk(_DRIVERS[0], runtime, key="risk-to-come", runtime=runtime.driver)


def _answers(site: Site) -> Result | None:
    answered = site.node.one(RuntimeAnswered)
    if answered is None:
        gone = all(_is_absent(site.node, socket) for socket in _SOCKETS)
        return not_known("none-runs") if gone else NOT_KNOWN
    if answered.seconds is None:
        return bad("rt-runtime-hung", answered)
    if answered.seconds >= _SLOW:
        seconds = f"{answered.seconds:.0f}"
        return risk("rt-runtime-hung", answered, seconds=seconds)
    return ok(answered)


def _cri_served(site: Site) -> Result | None:
    disabled = site.node.one(HostSetting, lambda found: found.name == _DISABLED_PLUGINS)
    runtime = site.node.one(RuntimeVersion)
    if disabled is None or (runtime is not None and not runtime.version.startswith("containerd")):
        return None
    if _is_absent(site.node, _KUBELET):
        return bad("rt-cri-not-served", disabled, plugin=disabled.value)
    # A kubelet may use Docker beside it.
    return risk("rt-cri-not-served", disabled, plugin=disabled.value)


def _cgroup_version(site: Site) -> Result | None:
    table, runtime = site.node.one(MountTable), site.node.one(RuntimeVersion)
    if table is None:
        return NOT_KNOWN
    if not any(each.point == "/sys/fs/cgroup" and each.kind == "cgroup2" for each in table.mounts):
        return ok(table)
    name, _, version = (runtime.version if runtime else "").partition("://")
    first, release = _KNOWS_CGROUP2.get(name), read_release(version)
    if runtime is None or first is None or release is None:
        return None
    if release >= first:
        return ok(table, runtime)
    return bad("rt-cgroup-v2-unsupported", table, runtime, runtime=f"{name} {version}")


def _swap(site: Site) -> Result | None:
    swap = site.node.one(SwapSpace)
    # A kubelet that is there has been told what to make of it.
    if not _is_absent(site.node, _KUBELET):
        return None
    if swap is None:
        return NOT_KNOWN
    return risk("host-swap-on", swap, size=swap.total) if swap.total else ok(swap)


def _is_absent(node: NodeView, path: str) -> bool:
    return node.one(PathSeen, lambda seen: seen.path == path and not seen.present) is not None


CHECKS = (
    Check(
        name="cgroup-drivers",
        group=Group.RUNTIME,
        ask=_cgroup_drivers,
        foresees=_DRIVERS,
        shown_by=f"cat {_KUBELET} /etc/containerd/config.toml",
    ),
    Check(
        name="cgroup-version",
        group=Group.RUNTIME,
        ask=_cgroup_version,
        foresees=("rt-cgroup-v2-unsupported",),
        shown_by="grep cgroup /proc/1/mountinfo; containerd --version",
    ),
    Check(
        name="runtime-answers",
        group=Group.RUNTIME,
        ask=_answers,
        foresees=("rt-runtime-hung",),
        shown_by="time crictl ps -a",
    ),
    Check(
        name="cri-served",
        group=Group.RUNTIME,
        ask=_cri_served,
        foresees=("rt-cri-not-served",),
        shown_by="grep disabled_plugins /etc/containerd/config.toml",
    ),
    Check(
        name="swap",
        group=Group.RUNTIME,
        ask=_swap,
        foresees=("host-swap-on",),
        shown_by="free -m",
    ),
)
