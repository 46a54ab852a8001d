"""Shell conditions and long command lists of the host probes."""

from calicovet.model.evidence_kinds.row import HostProbe, Turn, at, file

SYSCTLS = (
    "net.ipv4.ip_forward",
    "net.ipv4.conf.all.rp_filter",
    "net.ipv6.conf.all.disable_ipv6",
    "net.ipv6.conf.default.disable_ipv6",
    "net.bridge.bridge-nf-call-iptables",
    "net.netfilter.nf_conntrack_count",
    "net.netfilter.nf_conntrack_max",
    "fs.inotify.max_user_instances",
    "fs.inotify.max_user_watches",
    "kernel.pid_max",
    "kernel.threads-max",
)
MODULES_OF_CALICO = (
    *("vxlan", "ipip", "nf_conntrack", "nf_tables", "nft_compat"),
    *("ip_tables", "iptable_filter", "iptable_nat", "iptable_mangle", "iptable_raw"),
    *("ip_set", "ip_set_hash_ip", "ip_set_hash_net"),
    *("xt_set", "xt_mark", "xt_addrtype", "xt_comment", "xt_conntrack", "xt_multiport"),
)
IN_CONFIGURATION = (
    *("VXLAN", "NET_IPIP", "NF_CONNTRACK", "NF_TABLES", "NFT_COMPAT"),
    *("IP_NF_IPTABLES", "IP_NF_FILTER", "IP_NF_NAT", "IP_NF_MANGLE", "IP_NF_RAW"),
    *("IP_SET", "IP_SET_HASH_IP", "IP_SET_HASH_NET", "NETFILTER_XT_SET", "NETFILTER_XT_MARK"),
    *(f"NETFILTER_XT_MATCH_{name}" for name in ("ADDRTYPE", "COMMENT", "CONNTRACK", "MULTIPORT")),
)
"""The same by the names of the kernel's configuration: one without modules has no other list."""
MODULE_FILES = "/lib/modules/$release/modules.dep /lib/modules/$release/modules.builtin"
API_SERVICE = "default/kubernetes:https"
"""What only kube-proxy writes, beside every rule of the API server's service."""
OF_CONTAINERS = (
    " /var/lib/(kubelet|containerd|docker|containers)/| /run/(containerd|docker|netns|k3s)/"
)
"""Mounts of pods: a busy node has thousands."""
IN_THE_WAY = ("/usr/sbin/firewalld", "/usr/sbin/ufw", "/usr/sbin/NetworkManager")
TO_START_WITH = (
    *("/var/lib/kubelet/config.yaml", "/run/containerd/containerd.sock", "/run/crio/crio.sock"),
    *("/run/k3s/containerd/containerd.sock", "/run/docker.sock"),
)
"""What shows that there is a kubelet, and a runtime."""
RUNTIME_SOCKET = "[ -S /run/docker.sock ] || [ -S /var/run/docker.sock ]"
SYSTEMD = "[ -d /run/systemd/system ]"
# busybox knows neither option.
IP_TELLS_DETAILS = "ip -d link >/dev/null 2>&1"
DMESG_TELLS_TIMES = "$root dmesg -T >/dev/null 2>&1"
TAKES_MODULES = "[ -e /proc/modules ]"
BIRD = "[ -S /var/run/calico/bird.ctl ]"
VXLAN = "[ -e /sys/class/net/vxlan.calico ]"
MICROK8S = "[ -d /var/snap/microk8s ]"
IN_THE_DATA_PATH = "^:(FLANNEL|WEAVE|KUBE-ROUTER|CILIUM)|--dport 4789 |-p (4|ipencap) "
"""Chains that other plugins left, and rules that drop a tunnel's packets."""
# Files of /proc have no size: it is known only by reading them.
TABLES = "grep -qs . /proc/net/ip_tables_names"
LEGACY = f"$root {TABLES}"
# A kernel that takes no modules has all that it will ever have, and asking loads none.
NFT = "{ [ -d /sys/module/nf_tables ] || [ ! -e /proc/modules ]; }"
KUBE_PROXY_BY_IPVS = "[ -e /sys/class/net/kube-ipvs0 ]"
KUBE_PROXY_BY_IPTABLES = (
    f"$as_root && ! {KUBE_PROXY_BY_IPVS} && {{ {LEGACY} || {NFT}; }} && "
    "! $root nft list table ip kube-proxy >/dev/null 2>&1"
)
OWN_SYSCTLS = " ".join(f"/proc/sys/{name.replace('.', '/')}" for name in SYSCTLS)
VARIABLES = (
    "IP6?|IP6?_AUTODETECTION_METHOD|NODENAME|AS|CLUSTER_TYPE|DATASTORE_TYPE"
    "|CALICO_(NETWORKING_BACKEND|ROUTER_ID|IPV[46]POOL_[A-Z_]+)|KUBERNETES_SERVICE_(HOST|PORT)"
    "|FELIX_(HEALTHHOST|HEALTHPORT|IPTABLESBACKEND|IPV6SUPPORT|BPFENABLED)"
)
"""Settings by name: whatever else is in the environment may be a secret."""

CPU_FLAGS = "grep -m1 ^flags /proc/cpuinfo"
SYSCTL = f"sysctl {' '.join(SYSCTLS)}"
SYSCTL_IN_CONTAINER = f"grep . {OWN_SYSCTLS}"
UNITS = (
    "systemctl status kubelet containerd docker crio firewalld ufw NetworkManager"
    " --no-pager --lines=0"
)
# Only a cgroup below the root has a type; the root's figures are not calico-node's.
CPU_STAT_IN_CONTAINER = HostProbe(
    "cat /sys/fs/cgroup/cpu.stat", "[ -e /sys/fs/cgroup/cgroup.type ]"
)
LINKS = (HostProbe("ip -d link", IP_TELLS_DETAILS), HostProbe("ip link", f"! {IP_TELLS_DETAILS}"))
CONTAINERD_FILES = (
    file("/etc/containerd/config.toml"),
    file("/var/lib/rancher/k3s/agent/etc/containerd/config.toml"),
    file("/var/lib/rancher/rke2/agent/etc/containerd/config.toml"),
)
TUNNEL_CHECKSUMS = HostProbe("ethtool -k vxlan.calico | grep tx-checksum-ip-generic", VXLAN)
BOTH_CLOCKS = "curl -skSIm3 $server/version | grep -i ^date: | sed s/GMT.*/GMT,$(utc)/"
"""In one breath: this host's clock is put into the line before it is run."""
API_SERVICE_RULES = f"iptables-save -t nat | grep {API_SERVICE}"
CNI_LOG = "log in $($root ls /var/log/calico/cni/cni.log 2>/dev/null)"
KUBELET_JOURNAL = "journalctl -u kubelet --since -1h --no-pager | tail -n 400"
RUNTIME_JOURNAL = "journalctl -u containerd -u docker -u crio --since -1h --no-pager | tail -n 300"
PRESSURE = "cat /proc/loadavg /proc/pressure/cpu /proc/pressure/io /proc/pressure/memory"
LOADED_MODULES = at(
    Turn.KERNEL,
    HostProbe("lsmod", TAKES_MODULES),
    HostProbe("cat /proc/modules", f"! has lsmod && {TAKES_MODULES}"),
)
FILES = (
    *at(Turn.LINKS, "cat /var/lib/calico/nodename"),
    *at(Turn.API_SERVER, HostProbe("grep localhost /etc/hosts", "[ -e /etc/hosts ]")),
    *at(
        Turn.LEFT_OVER,
        # Names only, since kubeconfigs are among them.
        "ls -l /etc/cni/net.d",
        "ls -l /var/lib/calico /var/run/calico",
        "ls /var/lib/cni/networks",
        "ls /opt/cni/bin",
        file("/etc/cni/net.d/10-calico.conflist"),
    ),
    *at(
        Turn.IN_THE_WAY,
        f"grep -vE '{OF_CONTAINERS}' /proc/1/mountinfo",
        f"ls -d {' '.join((*IN_THE_WAY, *TO_START_WITH))}",
        HostProbe("grep ^ENABLED= /etc/ufw/ufw.conf", "[ -e /etc/ufw/ufw.conf ]"),
        HostProbe(
            "grep -rhs ^unmanaged-devices /etc/NetworkManager /run/NetworkManager /usr/lib/NetworkManager",
            "[ -d /etc/NetworkManager ]",
        ),
        HostProbe(
            "networkctl list --no-pager", f"{SYSTEMD} && systemctl -q is-active systemd-networkd"
        ),
        HostProbe("grep microk8s /proc/$pid/mountinfo", MICROK8S, each="pid in $calico"),
        HostProbe("ls -l /var/snap/microk8s", MICROK8S),
        HostProbe(
            f"grep -hoE '/({'|'.join(MODULES_OF_CALICO)})[.]ko' {MODULE_FILES} | sort -u",
            '[ -e "/lib/modules/$release/modules.dep" ]',
        ),
        HostProbe(
            f"zgrep -E '^CONFIG_({'|'.join(IN_CONFIGURATION)})=' /proc/config.gz",
            '[ ! -e "/lib/modules/$release/modules.dep" ] && [ -e /proc/config.gz ]',
        ),
        # Others see their own alone, and would count none.
        HostProbe("ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c anon_inode:inotify", "$as_root"),
    ),
)
FILES_IN_CONTAINER = at(
    Turn.LINKS,
    HostProbe(
        "cat /var/lib/calico/nodename",
        "mounted /var/lib/calico && [ -e /var/lib/calico/nodename ]",
    ),
    HostProbe(f"env | grep -E '^({VARIABLES})='"),
)
# Without its module a backend has no rules, and asking would load it.
RULES = at(
    Turn.RULES,
    *(
        HostProbe(f"iptables-{backend}-save | grep -c {whose}", f"$as_root && {loaded}", seconds=10)
        for backend, loaded in (("legacy", LEGACY), ("nft", NFT))
        for whose in ("cali-", "KUBE-SEP-")
    ),
    HostProbe(
        f"iptables-save | grep -E -- '{IN_THE_DATA_PATH}'",
        f"{{ {LEGACY} || {NFT}; }}",
        seconds=10,
    ),
)
# By backend: which one plain `iptables` means in the container says nothing about the host.
RULES_IN_CONTAINER = at(
    Turn.RULES,
    *(
        HostProbe(f"iptables-{backend}-save | grep -c {whose}", loaded, seconds=10)
        for backend, loaded in (("legacy", TABLES), ("nft", NFT))
        for whose in ("cali-", "KUBE-SEP-")
    ),
)
CALICO_PROBES = at(
    Turn.NODE_LOGS,
    *(
        HostProbe(f"calico-node -{what}", when, seconds=10)
        for what, when in (
            ("felix-live", ""),
            ("felix-ready", ""),
            ("bird-live", BIRD),
            ("bird-ready", BIRD),
        )
    ),
)
SESSIONS = at(
    Turn.NODE_LOGS,
    *(
        HostProbe(f"birdcl -s {socket} show protocols", f"[ -S {socket} ]")
        for socket in ("/var/run/calico/bird.ctl", "/var/run/calico/bird6.ctl")
    ),
)
