"""Whether the gym can run on this machine."""

import shutil

from gym.machine import CGROUPS
from lab import cache
from lab.fitness import missing as missing_for_the_lab
from lab.programs import KUBERNETES

_TOOLS = (
    ("containerd", "containerd"),
    ("runc", "runc"),
    ("nsenter", "util-linux"),
    ("unshare", "util-linux"),
    ("pgrep", "procps"),
    ("iptables", "iptables"),
    ("ipset", "ipset"),
    ("conntrack", "conntrack"),
)
_HIERARCHIES = ("cpu", "cpuset", "memory", "pids", "systemd")


def missing() -> str:
    """What is missing and the next move; empty when nothing is."""
    if reason := missing_for_the_lab():
        return reason
    for tool, package in _TOOLS:
        if shutil.which(tool) is None:
            return f"{tool} is not installed: apt-get install {package}"
    for name in _HIERARCHIES:
        if not (CGROUPS / name / "cgroup.procs").exists():
            return f"there is no cgroup hierarchy {CGROUPS / name}: the gym needs cgroup v1"
    for program in KUBERNETES:
        if cache.find(program) is None:
            return f"{program} is not in {cache.folder() / 'bin'}: make gym builds it"
    return ""
