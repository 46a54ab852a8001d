"""The known layouts of other programs' bundles, one row each.

troubleshoot.sh, must-gather and `oc adm inspect`, `kubectl cluster-info dump`, `calicoctl cluster diags`,
`calicoctl node diags`, support-bundle-kit, Rancher's collector of a node's logs, sosreport, cilium-sysdump, and copies
of a host's own folders.
"""

from collections.abc import Mapping

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.world.bundles.layouts.row import HostFile, Layout

_NAMESPACES = r"(?P<ns>kube-system|calico-system|calico-apiserver|tigera-operator|kube-flannel)"
_NAMESPACED = r"pods|events|daemonsets|deployments|configmaps|services|endpoints|endpointslices|controllerrevisions"
_GROUPS = r"(?:crd\.projectcalico\.org|projectcalico\.org|operator\.tigera\.io)"
_CALICO_KINDS = (
    r"(?:ippools|felixconfigurations|bgpconfigurations|bgppeers|hostendpoints|globalnetworkpolicies"
    r"|clusterinformations|installations|tigerastatuses|ipamconfigs|nodes|kubecontrollersconfigurations)"
)

IP_ADDR = HostFile(Kind.IP_ADDR, "ip addr")
IP_LINK = HostFile(Kind.IP_LINK, "ip link")
IP_ROUTE = HostFile(Kind.IP_ROUTE, "ip route")
DMESG = HostFile(Kind.KERNEL_LOG, "dmesg -T")
KERNEL_JOURNAL = HostFile(Kind.KERNEL_LOG, "journalctl -k --no-pager")
KUBELET = HostFile(Kind.KUBELET_JOURNAL, "journalctl -u kubelet --no-pager")
CONTAINERD = HostFile(Kind.RUNTIME_JOURNAL, "journalctl -u containerd --no-pager")
SYSLOG = HostFile(Kind.SYSTEM_JOURNAL, "cat /var/log/messages")
UPTIME = HostFile(Kind.LOAD, "uptime")
SOCKETS = HostFile(Kind.SOCKETS, "ss -anp")
OS_RELEASE = HostFile(Kind.OS_RELEASE, "cat /etc/os-release")


def _unit(name: str, kind: Kind = Kind.SYSTEM_JOURNAL) -> HostFile:
    return HostFile(kind, f"journalctl -u {name} --no-pager")


_TROUBLESHOOT = Layout(
    program="troubleshoot.sh",
    mark="cluster-resources/",
    logs=(
        r"cluster-resources/pods/logs/{ns}/{any_pod}/{container}(?P<previous>-previous)?\.log",
        r"(?:pod-)?logs/{ns}/{any_pod}/{container}(?P<previous>[-.]prev(?:ious)?)?\.log(?:\.gz)?",
        r"pod-logs/{ns}/{pod}-{container}(?P<previous>-prev(?:ious)?)?\.log",
    ),
    objects=(
        r"cluster-resources/(?P<what>nodes)\.json",
        rf"cluster-resources/(?P<what>{_NAMESPACED})/{_NAMESPACES}\.json",
        r"cluster-resources/(?P<what>events)/{ns}\.json",
        r"cluster-resources/(?P<what>services|endpoints|endpointslices)/(?P<ns>default)\.json",
        rf"cluster-resources/custom-resources/(?P<what>{_CALICO_KINDS}\.{_GROUPS})(?:/[^/]+)?\.(?:json|yaml)",
    ),
)

_MUST_GATHER = Layout(
    program="must-gather",
    mark=r"(?:cluster-scoped-resources|host_service_logs|namespaces/[^/]++/(?:core|pods|apps))/",
    logs=(
        r"namespaces/{ns}/pods/{any_pod}/{container}/(?P=container)/logs/(?:current|(?P<previous>previous))\.log",
    ),
    objects=(
        r"cluster-scoped-resources/core/(?P<what>nodes)(?:\.yaml|/[^/]+\.yaml)",
        rf"cluster-scoped-resources/{_GROUPS}/(?P<what>{_CALICO_KINDS})(?:\.yaml|/[^/]+\.yaml)",
        rf"namespaces/{_NAMESPACES}/(?:core|apps|discovery\.k8s\.io)/(?P<what>{_NAMESPACED})\.yaml",
        r"namespaces/{ns}/core/(?P<what>events)\.yaml",
        r"namespaces/(?P<ns>[^/]+)/pods/(?P<pod>{pod_name})/(?P=pod)\.yaml",
    ),
)

DUMP = Layout(
    program="kubectl cluster-info dump",
    mark=r"[^/]++/replication-controllers\.(?:json|yaml)$",
    logs_of_pods=(r"{ns}/{any_pod}/logs\.txt",),
    objects=(
        rf"{_NAMESPACES}/(?P<what>{_NAMESPACED})\.(?:json|yaml)",
        r"[^/]+/(?P<what>events)\.(?:json|yaml)",
        r"(?P<what>nodes)\.(?:json|yaml)",
    ),
)

_CALICOCTL_CLUSTER = Layout(
    program="calicoctl cluster diags",
    mark=r"calico-diagnostics-\d+_\d+/",
    logs=(
        r"nodes/{node}/{ns}/{pod}\.(?P<container>[^/.]+)\.(?P<previous>previous)\.log",
        r"nodes/{node}/{ns}/{pod}\.(?P<container>[^/.]+)\.log",
    ),
    logs_of_pods=(r"nodes/{node}/{ns}/{pod}\.log",),
    describes=(r"nodes/{node}/{ns}/{pod}\.txt",),
    objects=(
        r"cluster/kubernetes/(?P<what>pods|nodes|daemonsets|deployments|services|endpoints)\.yaml",
        rf"cluster/crd/(?P<what>{_CALICO_KINDS}\.[a-z.]+)\.yaml",
    ),
    of_nodes={
        r"nodes/{node}/ip-addr\.txt": IP_ADDR,
        r"nodes/{node}/ip-link\.txt": IP_LINK,
        r"nodes/{node}/ip-route\.txt": IP_ROUTE,
    },
)

_CALICOCTL_NODE = Layout(
    program="calicoctl node diags",
    mark=r"diagnostics/ipv4_(?:addr|route|tables)$",
    of_the_host={
        "diagnostics/ipv4_addr": HostFile(Kind.IP_ADDR, "ip -4 addr"),
        "diagnostics/ipv4_route": HostFile(Kind.IP_ROUTE, "ip -4 route"),
        "diagnostics/journalctl_calico_node": HostFile(
            Kind.CALICO_LOG, "journalctl -u calico-node.service --no-pager"
        ),
        "diagnostics/netstat": HostFile(Kind.SOCKETS, "netstat -a -n"),
        "diagnostics/ss": HostFile(Kind.SOCKETS, "ss -a -n"),
    },
    host_names=("diagnostics/hostname",),
)

_SUPPORT_BUNDLE_KIT = Layout(
    program="support-bundle-kit",
    mark=r"yamls/(?:cluster|namespaced|kubernetes)/",
    logs=(r"logs/{ns}/{any_pod}/{container}\.log(?P<previous>\.1)?",),
    objects=(
        r"yamls/(?:cluster|kubernetes)/(?:v1/)?(?P<what>nodes)\.yaml",
        rf"yamls/cluster/{_GROUPS}/v\w+/(?P<what>{_CALICO_KINDS})\.yaml",
        rf"yamls/namespaced/{_NAMESPACES}/(?:[a-z.0-9]+/)?v\w+/(?P<what>{_NAMESPACED})\.yaml",
        r"yamls/namespaced/{ns}/v1/(?P<what>events)\.yaml",
        rf"yamls/kubernetes/(?P<what>{_NAMESPACED})\.yaml",
    ),
    archives=(r"nodes/{node}\.zip",),
    null_is_empty=True,
)

_SUPPORT_BUNDLE_KIT_NODE = Layout(
    program="support-bundle-kit",
    mark=r"hostinfos/hostinfo$|configs/etc/hostname$",
    of_the_host={
        r"logs/kernel\.log": KERNEL_JOURNAL,
        r"logs/dmesg\.log": DMESG,
        r"logs/kubelet\.log": KUBELET,
        r"logs/containerd\.log": CONTAINERD,
        r"logs/(?:messages|syslog)": SYSLOG,
        r"logs/rke2-(?:server|agent)\.log": _unit("rke2-agent"),
        r"logs/k3s(?:-agent)?-service\.log": _unit("k3s"),
        r"configs/etc/os-release": OS_RELEASE,
    },
    host_names=(r"configs/etc/hostname", r"hostinfos/hostinfo"),
)

_RANCHER_NODE = Layout(
    program="Rancher log collector",
    mark=r"networking/ipaddrshow$|systeminfo/freem$",
    logs=(
        r"(?:rke2|k3s|rke|kubeadm)/podlogs/(?P<ns>[a-z0-9-]+?)-{pod}(?P<previous>-previous)?",
        r"(?:rke2|k3s)/var-log-pods/(?P<ns>[^/_]+)_(?P<pod>[^/_]+)_[0-9a-f-]{8,}/{container}/\d+\.log",
    ),
    of_the_host={
        "networking/ipaddrshow": IP_ADDR,
        "networking/iplinkshow": IP_LINK,
        "networking/iproute": HostFile(Kind.IP_ROUTE, "ip route show table all"),
        "networking/ssanp": SOCKETS,
        "systeminfo/uptime": UPTIME,
        "systeminfo/freem": HostFile(Kind.MEMORY, "free -m"),
        "systeminfo/lsmod": HostFile(Kind.MODULES, "lsmod"),
        "systeminfo/sysctla": HostFile(Kind.SYSCTL, "sysctl -a"),
        "systeminfo/dmesg": DMESG,
        "systeminfo/os-?release": OS_RELEASE,
        "journald/kubelet": KUBELET,
        "journald/containerd": CONTAINERD,
        "journald/docker": HostFile(Kind.RUNTIME_JOURNAL, "journalctl -u docker --no-pager"),
        "journald/rke2-(?:server|agent)": _unit("rke2-agent"),
        "journald/k3s(?:-agent)?": _unit("k3s"),
        r"(?:rke2|k3s)/agent-logs/kubelet\.log": KUBELET,
        r"rke2/containerd\.log": CONTAINERD,
        r"systemlogs/(?:messages|syslog)": SYSLOG,
    },
    host_names=("systeminfo/hostname",),
    host_folders=(r"(?P<host>[A-Za-z0-9][\w.-]*?)-\d{4}-\d\d-\d\d_\d\d_\d\d_\d\d",),
    logs_are_of_the_host=True,
)

_SOS_COMMANDS: Mapping[str, HostFile] = {
    "networking/ip_-d_address": HostFile(Kind.IP_ADDR, "ip -d address"),
    "networking/ip_-o_addr": HostFile(Kind.IP_ADDR, "ip -o addr"),
    "networking/ip_address": HostFile(Kind.IP_ADDR, "ip address"),
    "networking/ip_-s_-d_link": HostFile(Kind.IP_LINK, "ip -s -d link"),
    "networking/ip_route_show_table_all": HostFile(Kind.IP_ROUTE, "ip route show table all"),
    "networking/netstat_-W_-neopa": HostFile(Kind.SOCKETS, "netstat -W -neopa"),
    "networking/ss_-peaonmi": HostFile(Kind.SOCKETS, "ss -peaonmi"),
    "(?:host|general)/uptime": UPTIME,
    "memory/free_-m": HostFile(Kind.MEMORY, "free -m"),
    "memory/free": HostFile(Kind.MEMORY, "free"),
    "filesys/df_-al_-x_autofs": HostFile(Kind.DISKS, "df -al -x autofs"),
    "filesys/df_-ali_-x_autofs": HostFile(Kind.DISKS, "df -ali -x autofs"),
    "kernel/lsmod": HostFile(Kind.MODULES, "lsmod"),
    "kernel/uname_-a": HostFile(Kind.KERNEL, "uname -a"),
    "kernel/sysctl_-a": HostFile(Kind.SYSCTL, "sysctl -a"),
    "kernel/dmesg_-T": DMESG,
    "kernel/dmesg": HostFile(Kind.KERNEL_LOG, "dmesg"),
    "logs/journalctl_--no-pager(?:_--catalog)?_--boot": HostFile(
        Kind.SYSTEM_JOURNAL, "journalctl --no-pager --boot"
    ),
    "containerd/containerd_config_dump": HostFile(Kind.CONTAINERD_CONFIG, "containerd config dump"),
    "docker/docker_info": HostFile(Kind.DOCKER_CONFIG, "docker info"),
    "docker/docker_ps_-a": HostFile(Kind.CONTAINER_LIST, "docker ps -a"),
    "(?:crio|containerd)/crictl_ps_-a": HostFile(Kind.CONTAINER_LIST, "crictl ps -a"),
}
_SOS_UNITS: Mapping[str, Kind] = {
    "kubelet": Kind.KUBELET_JOURNAL,
    "containerd": Kind.RUNTIME_JOURNAL,
    "docker": Kind.RUNTIME_JOURNAL,
    "crio": Kind.RUNTIME_JOURNAL,
}

_SOS = Layout(
    program="sosreport",
    mark=r"(?:sos_commands|sos_reports)/",
    typed_commands=r"sos_commands/(?:kubernetes|openshift|microk8s)/(?:[^/]+/)*(?P<typed>(?:microk8s_)?(?:kubectl|oc)_[^/]+)",
    objects=(r"sos_commands/openshift/namespaces/{ns}/(?P<what>pods)/(?P<pod>{pod_name})\.yaml",),
    of_the_host={
        **{f"sos_commands/{path}": file for path, file in _SOS_COMMANDS.items()},
        **{
            rf"sos_commands/[^/]+/journalctl_--no-pager_--unit_{unit}(?:\.service)?": HostFile(
                kind, f"journalctl --no-pager --unit {unit}"
            )
            for unit, kind in _SOS_UNITS.items()
        },
        r"var/log/(?:messages|syslog)": SYSLOG,
    },
    host_names=(r"sos_commands/(?:host|general)/hostname",),
    host_folders=(
        r"sosreport-(?P<host>[A-Za-z0-9][\w.-]*?)(?:-\d{5,})?(?:-\d{4}-\d\d-\d\d-[a-z]+|-\d{14})(?:-obfuscated)?",
    ),
    archives=(r"sosreport-[^/]+\.tar(?:\.(?:xz|gz|bz2))?",),
)

_CILIUM_SYSDUMP = Layout(
    program="cilium-sysdump",
    logs=(r"logs-{pod}-(?P<container>[a-z0-9-]+?)-\d{8}-\d{6}(?P<previous>-prev)?\.log",),
)

_HOST_FOLDERS = Layout(
    program="a copy of a host's folders",
    logs=(
        r"pods/(?P<ns>[^/_]+)_(?P<pod>[^/_]+)_[0-9a-f-]{8,}/{container}/\d+\.log[\d.-]*(?:\.gz)?",
        r"(?P<pod>[^/_]+)_(?P<ns>[^/_]+)_(?P<container>[^/_]+)-[0-9a-f]{64}\.log",
    ),
    of_the_host={
        r"etc/containerd/config\.toml": HostFile(
            Kind.CONTAINERD_CONFIG, "cat /etc/containerd/config.toml"
        ),
        r"etc/docker/daemon\.json": HostFile(Kind.DOCKER_CONFIG, "cat /etc/docker/daemon.json"),
        r"var/lib/kubelet/config\.yaml": HostFile(
            Kind.KUBELET_CONFIG, "cat /var/lib/kubelet/config.yaml"
        ),
        "var/lib/calico/nodename": HostFile(Kind.HOST_FILE, "cat /var/lib/calico/nodename"),
        "etc/os-release": OS_RELEASE,
        "etc/hosts": HostFile(Kind.HOST_FILE, "cat /etc/hosts"),
        r"etc/resolv\.conf": HostFile(Kind.HOST_FILE, "cat /etc/resolv.conf"),
        "proc/loadavg": HostFile(Kind.LOAD, "cat /proc/loadavg"),
    },
    host_names=("etc/hostname", "proc/sys/kernel/hostname"),
    logs_are_of_the_host=True,
)

LAYOUTS = (
    _TROUBLESHOOT,
    _MUST_GATHER,
    _CALICOCTL_CLUSTER,
    _CALICOCTL_NODE,
    _SUPPORT_BUNDLE_KIT,
    _SUPPORT_BUNDLE_KIT_NODE,
    _RANCHER_NODE,
    _SOS,
    DUMP,
    _CILIUM_SYSDUMP,
    _HOST_FOLDERS,
)
"""The first that knows a path says what it is."""
