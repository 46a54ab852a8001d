"""A wish for evidence, as the line that a human types."""

from collections.abc import Mapping

from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.shell import Part, command, fits, part

_ON_THE_HOST: Mapping[EvidenceKind, str] = {
    EvidenceKind.IP_ADDR: "ip addr",
    EvidenceKind.IP_LINK: "ip -d link",
    EvidenceKind.IP_ROUTE: "ip route",
    EvidenceKind.BRIDGES: "ip -d link show type bridge",
    EvidenceKind.KUBELET_CONFIG: "grep cgroupDriver /var/lib/kubelet/config.yaml",
    EvidenceKind.CONTAINERD_CONFIG: "grep -n SystemdCgroup /etc/containerd/config.toml",
    EvidenceKind.DOCKER_CONFIG: "docker info | grep -i cgroup",
    EvidenceKind.LOAD: "uptime",
    EvidenceKind.CPU_COUNT: "nproc",
    EvidenceKind.MEMORY: "free -m",
    EvidenceKind.DISKS: "df -h",
    EvidenceKind.MODULES: "lsmod",
    EvidenceKind.SYSCTL: "sysctl -a",
    EvidenceKind.SOCKETS: "ss -ltnp",
    EvidenceKind.KERNEL: "uname -a",
    EvidenceKind.CONTAINER_LIST: "time crictl ps -a",
    EvidenceKind.CGROUP_PATHS: "cat /proc/$(pgrep -o -f calico-node)/cgroup",
    EvidenceKind.CPU_STAT: "cat /sys/fs/cgroup/cpu.stat",
    EvidenceKind.KUBELET_JOURNAL: "journalctl -u kubelet --since -1h --no-pager",
    EvidenceKind.RUNTIME_JOURNAL: "journalctl -u containerd -u docker -u crio --since -1h --no-pager",
    EvidenceKind.KERNEL_LOG: "dmesg -T",
    EvidenceKind.UNITS: "systemctl status kubelet containerd docker firewalld --no-pager",
    EvidenceKind.KUBE_PROXY_RULES: "iptables-save | grep -c KUBE-SVC-NPX46M4PTMTKRN6Y",
    EvidenceKind.TUNNEL_TRAFFIC: "cat /proc/net/dev; timeout 20 tcpdump -nni any -c 20 udp port 4789 or proto 4",
    EvidenceKind.IPTABLES_BACKENDS: "iptables-legacy-save",
    EvidenceKind.HOST_FILE: "cat /var/lib/calico/nodename; ls /etc/cni/net.d /var/lib/cni/networks/k8s-pod-network",
    EvidenceKind.BGP_STATUS: "calicoctl node status",
}

_EVENTS = (
    "kubectl -n {namespace} get events --field-selector involvedObject.name={pod:calico-node pod}"
)
_IN_THE_CLUSTER: Mapping[EvidenceKind, str] = {
    EvidenceKind.POD_TABLE: "kubectl -n {namespace} get pods -o wide",
    EvidenceKind.NODE_TABLE: "kubectl get nodes -o wide",
    EvidenceKind.POD_DESCRIBE: "kubectl -n {namespace} describe pod {pod:calico-node pod}",
    EvidenceKind.NODE_DESCRIBE: "kubectl describe node {node}",
    EvidenceKind.DAEMONSET_DESCRIBE: "kubectl -n {namespace} describe daemonset calico-node",
    EvidenceKind.EVENT_TABLE: _EVENTS,
    EvidenceKind.EVENT_LINES: _EVENTS,
    EvidenceKind.NODE_ADDRESSES: "kubectl get nodes -o yaml | grep -e '^    name:' -e IPv4Address",
    EvidenceKind.CLUSTER_INFORMATION: "kubectl get clusterinformations.crd.projectcalico.org default -o yaml",
    EvidenceKind.OBJECTS: "kubectl get node {node} -o yaml",
    EvidenceKind.KUBEADM_CONFIG: "kubectl -n kube-system get configmap kubeadm-config -o yaml",
    EvidenceKind.WORKLOAD_TABLE: "kubectl -n {namespace} get daemonsets",
    EvidenceKind.VERSIONS: "kubectl version",
    EvidenceKind.KUBELET_STATS: "kubectl get --raw /api/v1/nodes/{node}/proxy/stats/summary",
    EvidenceKind.KUBELET_METRICS: "kubectl get --raw /api/v1/nodes/{node}/proxy/metrics/cadvisor | grep kubepods",
}


def runs_on_the_host(kind: EvidenceKind) -> bool:
    """Whether the line is typed on the node itself."""
    return kind in _ON_THE_HOST or kind is EvidenceKind.API_CURL


def by_hand(request: Request, known: Mapping[str, str], *, whole: bool = False) -> str:
    """The command line for a request; `known` may hold service, endpoint (both host:port), namespace, pod and node.

    `whole`: all of a log, and not its end alone.
    """
    kind, about = request.kind, request.about
    namespace = about.namespace or known.get("namespace", "") or "kube-system"
    pod = about.pod or known.get("pod", "")
    node = about.node or known.get("node", "")
    if kind in _ON_THE_HOST:
        return _ON_THE_HOST[kind]
    if kind is EvidenceKind.API_CURL:
        return command(
            "curl -km3 https://{service}/version; curl -km3 https://{endpoint}/version",
            service=_server(known.get("service"), part("<service address>:443")),
            endpoint=_server(known.get("endpoint"), part("<endpoint>:6443")),
        )
    if kind is EvidenceKind.CALICO_LOG:
        return command(
            "kubectl -n {namespace} logs {pod:calico-node pod} -c {container}{previous}{tail}",
            namespace=namespace,
            pod=pod,
            container=about.container or "calico-node",
            previous=part(" --previous" if about.previous else ""),
            tail=part("" if whole else " --tail=50"),
        )
    line = _IN_THE_CLUSTER.get(kind, _IN_THE_CLUSTER[EvidenceKind.POD_DESCRIBE])
    return command(line, namespace=namespace, pod=pod, node=node)


def _server(address: str | None, otherwise: Part) -> str:
    return address if address and fits("endpoint", address) else otherwise
