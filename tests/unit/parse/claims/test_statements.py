import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Topic
from calicovet.parse.text.transcript import read_transcript


def claims(text: str) -> set[tuple[Topic, str, str]]:
    found = read_transcript(Evidence(id="P", kind=Kind.PASTE, content=text)).claims
    return {(claim.topic, claim.value, claim.about.node) for claim in found}


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("- Calico: v3.15.1", Topic.CALICO_VERSION, "v3.15.1"),
        ("calico 版本 v3.25", Topic.CALICO_VERSION, "v3.25"),
        ("* Calico version\n3.16.6", Topic.CALICO_VERSION, "v3.16.6"),
        ("### Calico version\n\nv3.16.6", Topic.CALICO_VERSION, "v3.16.6"),
        ("upgraded calico from v3.20.0 to v3.25.1", Topic.CALICO_VERSION, "v3.25.1"),
        ("Kubernetes version: 1.27.4", Topic.KUBERNETES_VERSION, "v1.27.4"),
        (
            "Orchestrator version (e.g. kubernetes, mesos): kubernetes 1.19.4",
            Topic.KUBERNETES_VERSION,
            "v1.19.4",
        ),
        (
            "containerd: 1.7.12-0ubuntu2~22.04.1",
            Topic.RUNTIME_VERSION,
            "containerd://1.7.12-0ubuntu2~22.04.1",
        ),
        ("crio 1.28.0", Topic.RUNTIME_VERSION, "cri-o://1.28.0"),
        ("内核 3.10.0-1160.el7.x86_64", Topic.KERNEL_VERSION, "3.10.0-1160.el7.x86_64"),
        ("OS: Ubuntu 22.04 LTS", Topic.OS, "Ubuntu 22.04 LTS"),
    ],
)
def test_versions(text: str, topic: Topic, value: str) -> None:
    assert (topic, value, "") in claims(text)


@pytest.mark.parametrize(
    ("text", "topic", "value", "node"),
    [
        ("calico-node keeps restarting on node-4.", Topic.SICK, "restarts", "node-4"),
        ("k8s-node3 节点的 calico-node 一直重启。", Topic.SICK, "restarts", "k8s-node3"),
        ("# calico-node crashes on two nodes only", Topic.SICK, "crash-loop", ""),
        ("calico-node stays in Init:0/3", Topic.SICK, "init", ""),
        ("calico-node is not ready.", Topic.SICK, "not-ready", ""),
        ("calico-node 起不来", Topic.SICK, "not-starting", ""),
        ("after joining, calico node fails with this error:", Topic.SICK, "not-starting", ""),
        ("calico-node 一直报错，日志如下", Topic.SICK, "not-starting", ""),
        ("calico-node fails to initialise on node-4", Topic.SICK, "not-starting", "node-4"),
        ("calico-node could not start, it fails to initialize.", Topic.SICK, "not-starting", ""),
        ("the pod of calico is stuck in `Init` state", Topic.SICK, "init", ""),
        ("calico-node stays in __PodInitializing__", Topic.SICK, "init", ""),
        ("`calico-node` is **not ready** there", Topic.SICK, "not-ready", ""),
        ("calico-node shows failing liveness probes", Topic.SICK, "liveness", ""),
        ("Two nodes, node-4 and node-9; on all others calico-node runs.", Topic.SICK, "", "node-9"),
        ("on all others calico-node runs", Topic.OTHERS_HEALTHY, "", ""),
        ("calico-node 异常，其他节点正常", Topic.OTHERS_HEALTHY, "", ""),
        ("只有这一个节点有问题", Topic.OTHERS_HEALTHY, "", ""),
        ("calico only fails on one node", Topic.OTHERS_HEALTHY, "", ""),
        ("3 nodes that work, one node that was just added", Topic.OTHERS_HEALTHY, "", ""),
        ("3 nodes that work, one node that was just added", Topic.NEW_NODE, "", ""),
        ("added with the same versions", Topic.SAME_VERSIONS, "", ""),
        ("node-5 works fine, but node-4 crashes with calico", Topic.HEALTHY, "", "node-5"),
        ("node-5 works fine, but node-4 crashes with calico", Topic.SICK, "crash-loop", "node-4"),
        ("the load on node-4 is very high", Topic.LOAD_HIGH, "", "node-4"),
        ("机器负载很高", Topic.LOAD_HIGH, "", ""),
        ("It began after a reboot.", Topic.REBOOTED, "", ""),
        ("服务器重启后 calico 无法启动", Topic.REBOOTED, "", ""),
        ("It began after upgrading the cluster.", Topic.UPGRADED, "", ""),
        ("We removed two old workers last week.", Topic.NODE_REMOVED, "", ""),
        ("the node was deleted and joined again", Topic.NODE_REMOVED, "", ""),
        ("the group scales down at night", Topic.NODE_REMOVED, "", ""),
        ("之前删除过一个节点", Topic.NODE_REMOVED, "", ""),
        ("改了主机名再加入集群", Topic.NODE_REMOVED, "", ""),
        ("calico pod 启不来", Topic.SICK, "not-starting", ""),
        ("a request to one of the pods times out", Topic.TRAFFIC_DEAD, "", ""),
        ("跨节点 pod 网络不通", Topic.TRAFFIC_DEAD, "", ""),
        ("Deleting the pods changes nothing:", Topic.TRIED, "delete-pod", ""),
        ("I tried restarting kubelet.", Topic.TRIED, "restart-kubelet", ""),
        ("删除 pod 重建也没用", Topic.TRIED, "delete-pod", ""),
        ("kubeadm reset did not help", Topic.TRIED, "reset-node", ""),
        ("重启后恢复正常", Topic.SOLVED, "", ""),
        ("After that everything is working again.", Topic.SOLVED, "", ""),
    ],
)
def test_what_people_say(text: str, topic: Topic, value: str, node: str) -> None:
    assert (topic, value, node) in claims(text)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("calico-node does not crash on node-4", Topic.SICK),
        ("Does calico-node crash on your nodes?", Topic.SICK),
        ("If the calico-node pod crashes, look at its log", Topic.SICK),
        ("calico-node should be ready and not crash", Topic.SICK),
        ("My web server keeps restarting", Topic.SICK),
        ("kubeadm fails to initialize the cluster before calico is there", Topic.SICK),
        ("calico-node **does not crash** on `node-4`", Topic.SICK),
        ("calico-node 没有重启", Topic.SICK),
        ("kubectl exec into calico-node fails with a timeout", Topic.SICK),
        ("kubectl logs 查看 calico-node 没有报错", Topic.SICK),
        ("The other nodes are not fine", Topic.OTHERS_HEALTHY),
        ("其他节点不正常", Topic.OTHERS_HEALTHY),
        ("The problem is not solved yet", Topic.SOLVED),
        ("## 问题解决", Topic.SOLVED),
        ("如何解决这个问题", Topic.SOLVED),
        ("Deleting the pods is easy", Topic.TRIED),
        ("重启服务器后还是一样", Topic.REBOOTED),
        ("the load is low", Topic.LOAD_HIGH),
        ("I deleted the pod on this node", Topic.NODE_REMOVED),
        ("removed pods from the node", Topic.NODE_REMOVED),
        ("the old nodes work fine", Topic.NODE_REMOVED),
        ("we scaled up the cluster", Topic.NODE_REMOVED),
        ("删除了 pod", Topic.NODE_REMOVED),
        ("the liveness probe of the pod times out", Topic.TRAFFIC_DEAD),
        ("calico listens on 3.4.5.6", Topic.CALICO_VERSION),
    ],
)
def test_near_misses(text: str, topic: Topic) -> None:
    assert topic not in {found for found, _, _ in claims(text)}


def test_a_claim_is_cited_by_the_line_of_the_paste() -> None:
    text = "Hello there.\n\nSome words first,\nand then: calico-node keeps restarting."
    (claim,) = read_transcript(Evidence(id="P", kind=Kind.PASTE, content=text)).claims
    assert (claim.cited[0].evidence, claim.cited[0].line) == ("P", 3)


def test_a_claim_about_a_role_is_about_the_node_with_that_role() -> None:
    text = (
        "calico-node on the new node crashes.\n\nOn the new node:\n\n```\nroot@n1:~# nproc\n4\n```"
    )
    assert (Topic.SICK, "crash-loop", "n1") in claims(text)
