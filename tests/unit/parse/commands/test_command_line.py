import pytest

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.commands.host_commands import component_of
from calicovet.parse.commands.known_programs import is_call
from tests.support.reading import read_command


@pytest.mark.parametrize(
    ("line", "kind", "whole"),
    [
        ("kubectl get pods -n kube-system", Kind.POD_TABLE, True),
        ("sudo kubectl get po -A -o wide --no-headers", Kind.POD_TABLE, True),
        ("kubectl get pod -l k8s-app=calico-node", Kind.POD_TABLE, True),
        ("kubectl get pods -A | grep calico", Kind.POD_TABLE, False),
        ("kubectl get pods --field-selector=status.phase!=Running", Kind.POD_TABLE, False),
        ("kubectl get pods | awk '{print $1}'", None, False),
        ("kubectl get pods -w", Kind.POD_TABLE, False),
        ("kubectl get pods,nodes", None, False),
        ("kubectl get pods -o custom-columns=A:.b", None, False),
        ("KUBECONFIG=/x k get no", Kind.NODE_TABLE, True),
        ("kubectl get ds -n kube-system", Kind.WORKLOAD_TABLE, True),
        ("kubectl get events --sort-by=.lastTimestamp", Kind.EVENT_TABLE, True),
        ("kubectl get svc", Kind.OTHER_TABLE, True),
        ("kubectl get daemonsets.apps calico-node -o yaml | less", Kind.OBJECTS, True),
        ("kubectl get -f x.yaml", Kind.OBJECTS, False),
        ("kubectl get", None, True),
        ("kubectl get node -o yaml | grep 'IPv4Address'", Kind.NODE_ADDRESSES, False),
        ("kubectl get cm kubeadm-config -n kube-system -oyaml", Kind.KUBEADM_CONFIG, True),
        ("kubectl describe pod/calico-node-x7k2p", Kind.POD_DESCRIBE, True),
        ("kubectl describe node n1", Kind.NODE_DESCRIBE, True),
        ("kubectl describe daemonset calico-node | grep IP", Kind.DAEMONSET_DESCRIBE, False),
        ("kubectl describe svc x", Kind.OTHER_DESCRIBE, True),
        ("kubectl describe", None, True),
        ("kubectl version", Kind.VERSIONS, True),
        ("kubectl events -n x", Kind.EVENT_TABLE, True),
        ("kubectl top nodes", Kind.OTHER_TABLE, True),
        ("kubectl delete pod x", None, False),
        ("kubectl", None, True),
        ("kubectl logs calico-node-x7k2p -n kube-system", Kind.CALICO_LOG, True),
        ("kubectl logs -f calico-node-x7k2p", Kind.CALICO_LOG, True),
        ("kubectl logs calico-node-x7k2p --tail=50", Kind.CALICO_LOG, False),
        ("kubectl logs calico-node-x7k2p --tail=-1", Kind.CALICO_LOG, True),
        ("kubectl logs calico-node-x7k2p --since 1h", Kind.CALICO_LOG, False),
        ("kubectl logs -l k8s-app=calico-node", Kind.CALICO_LOG, False),
        ("kubectl logs ds/calico-node", Kind.CALICO_LOG, True),
        ("kubectl logs deploy/tigera-operator", Kind.OTHER_LOG, True),
        ("stern calico-node", Kind.CALICO_LOG, False),
        ("calicoctl node status", Kind.BGP_STATUS, True),
        ("calicoctl get node n1 -o yaml", Kind.OBJECTS, True),
        ("calicoctl get ippool", Kind.OTHER_TABLE, True),
        ("calicoctl version", Kind.VERSIONS, True),
        ("calicoctl ipam show", None, True),
        ("crictl ps -a | grep upgrade-ipam", Kind.CONTAINER_LIST, False),
        ("docker container ls", Kind.CONTAINER_LIST, True),
        ("docker logs k8s_calico-node_x --tail 5", Kind.CALICO_LOG, False),
        ("docker logs k8s_kube-proxy_x", Kind.OTHER_LOG, True),
        ("docker info | grep -i cgroup", Kind.DOCKER_CONFIG, False),
        ("docker version", Kind.VERSIONS, True),
        ("docker exec x ip a", None, False),
        ("docker restart x", None, False),
        ("journalctl -u kubelet --no-pager", Kind.KUBELET_JOURNAL, True),
        ("journalctl -xeu kubelet", Kind.KUBELET_JOURNAL, False),
        ("journalctl -u docker --since -1h | tail -4", Kind.RUNTIME_JOURNAL, False),
        ("journalctl -xe", Kind.SYSTEM_JOURNAL, False),
        ("journalctl -k", Kind.KERNEL_LOG, True),
        ("dmesg -T | tail", Kind.KERNEL_LOG, False),
        ("tail -f /var/log/messages", Kind.SYSTEM_JOURNAL, False),
        ("cat /var/log/calico/cni/cni.log", Kind.OTHER_LOG, True),
        ("cat /var/log/containers/kube-proxy-x.log", Kind.OTHER_LOG, True),
        ("ip a", Kind.IP_ADDR, True),
        ("ip a s vxlan.calico", Kind.IP_ADDR, False),
        ("ip addr show dev eth0", Kind.IP_ADDR, False),
        ("ip -d link show nerdctl0", Kind.IP_LINK, False),
        ("ip link show type bridge", Kind.BRIDGES, True),
        ("ip -4 route", Kind.IP_ROUTE, True),
        ("ip neigh", None, True),
        ("ip", None, True),
        ("ifconfig eth0", Kind.IP_ADDR, False),
        ("brctl show", Kind.BRIDGES, True),
        ("brctl show br0", Kind.BRIDGES, False),
        ("grep cgroupDriver /var/lib/kubelet/config.yaml", Kind.KUBELET_CONFIG, False),
        ("grep -n -A2 'runc.options' /etc/containerd/config.toml", Kind.CONTAINERD_CONFIG, False),
        ("cat /etc/docker/daemon.json", Kind.DOCKER_CONFIG, True),
        ("cat /proc/loadavg", Kind.LOAD, True),
        ("cat /proc/$(pgrep -o -f calico-node)/cgroup", Kind.CGROUP_PATHS, True),
        ("cat /etc/os-release", Kind.OS_RELEASE, True),
        ("cat /var/lib/calico/nodename", Kind.HOST_FILE, True),
        ("cat", None, True),
        ("ls /var/lib/cni/networks", Kind.HOST_FILE, True),
        ("containerd --version", Kind.VERSIONS, True),
        ("containerd config dump", Kind.CONTAINERD_CONFIG, True),
        ("systemctl status kubelet", Kind.UNITS, True),
        ("systemctl restart kubelet", None, True),
        ("sysctl net.ipv4.ip_forward", Kind.SYSCTL, False),
        ("lsmod 2>&1 | cat", Kind.MODULES, True),
        ("watch -n 1 kubectl get po", Kind.POD_TABLE, True),
        ("microk8s kubectl get po", Kind.POD_TABLE, True),
        ("helm list", None, False),
        ("", None, True),
    ],
)
def test_what_a_command_shows_and_whether_all_of_it(
    line: str, kind: Kind | None, whole: bool
) -> None:
    command = read_command(line)
    assert command.kind is kind
    if kind is not None:
        assert command.whole is whole


def test_a_log_of_calico_node_without_container_is_that_of_calico_node() -> None:
    command = read_command("kubectl -n calico-system logs calico-node-x7k2p -p")
    assert (command.namespace, command.pod, command.container, command.previous) == (
        "calico-system",
        "calico-node-x7k2p",
        "calico-node",
        True,
    )


@pytest.mark.parametrize(
    ("line", "container"),
    [
        ("kubectl logs calico-node-x7k2p -c upgrade-ipam", "upgrade-ipam"),
        ("kubectl logs calico-node-x7k2p install-cni", "install-cni"),
        ("kubectl logs some-pod -c install-cni", "install-cni"),
        ("kubectl logs calico-typha-75c74d6ffd-6xq2j", "calico-typha"),
    ],
)
def test_whose_log_it_is(line: str, container: str) -> None:
    assert read_command(line).container == container


def test_kubectl_says_nothing_of_the_host_it_is_typed_on() -> None:
    assert not read_command("kubectl get pods").host_command
    assert read_command("ip a").host_command


def test_a_command_over_ssh_is_about_that_host() -> None:
    command = read_command("ssh -i key root@node-4 uptime")
    assert (command.node, command.kind) == ("node-4", Kind.LOAD)
    assert read_commands("ssh node-4")[0].node == "node-4"
    assert read_commands("ssh -v")[0].node == ""


def test_what_runs_in_a_calico_pod_sees_the_host_and_elsewhere_not() -> None:
    inside = read_command("kubectl exec -it calico-node-x7k2p -n a -- sh -c 'ip a'")
    assert (inside.kind, inside.pod, inside.host_command) == (
        Kind.IP_ADDR,
        "calico-node-x7k2p",
        False,
    )
    assert read_command("kubectl exec web-0 -- ip a").kind is None
    assert read_command("kubectl exec").kind is None


def test_several_commands_on_one_line() -> None:
    assert [one.kind for one in read_commands("uptime; nproc && free -m")] == [
        Kind.LOAD,
        Kind.CPU_COUNT,
        Kind.MEMORY,
    ]


def test_the_pattern_of_grep_is_kept() -> None:
    assert read_command("lsmod | grep -i -A 3 sctp").pattern == "sctp"
    assert (
        read_command("grep -n SystemdCgroup /etc/containerd/config.toml").pattern == "SystemdCgroup"
    )


def test_a_stray_quote_does_no_harm() -> None:
    assert read_command("kubectl get pods \"'").kind is Kind.POD_TABLE


def test_which_program_a_pod_runs() -> None:
    assert component_of("calico-node-xxxxx") == "calico-node"
    assert component_of("calico-xxxx") == "calico-node"
    assert component_of("nginx") == ""


@pytest.mark.parametrize(
    "line",
    [
        "uptime; nproc",
        "./calicoctl node status",
        "kubectl -n x get po",
        "ls",
        "ip -br a",
        "top -bn1",
        "sudo ls",
        "echo $X",
    ],
)
def test_calls(line: str) -> None:
    assert is_call(line)


@pytest.mark.parametrize(
    "line",
    [
        "kubectl logs shows nothing",
        "kubectl is not installed",
        "docker - the runtime",
        "top - 12:00:00 up 3 days",
        "bridge name     bridge id",
        "kubeadm version: &version.Info{}",
        "containerd github.com/containerd/containerd 1.7",
        "curl: (28) Failed",
        "cat",
        "date of the event",
        "hello world",
        "./x",
        "",
        "find =",
        "echo is",
    ],
)
def test_lines_that_begin_like_calls(line: str) -> None:
    assert not is_call(line)
