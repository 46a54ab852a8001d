"""Sentences in which something else is sick, or something that looks like health is only typed."""

import pytest

from calicovet.api import diagnose_text
from calicovet.model.diagnosis import NodeState
from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Topic
from calicovet.parse.text.transcript import read_transcript


def told(text: str) -> set[Topic]:
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md")
    return {claim.topic for claim in read_transcript(paste).claims}


@pytest.mark.parametrize(
    "text",
    [
        "My nginx pod is in CrashLoopBackOff, calico is fine.",
        "The calico controller pod keeps restarting.",
        "With calico installed, coredns is stuck.",
    ],
)
def test_the_sickness_of_others_is_not_calico_nodes(text: str) -> None:
    assert Topic.SICK not in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "My calico-node pod is in CrashLoopBackOff.",
        "calico-node and coredns are stuck.",
        "Calico keeps restarting.",
    ],
)
def test_calico_nodes_own_is(text: str) -> None:
    assert Topic.SICK in told(text)


def test_nodes_that_run_a_program_are_not_called_healthy() -> None:
    assert Topic.OTHERS_HEALTHY not in told("The 2 nodes are running containerd and kube-proxy.")
    assert Topic.OTHERS_HEALTHY in told("The other nodes: 2 nodes are running fine.")


def test_a_typed_filter_is_no_word_on_a_node() -> None:
    typed = 'calico: "kubectl get pods | grep -v Running" [node2]: => {"rc": 1, "cmd": "kubectl"}'
    assert Topic.HEALTHY not in told(f"It prints {typed}")


@pytest.mark.parametrize(
    "text",
    [
        "# Calico: no access to a container running in the same host17 by its node port",
        "I run nginx on web-01 and it works fine, but calico drops packets.",
        "My database on db02.lan is running, the registry at reg01.lan:5000 works.",
        "集群装了 calico，web01 上的容器访问正常，跨主机不通。",
    ],
)
def test_what_runs_on_a_host_does_not_make_it_a_healthy_node(text: str) -> None:
    assert Topic.HEALTHY not in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "calico-node on worker-2 is running, on worker-3 it crashes.",
        "worker-2 is fine, worker-3 fails.",
    ],
)
def test_a_statement_about_a_node_or_its_calico_node_does(text: str) -> None:
    assert Topic.HEALTHY in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "pods cannot resolve any domain name, the installation went well",
        "pod 无法解析任何域名，包括 svc，安装过程没有报错",
    ],
)
def test_names_that_pods_cannot_resolve_are_no_failure_of_the_node(text: str) -> None:
    found = diagnose_text(text)
    assert found.summary.causes == ()
    assert [node for node in found.nodes if node.state is NodeState.SICK] == []


@pytest.mark.parametrize(
    "text",
    [
        "our redis pod is OOMKilled every night",
        "certbot: the certificate of shop.example has expired",
        "MySQL 容器启动失败，磁盘满了",
        "postgres 主从延迟，时间不同步",
        "Error: ImagePullBackOff for my-app: 403 Forbidden from registry.example",
        "fatal: unable to access 'https://git.example/x.git/': Could not resolve host: git.example",
        "Kubernetes 集群里 harbor 的证书过期了，push 镜像失败",
        "our k8s cluster: the jenkins pod is OOMKilled",
    ],
)
def test_what_other_programs_lack_says_nothing_of_calico(text: str) -> None:
    found = diagnose_text(text)
    assert found.summary.causes == ()
    assert [node for node in found.nodes if node.state is NodeState.SICK] == []


def test_the_same_of_calico_node_is_its_own() -> None:
    found = diagnose_text("calico-node 起不来，磁盘满了")
    assert [cause.name for cause in found.summary.causes] == ["host-disk-full"]


def test_a_path_says_of_no_node_that_it_works() -> None:
    found = diagnose_text("node-2: cannot connect to unix:///var/run/docker.sock")
    assert [node for node in found.nodes if node.state is NodeState.HEALTHY] == []


def test_a_call_that_kube_proxy_should_route_is_no_hung_runtime() -> None:
    found = diagnose_text("我把 kube-proxy 切到 ipvs 以后 calico-node 连不上 10.96.0.1")
    assert "rt-runtime-hung" not in [cause.name for cause in found.summary.causes]
