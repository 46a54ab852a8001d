"""The evidence registry: one row per evidence kind.

The parser of a kind stands in `parse/all_parsers.py`, since the model knows no formats.
"""

from calicovet.model import facts as f
from calicovet.model.evidence_kinds import cluster_rows, connectivity_rows, link_rows
from calicovet.model.evidence_kinds import probe_words as w
from calicovet.model.evidence_kinds.row import (
    HostProbe,
    KindWithRow,
    Turn,
    Where,
    at,
    file,
    host,
    kubectl,
)
from calicovet.model.facts.base import Fact


class EvidenceKind(KindWithRow):
    """What a piece is, apart from how it was got. Rows that recognise files are tried in this order."""

    PASTE = kubectl("paste", where=Where.ANYWHERE)
    """A whole text as a person pasted it; cut into pieces before it is read."""
    TEXT = kubectl("text", where=Where.ANYWHERE, container_probes=w.CALICO_PROBES)
    """A piece of unknown form, such as what Calico's own probes say; searched for known messages."""

    # Kubernetes, by kubectl
    POD_TABLE = cluster_rows.POD_TABLE
    NODE_TABLE = cluster_rows.NODE_TABLE
    FLEET = cluster_rows.FLEET
    WORKLOAD_TABLE = cluster_rows.WORKLOAD_TABLE
    EVENT_TABLE = cluster_rows.EVENT_TABLE
    EVENT_LINES = cluster_rows.EVENT_LINES
    OTHER_TABLE = cluster_rows.OTHER_TABLE
    POD_DESCRIBE = cluster_rows.POD_DESCRIBE
    NODE_DESCRIBE = cluster_rows.NODE_DESCRIBE
    DAEMONSET_DESCRIBE = cluster_rows.DAEMONSET_DESCRIBE
    OTHER_DESCRIBE = cluster_rows.OTHER_DESCRIBE
    OBJECTS = cluster_rows.OBJECTS
    CLUSTER_INFORMATION = cluster_rows.CLUSTER_INFORMATION
    INSTALLATION = cluster_rows.INSTALLATION
    NODE_ADDRESSES = cluster_rows.NODE_ADDRESSES
    KUBELET_STATS = cluster_rows.KUBELET_STATS
    KUBELET_METRICS = cluster_rows.KUBELET_METRICS
    NETWORK_PODS = connectivity_rows.NETWORK_PODS
    SANDBOX_EVENTS = connectivity_rows.SANDBOX_EVENTS
    TYPHA_PODS = connectivity_rows.TYPHA_PODS
    POOLS = connectivity_rows.POOLS

    # Hosts
    CONTAINERD_CONFIG = host(
        "containerd-config",
        "grep -n SystemdCgroup /etc/containerd/config.toml",
        shows=(f.RuntimeCgroupDriver,),
        files=r"containerd/.*\.toml|containerd.*config",
        probes=at(Turn.RUNTIME, *w.CONTAINERD_FILES),
        asks=(
            "Which cgroup driver does the container runtime use?",
            "容器运行时用哪个 cgroup 驱动？",
        ),
    )
    DOCKER_CONFIG = host(
        "docker-config",
        "docker info | grep -i cgroup",
        files=r"docker/daemon\.json",
        probes=at(
            Turn.RUNTIME,
            file("/etc/docker/daemon.json"),
            HostProbe("docker info", w.RUNTIME_SOCKET),
        ),
        asks=("Which cgroup driver does docker use?", "docker 用哪个 cgroup 驱动？"),
    )
    KUBELET_CONFIG = host(
        "kubelet-config",
        "grep cgroupDriver /var/lib/kubelet/config.yaml",
        shows=(f.KubeletCgroupDriver,),
        files=r"kubelet/config\.ya?ml|kubelet-config|kubelet\.ya?ml|kubeadm-flags\.env|10-kubeadm\.conf",
        probes=at(
            Turn.KUBELET,
            file("/var/lib/kubelet/config.yaml"),
            file("/var/lib/kubelet/kubeadm-flags.env"),
        ),
        asks=(
            "Do kubelet and container runtime use the same cgroup driver?",
            "kubelet 和容器运行时的 cgroup 驱动一致吗？",
        ),
    )
    KUBEADM_CONFIG = kubectl(
        "kubeadm-config",
        "kubectl -n kube-system get configmap kubeadm-config -o yaml",
        of_cluster=True,
        files=r"kubeadm[\w.-]*\.(?:ya?ml|conf)$",
        asks=("Which networks was the cluster created with?", "集群创建时使用了哪些网段？"),
    )
    CONTAINER_LIST = host(
        "container-list",
        "time crictl ps -a",
        shows=(f.RuntimeAnswered, f.RuntimeContainer),
        probes=at(
            Turn.RUNTIME,
            HostProbe("time crictl ps -a", seconds=15),
            HostProbe(
                "time docker ps -a", f"! has crictl && {{ {w.RUNTIME_SOCKET}; }}", seconds=15
            ),
        ),
        asks=(
            "Does the container runtime respond, and how fast?",
            "容器运行时是否响应，响应有多快？",
        ),
    )
    """`crictl ps`, `docker ps`, `nerdctl ps`."""
    LOAD = host(
        "load",
        "uptime",
        shows=(f.CpuPressure, f.LoadAverage),
        programs="uptime w top",
        files=r"^/proc/loadavg",
        probes=at(Turn.HEALTH, "uptime", w.PRESSURE),
        container_probes=at(Turn.HEALTH, w.PRESSURE),
        asks=("Is the node overloaded?", "节点是否过载？"),
    )
    CPU_COUNT = host(
        "cpu-count",
        "nproc",
        shows=(f.CpuCount,),
        programs="nproc lscpu",
        files=r"^/proc/cpuinfo",
        probes=at(Turn.HEALTH, "nproc", HostProbe(w.CPU_FLAGS, "grep -qs ^flags /proc/cpuinfo")),
        # Not nproc, which counts what this container may use.
        container_probes=at(Turn.HEALTH, "grep -c ^processor /proc/cpuinfo"),
        asks=("How many cores does the node have?", "节点有多少个核？"),
    )
    MEMORY = host(
        "memory",
        "free -m",
        shows=(f.MemoryFree,),
        programs="free vmstat",
        files=r"^/proc/meminfo",
        probes=at(Turn.HEALTH, "free -m"),
        container_probes=at(Turn.HEALTH, "cat /proc/meminfo"),
        asks=("Is the node short of memory?", "节点内存是否不足？"),
    )
    DISKS = host(
        "disks",
        "df -h",
        shows=(f.DiskFree,),
        programs="df",
        probes=at(Turn.HEALTH, "df -h", "df -i"),
        asks=("Is a disk full?", "磁盘是否已满？"),
    )
    CGROUP_PATHS = host(
        "cgroup-paths",
        "cat /proc/$(pgrep -o -f calico-node)/cgroup",
        shows=(f.ContainerCgroup,),
        files=r"^/proc/[^/]+/cgroup",
        probes=at(Turn.RUNTIME, HostProbe("cat /proc/$pid/cgroup", each="pid in $calico $proxy")),
        asks=(
            "In which cgroup does calico-node run?",
            "calico-node 实际运行在哪个 cgroup 里？",
        ),
    )
    MODULES = host(
        "modules",
        "lsmod",
        shows=(f.ModuleLoaded, f.ModuleNotLoaded),
        programs="lsmod",
        files=r"^/proc/modules",
        probes=w.LOADED_MODULES,
        container_probes=w.LOADED_MODULES,
        asks=("Which kernel modules are loaded?", "加载了哪些内核模块？"),
    )
    SYSCTL = host(
        "sysctl",
        "sysctl -a",
        shows=(f.Sysctl,),
        programs="sysctl",
        files=r"^/proc/sys/|sysctl",
        # Not the pods' links, on which Felix is strict by itself.
        probes=at(Turn.KERNEL, w.SYSCTL, "grep -H . /proc/sys/net/ipv4/conf/[!c]*/rp_filter"),
        container_probes=at(Turn.KERNEL, w.SYSCTL_IN_CONTAINER),
        asks=("Which kernel parameters are set?", "内核参数是什么？"),
    )
    KERNEL = host(
        "kernel",
        "uname -a",
        programs="uname",
        files=r"^/proc/version",
        probes=at(Turn.SYSTEM, "uname -a"),
        container_probes=at(Turn.SYSTEM, "cat /proc/version"),
        asks=("Which kernel does it run?", "运行的是哪个内核？"),
    )
    CPU_STAT = host(
        "cpu-stat",
        "cat /sys/fs/cgroup/cpu.stat",
        shows=(f.CpuThrottled,),
        files=r"cpu\.stat$",
        probes=at(Turn.RUNTIME, HostProbe("cat $file", each="file in $(cpu_stat)")),
        container_probes=at(Turn.RUNTIME, w.CPU_STAT_IN_CONTAINER),
        asks=("Is calico-node throttled by a CPU limit?", "calico-node 是否因 CPU 限额被限流？"),
    )
    VERSIONS = kubectl(
        "versions",
        "kubectl version",
        probes=at(Turn.RUNTIME, "kubelet --version", "containerd --version"),
        asks=("Which versions are installed?", "各组件是什么版本？"),
    )
    """`kubectl version`, `calicoctl version`, `containerd --version` and the like."""
    OS_RELEASE = host(
        "os-release",
        programs="lsb_release",
        files=r"/etc/(?:os|redhat|centos|system)-release|/etc/issue",
        probes=at(Turn.SYSTEM, "cat /etc/os-release"),
        asks=("Which operating system is it?", "是哪个操作系统？"),
    )
    UNITS = host(
        "units",
        "systemctl status kubelet containerd docker firewalld --no-pager",
        shows=(f.UnitState,),
        programs="systemctl service",
        probes=at(Turn.RUNTIME, HostProbe(w.UNITS, w.SYSTEMD)),
        asks=("Which services of the node run?", "节点上哪些服务在运行？"),
    )
    IP_ADDR = link_rows.IP_ADDR
    IP_LINK = link_rows.IP_LINK
    IP_ROUTE = link_rows.IP_ROUTE
    TUNNEL_TRAFFIC = link_rows.TUNNEL_TRAFFIC
    BRIDGES = link_rows.BRIDGES
    BGP_PORT = connectivity_rows.BGP_PORT
    TYPHA_PORT = connectivity_rows.TYPHA_PORT
    PATH_MTU = connectivity_rows.PATH_MTU
    OFFLOAD = connectivity_rows.OFFLOAD
    EGRESS = connectivity_rows.EGRESS
    CNI_STATE = connectivity_rows.CNI_STATE
    HOST_NAMES = connectivity_rows.HOST_NAMES
    API_CURL = host(
        "api-curl",
        "curl -km3 https://{service}/version; curl -km3 https://{endpoint}/version",
        shows=(f.CurlAnswered,),
        programs="curl wget telnet nc ncat",
        probes=at(
            Turn.API_SERVER,
            HostProbe("curl -skSm3 $server/version", each="server in $(servers | sort -u)"),
            HostProbe(w.BOTH_CLOCKS, each="server in $(servers | sort -u | head -n 1)"),
        ),
        asks=(
            "Does the API server answer from the node, by its service address and by its own?",
            "从节点访问 API 服务器，走 Service 地址和走它自己的地址，各有响应吗？",
        ),
    )
    HOST_FILE = host(
        "host-file",
        "cat /var/lib/calico/nodename; ls /etc/cni/net.d /opt/cni/bin /var/lib/cni/networks/k8s-pod-network",
        shows=(f.NodeNameUsed, f.PathSeen),
        programs="env ls ll stat find hostname ethtool networkctl nstat tcpdump ipvsadm iptables "
        "iptables-save iptables-legacy iptables-legacy-save iptables-nft iptables-nft-save",
        probes=w.FILES,
        container_probes=w.FILES_IN_CONTAINER,
        asks=(
            "Which files of Calico, or of an earlier installation, are on the node?",
            "节点上有哪些 Calico 的文件，或以前安装留下的文件？",
        ),
    )
    """A small file or a directory listing; `taken_by` names it."""
    SOCKETS = host(
        "sockets",
        "ss -ltnp",
        shows=(f.SocketListening,),
        programs="ss netstat lsof",
        probes=at(Turn.API_SERVER, "ss -ltnp", "ss -lunp", HostProbe("netstat -ltnp", "! has ss")),
        container_probes=at(Turn.API_SERVER, "ss -ltn", HostProbe("netstat -ltn", "! has ss")),
        asks=(
            "Which programs listen on the ports that calico-node needs?",
            "哪些程序在监听 calico-node 需要的端口？",
        ),
    )
    IPTABLES_BACKENDS = host(
        "iptables-backends",
        "iptables-legacy-save",
        shows=(f.BackendRules,),
        read_as="host-file",
        probes=w.RULES,
        container_probes=w.RULES_IN_CONTAINER,
        asks=(
            "Which iptables backend holds the rules of Calico and of Kubernetes?",
            "Calico 和 Kubernetes 的规则各在 iptables 的哪个后端里？",
        ),
    )
    KUBE_PROXY_RULES = host(
        "kube-proxy-rules",
        "iptables-save | grep -c KUBE-SVC-NPX46M4PTMTKRN6Y",
        shows=(f.KubeProxyRules,),
        read_as="host-file",
        probes=at(
            Turn.RULES,
            HostProbe(w.API_SERVICE_RULES, w.KUBE_PROXY_BY_IPTABLES, seconds=10),
            HostProbe("ipvsadm -Ln", w.KUBE_PROXY_BY_IPVS),
        ),
        asks=(
            "Did kube-proxy write its rules for the API server's service?",
            "kube-proxy 是否为 API 服务器的 Service 写入规则？",
        ),
    )
    BGP_STATUS = host(
        "bgp-status",
        "calicoctl node status",
        shows=(f.PeerState,),
        programs="birdcl birdcl6",
        probes=at(Turn.RULES, HostProbe("calicoctl node status", seconds=10)),
        container_probes=w.SESSIONS,
        asks=("Which BGP sessions are up?", "哪些 BGP 会话已建立？"),
    )
    """`calicoctl node status`, `birdcl show protocols`."""

    # Logs
    CALICO_LOG = kubectl(
        "calico-log",
        "kubectl -n {namespace} logs {pod:calico-node pod} -c {container}",
        of_all="kubectl -n {namespace} logs -l 'k8s-app in (calico-node, canal)' -c {container} --prefix",
        shows=(
            *(f.AccessForbidden, f.AddressAutodetected, f.AddressFromEnvironment),
            *(f.AddressNotDetected, f.AddressOnLink, f.BgpSaid, f.CniInstallSaid),
            *(f.CrdNotServed, f.FelixHealth, f.FelixSaid, f.IpamUpgradeSaid),
            *(f.LogShown, f.MilestoneReached, f.StartupSaid),
        ),
        files=r"/var/log/calico/|calico-node[^/]*\.log|/pods/[^ ]*calico-node|bird\.cfg\.log",
        probes=at(Turn.CALICO_LOG, HostProbe("tail -n 300 $log", each="log in $(calico_logs)")),
        asks=("What did container {container} log last?", "容器 {container} 最后输出了哪些日志？"),
    )
    """Any container of a calico-node pod, and its files under /var/log/calico."""
    OTHER_LOG = kubectl(
        "other-log",
        files=r"/var/log/(?:containers|pods)/",
        probes=at(Turn.OTHER_LOGS, HostProbe("tail -n 100 $log", each=w.CNI_LOG)),
        asks=("What did the other component log?", "那个组件输出了哪些日志？"),
    )
    """Typha, kube-controllers, the operator, kube-proxy: about.container says whose."""
    SYSTEM_JOURNAL = host(
        "system-journal",
        files=r"/var/log/(?:messages|syslog)",
        asks=("What did the system log at that time?", "系统当时输出了哪些日志？"),
    )
    """A journal of several units or of another one."""
    KERNEL_LOG = host(
        "kernel-log",
        "dmesg -T",
        shows=(f.KernelSaid,),
        programs="dmesg",
        files=r"/var/log/(?:kern|dmesg)",
        probes=at(
            Turn.KERNEL_LOG,
            HostProbe("dmesg -T | tail -n 200", w.DMESG_TELLS_TIMES),
            HostProbe("dmesg | tail -n 200", f"! {w.DMESG_TELLS_TIMES}"),
        ),
        asks=("What did the kernel log?", "内核输出了哪些日志？"),
    )
    KUBELET_JOURNAL = host(
        "kubelet-journal",
        "journalctl -u kubelet --since -1h --no-pager",
        shows=(f.KubeletSaid,),
        files=r"kubelet[\w.-]*\.log",
        probes=at(
            Turn.NODE_LOGS,
            HostProbe(w.KUBELET_JOURNAL, w.SYSTEMD, seconds=10),
            HostProbe("tail -n 400 /var/log/kubelet.log", "$root test -e /var/log/kubelet.log"),
        ),
        asks=("What did the kubelet log about the pod?", "kubelet 输出了哪些关于这个 Pod 的日志？"),
    )
    RUNTIME_JOURNAL = host(
        "runtime-journal",
        "journalctl -u containerd -u docker -u crio --since -1h --no-pager",
        shows=(f.RuntimeSaid,),
        probes=at(Turn.NODE_LOGS, HostProbe(w.RUNTIME_JOURNAL, w.SYSTEMD, seconds=10)),
        asks=("What did the container runtime log?", "容器运行时输出了哪些日志？"),
    )
    """containerd, dockerd, cri-o."""


CLUSTER_KINDS = frozenset(kind for kind in EvidenceKind if kind.row.of_cluster)
"""Kinds that are no node's own: what they say holds for every node."""
PREFERRED_SOURCES: dict[type[Fact], EvidenceKind] = {
    fact: kind for kind in EvidenceKind for fact in kind.row.shows
}
"""The kind that is asked for where a fact of that type is missing."""
