"""What people write in their own words speaks for the right cause, in both languages."""

from functools import cache

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.failures.suspects import Suspects
from calicovet.model.provenance import Speaker
from calicovet.parse.failures.reading import read_failure

_MOST = 3
"""Causes that may share a description."""

DESCRIBED = {
    "cni-noexec-mount": [
        "/opt/cni/bin is mounted noexec",
        "/opt/cni/bin 没有执行权限",
        "/opt is mounted noexec on these machines",
        "/opt 挂载了 noexec",
    ],
    "felix-loopback-broken": [
        "the loopback interface is down",
        "lo 网卡没有启动",
        "127.0.0.1 is not reachable on that host while its card answers",
        "a telnet to 127.0.0.1 times out on worker2",
        "本机 127.0.0.1 不通，网卡地址是通的",
    ],
    "rt-cni-conf-not-loaded": [
        "主机上有 CNI 配置文件，但没有被容器运行时加载",
        "the CNI config was there and had not been picked up by containerd",
        "CNI 配置文件都在，containerd 却没有加载",
    ],
    "op-installation-missing": [
        "the Installation resource was never created",
        "忘了创建 Installation 资源",
    ],
    "dp-mtu-too-large": [
        "large packets hang while small ones pass",
        "requests with 1400 bytes or more time out",
        "小包正常，大包不通",
        "the MTU of the pods was higher than what our WireGuard uplink can carry",
        "calico's MTU is too big for this overlay",
        "容器网卡的 MTU 设置过大，底层只有 1400",
        "MTU 与底层网络不匹配",
    ],
    "host-time-skew": [
        "the clock on worker3 is eight minutes behind",
        "system times differ between the masters",
        "各节点时间相差十分钟",
        "node2 的系统时间不对，比其他节点慢了两小时",
        "节点时间未同步",
    ],
    "host-oomkilled": [
        "the memory limit of the container is too low",
        "calico-node keeps getting OOMKilled",
        "内存限制太小",
        "容器被 OOM 了",
    ],
    "bgp-port-179-blocked": [
        "the security group did not allow TCP 179 between the workers",
        "port 179 was blocked by our firewall",
        "防火墙屏蔽了节点之间的 179 端口",
        "节点之间 TCP 179 被安全组拦截",
    ],
    "dp-vxlan-port-blocked": [
        "UDP 4789 is filtered between the racks",
        "our firewall drops VXLAN packets",
        "安全组没有放行 UDP 4789 端口",
        "防火墙拦截了 VXLAN 报文",
    ],
    "dp-ipip-blocked": [
        "the cloud firewall drops IP protocol 4",
        "we had to allow IP-in-IP in the network ACL",
        "安全组没有放行 IPIP 协议",
        "协议号 4 被防火墙丢弃",
    ],
    "typha-port-blocked": [
        "the security group blocks 5473",
        "port 5473 is not open between the nodes",
        "防火墙没有放通 5473 端口",
        "5473 端口被安全组拦截",
    ],
    "dp-vxlan-checksum-offload": [
        "netstat counts UDP checksum errors for the packets of the tunnel",
        "VXLAN 报文有 checksum 错误",
        "it is the tx checksum offload of the vxlan interface",
        "VXLAN packets arrive with bad checksums",
        "是 vxlan 网卡的校验和卸载问题",
        "关闭网卡 offload 卸载后恢复",
    ],
    "ip-wrong-nic-multihomed": [
        "calico on the worker uses the wrong network interface",
        "calico 识别错了网卡",
        "calico picked the wrong network interface",
        "calico 选错了网卡",
        "网卡识别错误",
    ],
    "ip-wrong-bridge": [
        "calico autodetected docker0",
        "the node address was taken from the wrong bridge",
        "calico 选到了 docker0 的地址",
        "自动识别到了虚拟网卡 virbr0",
        "calico-node took the address of docker0",
        "calico 自动识别到了 br-1a2b3c4d",
        "机器上多了一个 docker 网桥 br-77aa，calico 用了这个地址",
        "there is a bridge virbr0 on the host, and calico-node picked its address",
    ],
    "ip-vip-selected": [
        "the autodetection picked the keepalived VIP",
        "the node is bound to the VIP and not to its own IP",
        "10.8.0.200 是 VIP，没有绑定节点 IP",
        "calico 识别到了 VIP",
    ],
    "host-ip-forward-disabled": [
        "ip_forward was off on that host",
        "IP forwarding is not enabled",
        "内核未开启 IP 转发",
        "ip_forward 被改成 0",
    ],
    "dp-strict-rpf": [
        "rp_filter is set to strict on eth1",
        "the kernel's rp_filter drops the replies",
        "rp_filter 是严格模式，回包被丢",
    ],
    "felix-rpf-loose-fatal": [
        "rp_filter is set to 2",
        "rp_filter 为 2（宽松）",
    ],
    "api-kube-proxy-down": [
        "kube-proxy is not running on that worker",
        "kube-proxy crashed there",
        "该节点的 kube-proxy 没起来",
        "kube-proxy 挂了",
    ],
    "api-proxy-env": [
        "containerd inherited the http_proxy variables",
        "the service network was missing in NO_PROXY",
        "节点上设置了 HTTP 代理",
        "NO_PROXY 漏了集群网段",
    ],
    "img-pull-unreachable": [
        "quay.io is not accessible from our data centre",
        "the images cannot be pulled from here",
        "we are not able to pull the images",
        "镜像拉不下来",
        "下载不了 calico 的镜像",
    ],
    "host-disk-full": [
        "the root disk filled up",
        "/var ran out of space",
        "磁盘被日志打满",
        "根分区空间满了",
    ],
    "x509-expired": [
        "the apiserver certs ran out on Sunday",
        "kubeadm certificates have expired",
        "集群证书到期了",
    ],
    "cni-kubeconfig-token-stale": [
        "the token in the CNI kubeconfig is stale",
        "CNI 用的凭证已过期",
    ],
    "rt-cni-leftover-config": [
        "flannel's CNI config was still there",
        "leftover conflist of the old plugin",
        "flannel 的 CNI 配置没有清理",
        "/etc/cni/net.d 里残留了旧的 CNI 配置",
    ],
    "host-networkmanager": [
        "NetworkManager manages the cali interfaces",
        "NetworkManager 接管了 cali 网卡",
    ],
    "host-cloned-vm-identity": [
        "the VMs were cloned and share one machine-id",
        "虚拟机是克隆的，machine-id 一样",
    ],
    "name-mismatch": [
        "someone renamed the hostname of that server",
        "the node name differs from the one in Calico",
        "修改过主机名",
        "主机名与节点名不一致",
    ],
    "ip-conflict-duplicate": [
        "two nodes have the same IP address",
        "两台机器 IP 冲突",
    ],
    "ip-conflict-stale-node": [
        "the old node object was still registered",
        "旧节点的信息没有删除",
    ],
    "ip-changed-or-not-on-host": [
        "the node came back and calico keeps the old IP",
        "它启动以后仍然使用旧的 IP",
        "the node's IP address changed after the move",
        "节点 IP 变更过",
    ],
    "pool-overlaps-host-network": [
        "the pod CIDR overlaps our LAN",
        "Pod 网段与主机网段重叠",
    ],
    "api-service-cidr-overlap": [
        "the service CIDR overlaps the VPN",
        "Service 网段与办公网重叠",
    ],
    "pool-exhausted": [
        "the IP pool is used up",
        "we ran out of pod IPs",
        "IP 地址池耗尽",
    ],
    "cni-selinux-denied": [
        "SELinux blocks the writes of install-cni",
        "SELinux 拦截了写入",
    ],
    "rt-apparmor-profile": [
        "it was blocked by AppArmor",
        "AppArmor 阻止了容器",
    ],
    "felix-bpf-kernel-unsupported": [
        "the kernel is too old for that",
        "内核版本过低",
    ],
    "felix-vxlan-module-missing": [
        "could not insert the vxlan module",
        "内核没有加载 vxlan 模块",
    ],
    "rt-cgroup-driver-reverse": [
        "docker and the kubelet use different cgroup drivers",
        "cgroup 驱动不一致",
    ],
    "host-overload-probe-kill": [
        "the host is overloaded",
        "CPU is at 100% there",
        "节点负载过高",
        "CPU 被打满",
    ],
    "host-cpu-throttled": [
        "the CPU limit is too small",
        "CPU 限制过低",
    ],
    "host-probe-timeout-tight": [
        "the probe timeout is too short",
        "探针超时时间太短",
    ],
    "felix-port-9099-in-use": [
        "port 9099 was taken by a node exporter",
        "another container was listening on the same port 9099",
        "9099 端口被另一个容器占用",
        "FELIX_HEALTHPORT 的端口冲突",
        "port 9099 is already in use by another agent",
        "9099 端口已经被占用",
    ],
    "felix-localhost-unresolvable": [
        "/etc/hosts had no localhost entry, it was commented out",
        "/etc/hosts 里缺少 localhost",
    ],
    "felix-localhost-ipv6": ["localhost resolves to the wrong address"],
    "typha-hung": ["typha hangs since then", "typha 卡死了"],
    "typha-none-ready": ["typha is not running", "typha 没起来"],
    "bgp-graceful-restart-wait": [
        "BIRD sits in graceful restart and waits for a dead peer",
        "BIRD 在平滑重启等待中",
    ],
    "host-conntrack-full": ["the conntrack table was full", "conntrack 表打满了"],
    "host-inotify-exhausted": ["the inotify limit is exhausted", "inotify 实例数不足"],
    "host-pid-exhaustion": ["we hit the PID limit, all used up", "进程数达到上限"],
    "host-dns-broken": ["DNS on the hosts is broken", "宿主机 DNS 故障"],
    "rt-cri-not-served": ["the CRI plugin was disabled in containerd", "containerd 的 CRI 插件被禁用了"],
    "host-swap-on": ["swap was not disabled", "没有关闭 swap"],
    "dp-source-dest-check": [
        "the source/destination check of the instances is enabled",
        "没有关闭源/目的地址检查，源目的检查开启",
    ],
    "dp-mesh-disabled-no-peers": ["the node-to-node mesh was turned off and not enabled again"],
    "bgp-as-or-peer-mismatch": ["the AS numbers do not match", "AS 号不一致"],
    "bgp-password-secret": ["the BGP password is wrong on one side", "BGP 密码不一致"],
    "host-firewalld": [
        "firewalld blocks it",
        "ufw was enabled by the last update",
        "stopping firewalld solved it",
        "被防火墙拦截了",
        "关闭防火墙之后恢复",
    ],
    "rbac-forbidden": ["the cluster role lacks a permission", "服务账号缺少权限"],
    "crd-missing": ["the new CRDs were not installed", "没有装全，缺少 CRD"],
    "crd-schema-mismatch": ["the CRDs have not been upgraded"],
    "bgp-another-bird-instance": ["another frr listens on this host"],
    "sched-taint-not-tolerated": ["its taint is not tolerated", "没有容忍该节点的污点"],
    "host-disk-pressure-evicted": ["the node had disk pressure", "节点磁盘压力"],
    "img-pull-rate-limit": ["we hit the rate limit of Docker Hub"],
    "rt-cgroup-v2-unsupported": ["containerd is too old for this host", "containerd 版本过低"],
    "felix-iptables-backend-mismatch": ["a mix of nft and legacy iptables backends"],
    "etcd-datastore-tls-or-unreachable": ["the etcd address was wrong", "etcd 地址写错了"],
    "rt-runtime-hung": ["containerd is frozen", "containerd 卡死"],
    "host-no-default-route": ["默认路由丢失，没有默认路由"],
    "skew-calico-too-old": ["the Calico version is too old for this cluster", "calico 版本过低"],
}  # fmt: skip
SENTENCES = [(cause, words) for cause, rows in DESCRIBED.items() for words in rows]


@cache
def _suspects() -> Suspects:
    return Suspects(load_catalogue())


@pytest.mark.parametrize(("cause", "words"), SENTENCES, ids=lambda each: str(each)[:60])
def test_a_description_speaks_for_its_cause(cause: str, words: str) -> None:
    failure = read_failure(words, Speaker.PERSON)
    assert failure is not None
    named = _suspects().of(failure)
    assert cause in named, (failure.how, failure.thing, sorted(named))
    assert len(named) <= _MOST, (failure.how, failure.thing, sorted(named))


@pytest.mark.parametrize(
    "words",
    [
        "port 179 is not blocked between the nodes",
        "the MTU is 1450 on all of them",
        "the clocks are in sync",
        "I am facing this for a long time, issue is that pods on different nodes do not communicate",
        "we tried many times with different versions",
        "运行一段时间后出现错误",
        "all nodes have the same version",
        "firewalld is stopped and the ports are open",
        "we use docker and three nodes with different roles",
        "the certificate is valid until 2031",
        "swap is off",
        "the graceful restart is in progress",
        "the firewall does not block anything",
        "NetworkManager is not managing the interfaces",
        "防火墙没有拦截任何流量",
        "the disk has 40 GB left",
        "ip_forward = 1",
        "节点时间已同步",
        "防火墙已关闭，端口都放行了",
        "179 端口没有被拦截",
        "swap 已关闭",
        "证书没有过期",
        "主机只有一块网卡",
        "each host has two network cards",
        "主机有多块网卡",
        "calico-node is down, the kubelet's journal is below",
        "calico-node 一直起不来，kubelet 日志如下",
        "calico-node 没起来，typha 的日志：",
        "磁盘空间充足",
        "内核版本 5.15",
        "CPU 负载正常",
        "telnet to 127.0.0.1 works and so does the card",
        "127.0.0.1 可以 ping 通",
        "port 9099 is free on that host",
        "netstat shows no checksum errors",
        "both large and small packets pass",
        "the node kept its address after the reboot",
        "calico uses the right network interface",
        "/opt is not mounted noexec",
        "quay.io is accessible from here",
    ],
)  # fmt: skip
def test_a_normal_or_negated_statement_speaks_for_no_cause(words: str) -> None:
    failure = read_failure(words, Speaker.PERSON)
    assert failure is None or not _suspects().of(failure), (failure.how, failure.thing)


def test_a_program_s_line_is_not_read_as_prose() -> None:
    words = "Different MTU on the wrong interface, 2 network interfaces"
    assert read_failure(words, Speaker.FELIX) is None
    assert read_failure(words, Speaker.PERSON) is not None
