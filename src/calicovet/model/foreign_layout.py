"""What a path says of the file there, in the bundles that other programs make.

troubleshoot.sh support bundles, must-gather and `oc adm inspect`, sosreport, `kubectl cluster-info dump`,
`calicoctl node diags` and `calicoctl cluster diags`, and copies of a node's /var/log/pods.
"""

import re
from collections.abc import Mapping
from functools import cache

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.record import record
from calicovet.model.shell import command, part
from calicovet.model.subject import NOBODY, Subject


@record(kw_only=True)
class Told:
    """What a path tells."""

    kind: Kind
    about: Subject = NOBODY
    taken_by: str = ""
    of_the_host: bool = False
    """It shows the one host that the bundle was made on; its name stands elsewhere."""
    several: bool = False
    """The logs of all containers of a pod, between lines that name them."""
    list_kind: str = ""
    """What a bare array of objects there is a list of."""


def told_by_path(path: str) -> Told | None:
    """What stands at the path; None where it tells nothing, or nothing about Calico."""
    return _log(path) or _object(path) or _of_calicoctl(path) or _of_a_host(path)


def has_a_known_layout(path: str) -> bool:
    """Whether only a program that makes such bundles puts a file there: what it calls otherwise is of no use."""
    return _marker().search(path) is not None


def host_in(path: str) -> str:
    """The host that the folder around a sosreport names; empty: none."""
    found = _sosreport().search(path)
    return found["host"] if found else ""


def tells_the_host(path: str) -> bool:
    """Whether the file holds the name of the host that the bundle was made on."""
    return _host_name().search(path) is not None


@cache
def _marker() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|/)(?:sos_commands|sos_reports|cluster-resources|cluster-scoped-resources|host_service_logs"
        r"|namespaces/[^/]+/(?:core|pods|apps)|calico-diagnostics-\d+_\d+)/|(?:^|/)diagnostics/ipv4_(?:addr|route|tables)$"
    )


@cache
def _sosreport() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|/)sosreport-(?P<host>[A-Za-z0-9][\w.-]*?)(?:-\d{5,})?(?:-\d{4}-\d\d-\d\d-[a-z]+|-\d{14})(?:/|$)"
    )


@cache
def _host_name() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|/)(?:diagnostics/hostname|sos_commands/(?:host|general)/hostname|etc/hostname)$"
    )


# Logs


_POD_LOGS = (
    # troubleshoot.sh, and what other collectors name like it
    r"cluster-resources/pods/logs/(?P<ns>[^/]+)/(?P<pod>[^/]+)/(?P<container>[^/]+?)(?P<previous>-previous)?\.log",
    r"(?:pod-)?logs/(?P<ns>[^/]+)/(?P<pod>[^/]+)/(?P<container>[^/]+?)(?P<previous>[-.]prev(?:ious)?)?\.log(?:\.\d+)?(?:\.gz)?",
    r"pod-logs/(?P<ns>[^/]+)/(?P<pod>{pod})-(?P<container>[^/]+?)(?P<previous>-prev(?:ious)?)?\.log",
    # must-gather
    r"namespaces/(?P<ns>[^/]+)/pods/(?P<pod>[^/]+)/(?P<container>[^/]+)/(?P=container)/logs/(?:current|(?P<previous>previous))\.log",
    # calicoctl cluster diags
    r"nodes/(?P<node>[^/]+)/(?P<ns>[^/]+)/(?P<pod>{pod})\.(?P<container>[^/.]+)\.(?P<previous>previous)\.log",
    # a node's own folders
    r"pods/(?P<ns>[^/_]+)_(?P<pod>[^/_]+)_[0-9a-f-]{8,}/(?P<container>[^/]+)/\d+\.log[\d.-]*(?:\.gz)?",
    r"(?P<pod>[^/_]+)_(?P<ns>[^/_]+)_(?P<container>[^/_]+)-[0-9a-f]{64}\.log",
    # cilium-sysdump and its like
    r"logs-(?P<pod>{pod})-(?P<container>[a-z0-9-]+?)-\d{8}-\d{6}(?P<previous>-prev)?\.log",
)
_SEVERAL_LOGS = (
    r"(?P<ns>[^/]+)/(?P<pod>{pod})/logs\.txt",
    r"nodes/(?P<node>[^/]+)/(?P<ns>[^/]+)/(?P<pod>{pod})\.log",
)
_POD = (
    r"(?:rke2-|k3s-)?(?:calico-node|canal|kube-proxy)-[a-z0-9]{4,6}"
    r"|(?:calico-typha|calico-kube-controllers|tigera-operator|calico-apiserver)-[a-z0-9]+(?:-[a-z0-9]+)?"
)


@cache
def _pod_logs() -> tuple[tuple[re.Pattern[str], bool], ...]:
    return tuple(
        (re.compile(rf"(?:^|.*/){each.replace('{pod}', _POD)}"), several)
        for patterns, several in ((_POD_LOGS, False), (_SEVERAL_LOGS, True))
        for each in patterns
    )


@cache
def _calico_node() -> re.Pattern[str]:
    return re.compile(r"(?:rke2-|k3s-)?(?:calico-node|canal)-[a-z0-9]{4,6}")


@cache
def _speaks_of_calico() -> re.Pattern[str]:
    return re.compile(_POD)


_ALL_CONTAINERS = part("--all-containers")


def _log(path: str) -> Told | None:
    for pattern, several in _pod_logs():
        found = pattern.fullmatch(path)
        if found is None:
            continue
        parts = found.groupdict()
        pod, namespace = parts["pod"], parts["ns"]
        if not _speaks_of_calico().fullmatch(pod):
            return None
        container, previous = parts.get("container") or "", bool(parts.get("previous"))
        node = parts.get("node") or ""
        kind = Kind.CALICO_LOG if _calico_node().fullmatch(pod) else Kind.OTHER_LOG
        which = part("-c {container}", container=container) if container else _ALL_CONTAINERS
        typed = command(
            "kubectl -n {namespace} logs {pod} {which}{previous}",
            namespace=namespace,
            pod=pod,
            which=which,
            previous=part(" --previous" if previous else ""),
        )
        return Told(
            kind=kind,
            about=Subject(node, namespace, pod, container, previous),
            taken_by=typed,
            several=several,
        )
    return None


# Objects


_NAMESPACES = r"(?P<ns>kube-system|calico-system|calico-apiserver|tigera-operator|kube-flannel)"
_NAMESPACED = r"pods|events|daemonsets|deployments|configmaps|services|endpoints|endpointslices|controllerrevisions"
_CALICO_KINDS = (
    r"(?:ippools|felixconfigurations|bgpconfigurations|clusterinformations|installations|tigerastatuses"
    r"|ipamconfigs|nodes|kubecontrollersconfigurations)"
)
_LISTS = {
    "pods": "PodList",
    "nodes": "NodeList",
    "events": "EventList",
    "daemonsets": "DaemonSetList",
    "services": "ServiceList",
    "endpoints": "EndpointsList",
    "configmaps": "ConfigMapList",
}
_OBJECTS = (
    # troubleshoot.sh
    r"cluster-resources/(?P<what>nodes)\.json",
    rf"cluster-resources/(?P<what>{_NAMESPACED})/{_NAMESPACES}\.json",
    r"cluster-resources/(?P<what>services|endpoints|endpointslices)/(?P<ns>default)\.json",
    rf"cluster-resources/custom-resources/(?P<what>{_CALICO_KINDS}\.(?:crd\.projectcalico\.org|projectcalico\.org|operator\.tigera\.io))(?:/[^/]+)?\.(?:json|yaml)",
    # must-gather
    r"cluster-scoped-resources/core/(?P<what>nodes)(?:\.yaml|/[^/]+\.yaml)",
    rf"cluster-scoped-resources/(?:crd\.projectcalico\.org|projectcalico\.org|operator\.tigera\.io)/(?P<what>{_CALICO_KINDS})(?:\.yaml|/[^/]+\.yaml)",
    rf"namespaces/{_NAMESPACES}/(?:core|apps|discovery\.k8s\.io)/(?P<what>{_NAMESPACED})\.yaml",
    rf"namespaces/[^/]+/pods/(?:{_POD})/(?:{_POD})\.yaml",
    # kubectl cluster-info dump
    rf"{_NAMESPACES}/(?P<what>{_NAMESPACED})\.(?:json|yaml)",
    # calicoctl cluster diags
    r"cluster/kubernetes/(?P<what>pods|nodes|daemonsets|deployments|services|endpoints)\.yaml",
    rf"cluster/crd/(?P<what>{_CALICO_KINDS}\.[a-z.]+)\.yaml",
)


@cache
def _objects() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?:^|.*/){each}") for each in _OBJECTS)


def _object(path: str) -> Told | None:
    for pattern in _objects():
        if found := pattern.fullmatch(path):
            parts = found.groupdict()
            what, namespace = parts.get("what") or "pods", parts.get("ns") or ""
            where = part("kubectl")
            if namespace:
                where = part("kubectl -n {namespace}", namespace=namespace)
            return Told(
                kind=Kind.OBJECTS,
                taken_by=command("{kubectl} get {what} -o yaml", kubectl=where, what=what),
                list_kind=_LISTS.get(what, ""),
            )
    # The dump has this one beside its folders; anywhere else the name alone tells the same.
    if path.rpartition("/")[2] == "nodes.json":
        return Told(kind=Kind.OBJECTS, taken_by="kubectl get nodes -o json")
    return None


# calicoctl


_BY_CALICOCTL: Mapping[str, tuple[Kind, str]] = {
    "ip-addr.txt": (Kind.IP_ADDR, "ip addr"),
    "ip-link.txt": (Kind.IP_LINK, "ip link"),
    "ip-route.txt": (Kind.IP_ROUTE, "ip route"),
}
_BY_NODE_DIAGS: Mapping[str, tuple[Kind, str]] = {
    "ipv4_addr": (Kind.IP_ADDR, "ip -4 addr"),
    "ipv4_route": (Kind.IP_ROUTE, "ip -4 route"),
    "journalctl_calico_node": (Kind.CALICO_LOG, "journalctl -u calico-node.service --no-pager"),
    "netstat": (Kind.SOCKETS, "netstat -a -n"),
    "ss": (Kind.SOCKETS, "ss -a -n"),
}


def _of_calicoctl(path: str) -> Told | None:
    folder, _, file = path.rpartition("/")
    above, _, last = folder.rpartition("/")
    if file in _BY_CALICOCTL and above.rpartition("/")[2] == "nodes":
        kind, typed = _BY_CALICOCTL[file]
        return Told(kind=kind, about=Subject(last), taken_by=typed)
    if last == "diagnostics" and file in _BY_NODE_DIAGS:
        kind, typed = _BY_NODE_DIAGS[file]
        return Told(kind=kind, taken_by=typed, of_the_host=True)
    if found := re.fullmatch(rf"(?:.*/)?nodes/([^/]+)/([^/]+)/({_POD})\.txt", path):
        about = Subject(found[1], found[2], found[3])
        typed = command(
            "kubectl -n {namespace} describe pod {pod}", namespace=found[2], pod=found[3]
        )
        return Told(kind=Kind.POD_DESCRIBE, about=about, taken_by=typed)
    return None


# Hosts


_HOST_FILES: Mapping[str, tuple[Kind, str]] = {
    "etc/containerd/config.toml": (Kind.CONTAINERD_CONFIG, "cat /etc/containerd/config.toml"),
    "etc/docker/daemon.json": (Kind.DOCKER_CONFIG, "cat /etc/docker/daemon.json"),
    "var/lib/kubelet/config.yaml": (Kind.KUBELET_CONFIG, "cat /var/lib/kubelet/config.yaml"),
    "var/lib/calico/nodename": (Kind.HOST_FILE, "cat /var/lib/calico/nodename"),
    "etc/os-release": (Kind.OS_RELEASE, "cat /etc/os-release"),
    "etc/hosts": (Kind.HOST_FILE, "cat /etc/hosts"),
    "etc/resolv.conf": (Kind.HOST_FILE, "cat /etc/resolv.conf"),
    "proc/loadavg": (Kind.LOAD, "cat /proc/loadavg"),
}
_SOS_COMMANDS: Mapping[str, tuple[Kind, str]] = {
    "networking/ip_-d_address": (Kind.IP_ADDR, "ip -d address"),
    "networking/ip_-o_addr": (Kind.IP_ADDR, "ip -o addr"),
    "networking/ip_address": (Kind.IP_ADDR, "ip address"),
    "networking/ip_-s_-d_link": (Kind.IP_LINK, "ip -s -d link"),
    "networking/ip_route_show_table_all": (Kind.IP_ROUTE, "ip route show table all"),
    "networking/netstat_-W_-neopa": (Kind.SOCKETS, "netstat -W -neopa"),
    "networking/ss_-peaonmi": (Kind.SOCKETS, "ss -peaonmi"),
    "host/uptime": (Kind.LOAD, "uptime"),
    "general/uptime": (Kind.LOAD, "uptime"),
    "memory/free_-m": (Kind.MEMORY, "free -m"),
    "memory/free": (Kind.MEMORY, "free"),
    "filesys/df_-al_-x_autofs": (Kind.DISKS, "df -al -x autofs"),
    "filesys/df_-ali_-x_autofs": (Kind.DISKS, "df -ali -x autofs"),
    "kernel/lsmod": (Kind.MODULES, "lsmod"),
    "kernel/uname_-a": (Kind.KERNEL, "uname -a"),
    "kernel/sysctl_-a": (Kind.SYSCTL, "sysctl -a"),
    "kernel/dmesg_-T": (Kind.KERNEL_LOG, "dmesg -T"),
    "containerd/containerd_config_dump": (Kind.CONTAINERD_CONFIG, "containerd config dump"),
    "docker/docker_info": (Kind.DOCKER_CONFIG, "docker info"),
    "docker/docker_ps_-a": (Kind.CONTAINER_LIST, "docker ps -a"),
    "crio/crictl_ps_-a": (Kind.CONTAINER_LIST, "crictl ps -a"),
    "containerd/crictl_ps_-a": (Kind.CONTAINER_LIST, "crictl ps -a"),
}
_UNITS: Mapping[str, Kind] = {
    "kubelet": Kind.KUBELET_JOURNAL,
    "containerd": Kind.RUNTIME_JOURNAL,
    "docker": Kind.RUNTIME_JOURNAL,
    "crio": Kind.RUNTIME_JOURNAL,
}


@cache
def _sos_command() -> re.Pattern[str]:
    return re.compile(r"(?:^|.*/)sos_commands/(?P<command>[^/]+/[^/]+)")


@cache
def _sos_journal() -> re.Pattern[str]:
    return re.compile(r"[^/]+/journalctl_--no-pager_--unit_(?P<unit>[a-z]+)(?:\.service)?")


@cache
def _host_file() -> re.Pattern[str]:
    return re.compile(r"(?:^|.*/)(?P<file>" + "|".join(map(re.escape, _HOST_FILES)) + ")")


def _of_a_host(path: str) -> Told | None:
    if found := _sos_command().fullmatch(path):
        file = found["command"]
        if journal := _sos_journal().fullmatch(file):
            kind = _UNITS.get(journal["unit"])
            typed = command("journalctl --no-pager --unit {unit}", unit=journal["unit"])
        else:
            kind, typed = _SOS_COMMANDS.get(file, (None, ""))
        return Told(kind=kind, taken_by=typed, of_the_host=True) if kind else None
    if found := _host_file().fullmatch(path):
        kind, typed = _HOST_FILES[found["file"]]
        return Told(kind=kind, taken_by=typed, of_the_host=True)
    return None
