"""The role of a path on the host or in calico-node's container."""

import re
from functools import cache

from calicovet.model.failures.thing import Thing, ThingClass

PATH_ROLES: tuple[tuple[str, str], ...] = (
    ("xtables-lock", r"/run/xtables\.lock"),
    ("nodename", r"/var/lib/calico/nodename|/nodename$"),
    ("calico-data", r"/var/lib/calico(/|$)"),
    ("calico-run", r"/var/run/calico|/run/calico"),
    ("bird-config", r"/etc/calico/confd"),
    (
        "cni-bin",
        r"/opt/cni/bin|/usr/libexec/cni|/usr/lib/cni|/snap/microk8s/\S*/opt/cni/bin|/k3s/data/\S*/bin",
    ),
    ("cni-bin-parent", r"^/opt(?:/cni)?/?$"),
    ("cni-bin-source", r"/opt/cni/bin/install"),
    ("cni-kubeconfig", r"calico-kubeconfig|/cni/net\.d/\S*kubeconfig"),
    ("cni-config", r"/etc/cni/net\.d|/cni/net\.d|\.conflist$"),
    ("cni-log", r"/var/log/calico"),
    ("host-local", r"/var/lib/cni/networks|/var/lib/cni"),
    ("secondary-bin", r"/host/secondary-bin-dir"),
    ("flexvolume", r"kubelet-plugins/volume|nodeagent~uds|libexec/kubernetes|/flexvol"),
    ("bpffs", r"/sys/fs/bpf"),
    ("cgroup", r"/sys/fs/cgroup|/run/calico/cgroup|^/kubepods|/kubepods"),
    ("securityfs", r"/sys/kernel/security"),
    ("btf", r"/sys/kernel/btf"),
    ("sysfs", r"^/sys(/|$)"),
    ("modules", r"/lib/modules"),
    ("sysctl", r"^/proc/sys/"),
    ("proc", r"^/proc/|/nodeproc"),
    (
        "service-account-token",
        r"/serviceaccount/token|secrets/kubernetes\.io/serviceaccount|/secrets/tokens",
    ),
    ("etcd-certificates", r"calico-secrets|/etc/calico/certs|etcd-(ca|cert|key)"),
    ("typha-certificates", r"/node-certs|/typha-certs|typha-ca"),
    ("certificates", r"/etc/kubernetes/pki|\.(crt|pem|key)$"),
    ("kubeconfig", r"kubeconfig|/\.kube/config|admin\.conf$"),
    ("localtime", r"/etc/localtime"),
    ("resolv-conf", r"resolv\.conf"),
    ("hosts", r"^/etc/hosts"),
    ("flannel", r"/run/flannel"),
    ("cilium-cni", r"/run/cilium"),
    ("weave-net", r"/run/weave"),
    ("runtime-data", r"/var/lib/(containerd|docker|containers)"),
    ("runtime-run", r"/run/(containerd|docker|crio|cri-dockerd)"),
    ("kubelet-data", r"/var/lib/kubelet"),
    ("log-tailer", r"/var/log/(pods|containers)"),
    ("tmp", r"^/tmp(/|$)"),
)
"""A role is the first whose pattern stands in the path; the prefix of a mount (`/host`) does not matter."""


@cache
def _roles() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((role, re.compile(pattern, re.ASCII)) for role, pattern in PATH_ROLES)


@cache
def path_pattern() -> re.Pattern[str]:
    """An absolute path with at least one more part, or a file that is known by its name alone."""
    return re.compile(
        r"(?<![\w.:~-])(?:/[\w.@+~%-]{1,120}){1,24}/?|(?<![\w/.-])[\w.-]{1,60}\.(?:conflist|lock)\b",
        re.ASCII,
    )


def path_role(path: str) -> str:
    """The role of the path; empty where it has none."""
    own = (
        path.removeprefix("/host")
        if path.startswith("/host/") and "secondary" not in path
        else path
    )
    return next((role for role, pattern in _roles() if pattern.search(own)), "")


def path_thing(path: str) -> Thing:
    """The thing that a path stands for."""
    role = path_role(path)
    if role == "sysctl":
        name = path.removeprefix("/proc/sys/").replace("/", ".")
        return Thing(ThingClass.SYSCTL, sysctl_name(name), path)
    if role == "xtables-lock":
        return Thing(ThingClass.XTABLES_LOCK, "", path)
    if role == "cgroup":
        return Thing(ThingClass.CGROUP, "", path)
    if role == "btf":
        return Thing(ThingClass.BPF, "btf", path)
    if role in ("flannel", "cilium-cni", "weave-net"):
        return Thing(ThingClass.PROGRAM, role, path)
    if role == "bird-config":
        return Thing(ThingClass.BIRD_CONFIG, "", path)
    return Thing(ThingClass.PATH, role, path)


def sysctl_name(name: str) -> str:
    """A sysctl without the name of the link that it is about."""
    return re.sub(r"\.(conf|neigh)\.[^.]+\.", r".\1.*.", name)
