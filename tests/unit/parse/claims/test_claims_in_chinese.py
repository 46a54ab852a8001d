"""How people say in Chinese that calico-node is sick, and what sounds like it and says something else."""

import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Topic
from calicovet.parse.text.transcript import read_transcript


def said(text: str) -> set[tuple[Topic, str]]:
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md")
    return {(claim.topic, claim.value) for claim in read_transcript(paste).claims}


@pytest.mark.parametrize(
    "text", ["重启后发现calico node 无法启动成功", "calico-node 没有启动成功", "calico-node 未能启动成功"]
)  # fmt: skip
def test_no_successful_start_is_no_solution(text: str) -> None:
    assert said(text) == {(Topic.SICK, "not-starting")}


@pytest.mark.parametrize(
    "text",
    [
        "calico-node 启动成功",
        "calico-node 没有报错启动成功",
        "之前 calico-node 没有启动成功，改了网卡后恢复正常",
    ],
)
def test_a_successful_start_is_one(text: str) -> None:
    assert said(text) == {(Topic.SOLVED, "")}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("calico-node 启动不成功", "not-starting"),
        ("显然，这三个节点的calico-node处于异常状态", "not-starting"),
        ("calico-node 没起来", "not-starting"),
        ("calico-node 拉不起来", "not-starting"),
        ("calico-node 挂了", "not-starting"),
        ("calico-node 未启动", "not-starting"),
        ("calico-node 安装后，一直没有启动", "not-starting"),
        ("calico-node 没有正常运行", "not-starting"),
        ("calico-node 启动报错", "not-starting"),
        ("calico-node 启动时出错", "not-starting"),
        ("calico-node 运行失败", "not-starting"),
        ("calico 网络插件安装失败", "not-starting"),
        ("安装 calico 失败", "not-starting"),
        ("calico-node 一直处于 ContainerCreating 状态", "not-starting"),
        ("calico 的 pod 一直卡在 Pending", "not-starting"),
        ("calico-node 状态为 Error", "not-starting"),
        ("calico-node 和 coredns 没起来", "not-starting"),
        ("关闭防火墙后 calico-node 还是起不来", "not-starting"),
        ("calico-node 卡在 PodInitializing", "init"),
        ("calico-node 持续重启", "restarts"),
        ("calico-node 老是重启", "restarts"),
        ("calico-node 重启了 300 多次", "restarts"),
        ("calico-node 已重启 19 次", "restarts"),
        ("calico-node Pod因健康检查失败", "not-ready"),
        ("calico-node 就绪检查失败", "not-ready"),
        ("`calico-node` 处于 `Running` 状态，组件未成功就绪", "not-ready"),
        ("calico-node 不健康", "not-ready"),
        ("calico-node 存活探测失败", "liveness"),
    ],
)
def test_sick(text: str, value: str) -> None:
    assert (Topic.SICK, value) in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "calico 安装成功",
        "calico-node 没有挂掉",
        "calico-node 没有持续重启",
        "calico-node 没有处于异常状态",
        "calico-node 健康检查没有失败",
        "calico-node 启动时没有报错",
        "calico-node 没有运行在 master 上",
        "calico：查看未启动的容器",
        "calico：节点上没有运行 firewalld",
        "calico-node 如果没起来怎么办",
        "我重启了 3 次 calico",
    ],
)
def test_not_sick(text: str) -> None:
    assert Topic.SICK not in {topic for topic, _ in said(text)}


@pytest.mark.parametrize(
    "text",
    [
        "calico 安装后 coredns 没起来",
        "装了 calico，kube-proxy 挂了",
        "calico 正常，flannel 没起来",
        "calico-typha 启动报错",
        "calico kube-controllers 挂了",
        "calico 集群里 kubelet 没有启动",
        "calico 节点上 docker 挂了",
        "calico 所在的节点挂了",
        "安装 calico 后 pod 一直处于 ContainerCreating",
        "装完 calico-node，节点重启了 20 次",
    ],
)
def test_another_sick_component_does_not_count(text: str) -> None:
    assert Topic.SICK not in {topic for topic, _ in said(text)}
