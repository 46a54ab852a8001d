"""What is looked at on a node: one table of command lines that only read."""

from calicovet.model.record import record

_SYSCTLS = (
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
_MODULES_OF_CALICO = (
    *("vxlan", "ipip", "nf_conntrack", "nf_tables", "nft_compat"),
    *("ip_tables", "iptable_filter", "iptable_nat", "iptable_mangle", "iptable_raw"),
    *("ip_set", "ip_set_hash_ip", "ip_set_hash_net"),
    *("xt_set", "xt_mark", "xt_addrtype", "xt_comment", "xt_conntrack", "xt_multiport"),
)
_IN_CONFIGURATION = (
    *("VXLAN", "NET_IPIP", "NF_CONNTRACK", "NF_TABLES", "NFT_COMPAT"),
    *("IP_NF_IPTABLES", "IP_NF_FILTER", "IP_NF_NAT", "IP_NF_MANGLE", "IP_NF_RAW"),
    *("IP_SET", "IP_SET_HASH_IP", "IP_SET_HASH_NET", "NETFILTER_XT_SET", "NETFILTER_XT_MARK"),
    *(f"NETFILTER_XT_MATCH_{name}" for name in ("ADDRTYPE", "COMMENT", "CONNTRACK", "MULTIPORT")),
)
"""The same by the names of the kernel's configuration: one without modules has no other list."""
_LISTS_OF_MODULES = "/lib/modules/$release/modules.dep /lib/modules/$release/modules.builtin"
_API_SERVICE = "default/kubernetes:https"
"""What kube-proxy writes beside every rule of the API server's service, and nobody else."""
_OF_CONTAINERS = (
    " /var/lib/(kubelet|containerd|docker|containers)/| /run/(containerd|docker|netns|k3s)/"
)
"""Mounts of pods: a busy node has thousands."""
_IN_THE_WAY = ("/usr/sbin/firewalld", "/usr/sbin/ufw", "/usr/sbin/NetworkManager")
_TO_START_WITH = (
    *("/var/lib/kubelet/config.yaml", "/run/containerd/containerd.sock", "/run/crio/crio.sock"),
    *("/run/k3s/containerd/containerd.sock", "/run/docker.sock"),
)
"""What shows that there is a kubelet, and a runtime."""
_RUNTIME_SOCKET = "[ -S /run/docker.sock ] || [ -S /var/run/docker.sock ]"
_SYSTEMD = "[ -d /run/systemd/system ]"
# busybox knows neither option.
_IP_TELLS_DETAILS = "ip -d link >/dev/null 2>&1"
_DMESG_TELLS_TIMES = "$root dmesg -T >/dev/null 2>&1"
_MODULES = "[ -e /proc/modules ]"
_VXLAN = "[ -e /sys/class/net/vxlan.calico ]"
_MICROK8S = "[ -d /var/snap/microk8s ]"
_IN_THE_DATA_PATH = "^:(FLANNEL|WEAVE|KUBE-ROUTER|CILIUM)|--dport 4789 |-p (4|ipencap) "
"""Chains that other plugins left, and whoever drops a tunnel's packets."""
# Files of /proc have no size: only reading them tells.
_TABLES = "grep -qs . /proc/net/ip_tables_names"
_LEGACY = f"$root {_TABLES}"
# A kernel that takes no modules has all that it will ever have, and asking loads none.
_NFT = "{ [ -d /sys/module/nf_tables ] || [ ! -e /proc/modules ]; }"
_KUBE_PROXY_BY_IPVS = "[ -e /sys/class/net/kube-ipvs0 ]"
_KUBE_PROXY_BY_IPTABLES = (
    f"$as_root && ! {_KUBE_PROXY_BY_IPVS} && {{ {_LEGACY} || {_NFT}; }} && "
    "! $root nft list table ip kube-proxy >/dev/null 2>&1"
)


@record(kw_only=True)
class HostProbe:
    """A command line as a human types it; left out where its program is not on the host."""

    line: str
    seconds: int = 5
    when: str = ""
    """A shell condition; where it does not hold, there is nothing to see."""
    each: str = ""
    """`name in words`: the line is run for every word, as `$name`."""


def _file(path: str) -> HostProbe:
    return HostProbe(line=f"cat {path}", when=f"$root test -e {path}")


def _probe(line: str, *, seconds: int = 5, when: str = "", each: str = "") -> HostProbe:
    return HostProbe(line=line, seconds=seconds, when=when, each=each)


# The reader tells by the words of a line what it shows, and whether all of it: `| tail` means a part.
# In the order in which they decide most, since the time for all of them may be short.
HOST_PROBES: tuple[HostProbe, ...] = (
    _probe("uname -a"),
    _probe("cat /etc/os-release"),
    # Is the host itself well?
    _probe("uptime"),
    _probe("cat /proc/loadavg /proc/pressure/cpu /proc/pressure/io /proc/pressure/memory"),
    _probe("nproc"),
    _probe("grep -m1 ^flags /proc/cpuinfo", when="grep -qs ^flags /proc/cpuinfo"),
    _probe("free -m"),
    _probe("df -h"),
    _probe("df -i"),
    # Links, addresses, routes: what calico-node chooses its address from.
    _probe("ip addr"),
    _probe("ip -d link", when=_IP_TELLS_DETAILS),
    _probe("ip link", when=f"! {_IP_TELLS_DETAILS}"),
    _probe("ip route"),
    _probe("cat /proc/net/dev"),
    _probe("bridge fdb show dev vxlan.calico", when=_VXLAN),
    _probe("cat /var/lib/calico/nodename"),
    # The kubelet and the runtime, and whether they agree.
    _file("/var/lib/kubelet/config.yaml"),
    _file("/var/lib/kubelet/kubeadm-flags.env"),
    _file("/etc/containerd/config.toml"),
    _file("/var/lib/rancher/k3s/agent/etc/containerd/config.toml"),
    _file("/var/lib/rancher/rke2/agent/etc/containerd/config.toml"),
    _file("/etc/docker/daemon.json"),
    _probe("docker info", when=_RUNTIME_SOCKET),
    _probe("time crictl ps -a", seconds=15),
    _probe("time docker ps -a", seconds=15, when=f"! has crictl && {{ {_RUNTIME_SOCKET}; }}"),
    _probe("cat /proc/$pid/cgroup", each="pid in $calico $proxy"),
    _probe("cat $file", each="file in $(cpu_stat)"),
    _probe("kubelet --version"),
    _probe("containerd --version"),
    _probe(
        "systemctl status kubelet containerd docker crio firewalld ufw NetworkManager --no-pager --lines=0",
        when=_SYSTEMD,
    ),
    # What they say.
    _probe("tail -n 300 $log", each="log in $(calico_logs)"),
    _probe("journalctl -u kubelet --since -1h --no-pager | tail -n 400", seconds=10, when=_SYSTEMD),
    _probe(
        "journalctl -u containerd -u docker -u crio --since -1h --no-pager | tail -n 300",
        seconds=10,
        when=_SYSTEMD,
    ),
    _probe("tail -n 400 /var/log/kubelet.log", when="$root test -e /var/log/kubelet.log"),
    _probe("dmesg -T | tail -n 200", when=_DMESG_TELLS_TIMES),
    _probe("dmesg | tail -n 200", when=f"! {_DMESG_TELLS_TIMES}"),
    _probe("tail -n 100 $log", each="log in $($root ls /var/log/calico/cni/cni.log 2>/dev/null)"),
    # The way to the API server.
    _probe("curl -skSm3 $server/version", each="server in $(servers | sort -u)"),
    # Both clocks in one breath: this host's is put into the line before it is run.
    _probe(
        "curl -skSIm3 $server/version | grep -i ^date: | sed s/GMT.*/GMT,$(utc)/",
        each="server in $(servers | sort -u | head -n 1)",
    ),
    _probe("grep localhost /etc/hosts", when="[ -e /etc/hosts ]"),
    _probe("ss -ltnp"),
    _probe("ss -lunp"),
    _probe("netstat -ltnp", when="! has ss"),
    # What Calico writes, and what others left behind; names only, since kubeconfigs are among them.
    _probe("ls -l /etc/cni/net.d"),
    _probe("ls -l /var/lib/calico /var/run/calico"),
    _probe("ls /var/lib/cni/networks"),
    _probe("ls /opt/cni/bin"),
    _file("/etc/cni/net.d/10-calico.conflist"),
    # What else may get in the way: file systems, firewalls, whoever takes hold of links.
    _probe(f"grep -vE '{_OF_CONTAINERS}' /proc/1/mountinfo"),
    _probe(f"ls -d {' '.join((*_IN_THE_WAY, *_TO_START_WITH))}"),
    _probe("grep ^ENABLED= /etc/ufw/ufw.conf", when="[ -e /etc/ufw/ufw.conf ]"),
    _probe(
        "grep -rhs ^unmanaged-devices /etc/NetworkManager /run/NetworkManager /usr/lib/NetworkManager",
        when="[ -d /etc/NetworkManager ]",
    ),
    _probe(
        "networkctl list --no-pager",
        when=f"{_SYSTEMD} && systemctl -q is-active systemd-networkd",
    ),
    _probe("grep microk8s /proc/$pid/mountinfo", each="pid in $calico", when=_MICROK8S),
    _probe("ls -l /var/snap/microk8s", when=_MICROK8S),
    # The kernel's side.
    _probe(
        f"grep -hoE '/({'|'.join(_MODULES_OF_CALICO)})[.]ko' {_LISTS_OF_MODULES} | sort -u",
        when='[ -e "/lib/modules/$release/modules.dep" ]',
    ),
    _probe(
        f"zgrep -E '^CONFIG_({'|'.join(_IN_CONFIGURATION)})=' /proc/config.gz",
        when='[ ! -e "/lib/modules/$release/modules.dep" ] && [ -e /proc/config.gz ]',
    ),
    # Others see their own alone, and would count none.
    _probe("ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c anon_inode:inotify", when="$as_root"),
    _probe("lsmod", when=_MODULES),
    _probe("cat /proc/modules", when=f"! has lsmod && {_MODULES}"),
    _probe(f"sysctl {' '.join(_SYSCTLS)}"),
    # Not the pods' links, on which Felix is strict by itself.
    _probe("grep -H . /proc/sys/net/ipv4/conf/[!c]*/rp_filter"),
    _probe("ethtool -k vxlan.calico | grep tx-checksum-ip-generic", when=_VXLAN),
    # Without its module a backend has no rules, and asking would load it.
    *(
        _probe(
            f"iptables-{backend}-save | grep -c {whose}", seconds=10, when=f"$as_root && {loaded}"
        )
        for backend, loaded in (("legacy", _LEGACY), ("nft", _NFT))
        for whose in ("cali-", "KUBE-SEP-")
    ),
    _probe(
        f"iptables-save | grep -E -- '{_IN_THE_DATA_PATH}'",
        seconds=10,
        when=f"{{ {_LEGACY} || {_NFT}; }}",
    ),
    _probe(f"iptables-save -t nat | grep {_API_SERVICE}", seconds=10, when=_KUBE_PROXY_BY_IPTABLES),
    _probe("ipvsadm -Ln", when=_KUBE_PROXY_BY_IPVS),
    _probe("calicoctl node status", seconds=10),
)

_OWN_SYSCTLS = " ".join(f"/proc/sys/{name.replace('.', '/')}" for name in _SYSCTLS)
_VARIABLES = (
    "IP6?|IP6?_AUTODETECTION_METHOD|NODENAME|AS|CLUSTER_TYPE|DATASTORE_TYPE"
    "|CALICO_(NETWORKING_BACKEND|ROUTER_ID|IPV[46]POOL_[A-Z_]+)|KUBERNETES_SERVICE_(HOST|PORT)"
    "|FELIX_(HEALTHHOST|HEALTHPORT|IPTABLESBACKEND|IPV6SUPPORT|BPFENABLED)"
)
"""Settings by name: whatever else is in the environment may be a secret."""

# calico-node shares its host's network, kernel and processors, but has files of its own: a file is shown
# only where it certainly is the host's, and never told as missing.
CONTAINER_PROBES: tuple[HostProbe, ...] = (
    _probe("cat /proc/version"),
    _probe("cat /proc/loadavg /proc/pressure/cpu /proc/pressure/io /proc/pressure/memory"),
    # Not nproc, which counts what this container may use.
    _probe("grep -c ^processor /proc/cpuinfo"),
    _probe("cat /proc/meminfo"),
    _probe("ip addr"),
    _probe("ip -d link", when=_IP_TELLS_DETAILS),
    _probe("ip route"),
    _probe("ip rule"),
    _probe(
        "cat /var/lib/calico/nodename",
        when="mounted /var/lib/calico && [ -e /var/lib/calico/nodename ]",
    ),
    _probe(f"env | grep -E '^({_VARIABLES})='"),
    # What its probes say, and its sessions.
    *(_probe(f"calico-node -{what}", seconds=10) for what in ("felix-live", "felix-ready")),
    *(
        _probe(f"calico-node -{what}", seconds=10, when="[ -S /var/run/calico/bird.ctl ]")
        for what in ("bird-live", "bird-ready")
    ),
    *(
        _probe(f"birdcl -s {socket} show protocols", when=f"[ -S {socket} ]")
        for socket in ("/var/run/calico/bird.ctl", "/var/run/calico/bird6.ctl")
    ),
    # Only a cgroup below the root has a type; the root's figures are not calico-node's.
    _probe("cat /sys/fs/cgroup/cpu.stat", when="[ -e /sys/fs/cgroup/cgroup.type ]"),
    _probe("ss -ltn"),
    _probe("netstat -ltn", when="! has ss"),
    _probe("lsmod", when=_MODULES),
    _probe("cat /proc/modules", when=f"! has lsmod && {_MODULES}"),
    _probe(f"grep . {_OWN_SYSCTLS}"),
    # By backend: which one plain `iptables` means here says nothing about the host.
    *(
        _probe(f"iptables-{backend}-save | grep -c {whose}", seconds=10, when=loaded)
        for backend, loaded in (("legacy", _TABLES), ("nft", _NFT))
        for whose in ("cali-", "KUBE-SEP-")
    ),
)
