"""What a text complains of, in both languages and in whatever words."""

import pytest

from calicovet.model.facts import Complaint
from calicovet.parse.claims.complaints import complaints_in, reads_like_a_report
from calicovet.parse.documents.reading import read


def complaints(text: str) -> tuple[Complaint, ...]:
    return complaints_in(read(text).items)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("calico-node 镜像一直拉取失败，怎么办", Complaint.IMAGES),
        ("the calico images cannot be pulled on the new worker", Complaint.IMAGES),
        ("所有机器主机名都是 localhost，calico 只注册了一个", Complaint.SAME_NAME),
        ("calicoctl get nodes shows only one node of three, calico", Complaint.SAME_NAME),
        ("calico 装好了，但节点报 cni plugin not initialized", Complaint.NETWORK_NOT_READY),
        ("with calico, new pods hang in ContainerCreating", Complaint.NEW_PODS),
        ("calico 跨节点 ping 可以通，但 curl 一直卡住", Complaint.STALLS),
        ("With calico small requests work, large responses between pods hang", Complaint.STALLS),
        ("calico BGP 一直建立不起来", Complaint.SESSIONS),
        ("BGP not established with 192.0.2.4, calico", Complaint.SESSIONS),
        ("calico 的 BGP 都是 Established，但跨节点 pod 不通", Complaint.CROSS_NODE),
        ("with calico, no cni config is found on the node", Complaint.NETWORK_NOT_READY),
        ("calico-node cannot reach the API server", Complaint.SERVICE),
        ("calico picked the wrong interface on two nodes", Complaint.SESSIONS),
        ("calico 网络下，节点 A 上的 pod ping 不通其他节点的 pod", Complaint.CROSS_NODE),
        ("Pods on different nodes cannot reach each other with calico", Complaint.CROSS_NODE),
        ("kubelet 起不来，calico 也没有了", Complaint.KUBELET),
        ("pods with calico can't reach the kubernetes service", Complaint.SERVICE),
        ("calico 的 pod 无法访问外网", Complaint.OUTSIDE),
        ("pod 之间访问都正常，但是 calico 的容器不能访问外网", Complaint.OUTSIDE),
        ("calico-node 连不上 typha，5473 端口不通", Complaint.TYPHA),
        ("docker 卡死之后 calico 也不动了", Complaint.RUNTIME),
        ("calico vxlan: udp 可以通，tcp 不通", Complaint.STALLS),
        ("calico: names do not resolve in pods, nslookup fails", Complaint.NAMES),
        ("there are no calico-node pods on the master", Complaint.NO_PODS),
        ("calico-node keeps restarting on one worker", Complaint.RESTARTS),
    ],
)
def test_the_first_complaint_is_what_does_not_work(text: str, first: Complaint) -> None:
    assert complaints(text)[:1] == (first,)


@pytest.mark.parametrize(
    "text",
    [
        "What does calico need of docker?",
        "calico-node 启动不了是什么问题",
        "All BGP sessions of calico are up and every pod reaches every other one.",
    ],
)
def test_a_text_that_says_nothing_of_the_network_complains_of_nothing(text: str) -> None:
    assert complaints(text) == ()


def test_what_other_programs_print_is_no_complaint_unless_any_plugin_may_be_meant() -> None:
    lookup = "```\nlookup db.shop on 10.96.0.10:53: no such host: dns lookup failed\n```\n"
    assert complaints(lookup) == ()
    assert complaints(f"calico is installed\n{lookup}") == (Complaint.NAMES,)
    assert complaints("```\nNetworkReady=false reason:NetworkPluginNotReady\n```\n") == (
        Complaint.NETWORK_NOT_READY,
    )


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("calico 网络问题\n\n跨节点的 pod 无法访问，换成 flannel 之后可以访问。", True),
        ("# Runbook\n\nIf pods of other nodes cannot be reached, look at calico.", False),
        ("Calico notes\n\n1. If pods of other nodes cannot be reached, look at BGP.", False),
        (
            "Calico notes. " + "Pods of other nodes cannot be reached if a port is closed. " * 20,
            False,
        ),
    ],
)
def test_a_short_text_without_markup_may_be_a_report(text: str, is_plain: bool) -> None:
    assert reads_like_a_report(read(text).items) is is_plain
