"""Registry rows of kinds that are asked for where a text only says what does not work."""

from calicovet.model.evidence_kinds.row import host, kubectl

NETWORK_PODS = kubectl(
    "network-pods",
    "kubectl get pods -A -o wide | grep -E 'calico|canal|coredns|kube-proxy'",
    read_as="pod-table",
    asks=(
        "Do calico-node, kube-proxy and CoreDNS run, and on which nodes?",
        "calico-node、kube-proxy 和 CoreDNS 是否在运行，在哪些节点上？",
    ),
)
SANDBOX_EVENTS = kubectl(
    "sandbox-events",
    "kubectl get events -A --field-selector reason=FailedCreatePodSandBox",
    read_as="event-table",
    asks=(
        "What does the network plugin say when it refuses a pod?",
        "网络插件拒绝 Pod 时报了什么？",
    ),
)
TYPHA_PODS = kubectl(
    "typha-pods",
    "kubectl get pods -A -l k8s-app=calico-typha -o wide",
    read_as="pod-table",
    asks=(
        "Does Typha run, and on which nodes?",
        "Typha 是否在运行，在哪些节点上？",
    ),
)
TYPHA_PORT = host(
    "typha-port",
    "nc -vz -w 3 <address of Typha> 5473",
    read_as="api-curl",
    asks=(
        "Does Typha accept connections from this node?",
        "Typha 是否接受来自本节点的连接？",
    ),
)
POOLS = kubectl(
    "pools",
    "kubectl get ippools.crd.projectcalico.org -o yaml",
    read_as="objects",
    of_cluster=True,
    asks=(
        "Which range, encapsulation and NAT do the IP pools have?",
        "IP 池的网段、封装方式和 NAT 是怎样设置的？",
    ),
)
BGP_PORT = host(
    "bgp-port",
    "nc -vz -w 3 {peer:address of the peer} 179",
    read_as="api-curl",
    asks=(
        "Does the peer accept connections to port 179?",
        "对端是否接受 179 端口的连接？",
    ),
)
PATH_MTU = host(
    "path-mtu",
    "ping -M do -s 1372 -c 3 {peer:address of another node}; ip -d link",
    read_as="ip-link",
    asks=(
        "Do packets of full size reach the other node, and which MTU do the links have?",
        "满长度的报文能否到达另一个节点，各网卡的 MTU 是多少？",
    ),
)
OFFLOAD = host(
    "offload",
    "ethtool -k vxlan.calico | grep tx-checksum-ip-generic",
    read_as="host-file",
    asks=(
        "Is the checksum of tunnelled packets left to the card?",
        "隧道报文的校验和是否交给网卡计算？",
    ),
)
EGRESS = host(
    "egress",
    "sysctl net.ipv4.ip_forward; iptables -S FORWARD; iptables -t nat -S | grep cali-nat-outgoing",
    read_as="host-file",
    asks=(
        "Does the node forward packets of its pods, and does it translate their addresses?",
        "节点是否转发 Pod 的报文，是否做地址转换？",
    ),
)
CNI_STATE = host(
    "cni-state",
    "crictl info | grep -A 5 lastCNILoadStatus; ls -l /etc/cni/net.d /opt/cni/bin",
    read_as="host-file",
    asks=(
        "Are Calico's configuration and programs in place, and did the runtime load them?",
        "Calico 的 CNI 配置和程序是否就位，运行时是否已加载？",
    ),
)
HOST_NAMES = host(
    "host-names",
    "hostname; cat /var/lib/calico/nodename",
    read_as="host-file",
    asks=(
        "What is the host called, and under which name does Calico know it?",
        "主机名是什么，Calico 用的节点名是什么？",
    ),
)
