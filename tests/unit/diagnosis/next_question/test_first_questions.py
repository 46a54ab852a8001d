"""What is asked where a text only says what does not work."""

import pytest

from calicovet.diagnosis.next_question.first_questions import FIRST_LOOKS
from calicovet.model.diagnosis import SummaryVerdict
from calicovet.model.evidence_kinds.registry import EvidenceKind
from calicovet.model.facts import Complaint
from calicovet.model.finding import NextQuestion
from calicovet.model.language import Language
from calicovet.report.cause_sentences import question
from tests.unit.diagnosis.pastes import diagnosed


def asked(*texts: str) -> NextQuestion:
    found = diagnosed(*texts)
    (one,) = [node.next for node in found.nodes if node.next]
    return one


def kinds(*texts: str) -> list[EvidenceKind]:
    return [request.kind for request in asked(*texts).requests]


def test_every_complaint_has_a_first_look() -> None:
    assert set(FIRST_LOOKS) == set(Complaint)


@pytest.mark.parametrize(
    ("text", "decides"),
    [
        ("calico BGP 一直建立不起来，请问怎么排查", EvidenceKind.NODE_ADDRESSES),
        ("Pods on different nodes cannot reach each other with calico", EvidenceKind.IP_ROUTE),
        ("calico 跨节点 ping 可以通，但 curl 一直卡住", EvidenceKind.PATH_MTU),
        ("calico 的 pod 无法访问外网", EvidenceKind.EGRESS),
        ("the calico images cannot be pulled on the new worker", EvidenceKind.POD_DESCRIBE),
        ("calico 装好了，节点一直报 cni plugin not initialized", EvidenceKind.NETWORK_PODS),
        ("there are no calico-node pods on the master", EvidenceKind.DAEMONSET_DESCRIBE),
    ],
)
def test_the_complaint_chooses_the_command(text: str, decides: EvidenceKind) -> None:
    assert decides in kinds(text)


def test_a_bare_complaint_gets_one_line_in_both_languages_that_needs_no_name() -> None:
    found = diagnosed("calico 装不上怎么办？")
    assert found.summary.verdict is SummaryVerdict.COULD_NOT_LOOK
    (node,) = found.nodes
    assert node.next is not None
    assert node.next.command.startswith(
        "kubectl describe pods -A -l 'k8s-app in (calico-node, canal)'; kubectl -n "
    )
    told = [question(node.next, "", "", language) for language in Language]
    assert all(told) and told[0] != told[1]


def test_a_container_that_ends_is_asked_for_the_log_of_the_run_before() -> None:
    assert asked("calico-node keeps crashing on node-7").command.endswith("--previous --tail=50")


def test_what_was_shown_is_left_out() -> None:
    sessions = (
        "calico BGP is not established between my nodes.\n\n"
        "```\n# calicoctl node status\nCalico process is running.\n\nIPv4 BGP status\n"
        "No IPv4 peers found.\n\nIPv6 BGP status\nNo IPv6 peers found.\n```\n"
    )
    assert EvidenceKind.BGP_STATUS not in kinds(sessions)
    assert EvidenceKind.NODE_ADDRESSES in kinds(sessions)


def test_a_list_of_pods_is_not_asked_for_twice() -> None:
    listed = (
        "With calico every node says that the cni plugin is not initialized.\n\n"
        "```\n$ kubectl get pods -A -o wide\n"
        "NAMESPACE     NAME                       READY   STATUS    RESTARTS   AGE   IP            NODE\n"
        "kube-system   coredns-5dd5756b68-2xk7m   0/1     Pending   0          9m    <none>        <none>\n"
        "kube-system   kube-proxy-7t2wq           1/1     Running   0          9m    192.0.2.21    n-1\n"
        "$\n```\n"
    )
    assert EvidenceKind.NETWORK_PODS not in kinds(listed)


def test_the_peer_that_the_probe_names_stands_in_the_command() -> None:
    ready = (
        "$ kubectl -n kube-system describe pod calico-node-7wq2m\n"
        "Events:\n  Type     Reason     Age                From     Message\n"
        "  ----     ------     ----               ----     -------\n"
        "  Warning  Unhealthy  2m (x40 over 20m)  kubelet  Readiness probe failed: calico/node is not"
        " ready: BIRD is not ready: BGP not established with 192.0.2.77\n"
    )
    sessions = (
        "$ calicoctl node status\nCalico process is running.\n\nIPv4 BGP status\n"
        "+--------------+-------------------+-------+----------+---------+\n"
        "| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |  INFO   |\n"
        "+--------------+-------------------+-------+----------+---------+\n"
        "| 192.0.2.77   | node-to-node mesh | start | 10:02:11 | Passive |\n"
        "+--------------+-------------------+-------+----------+---------+\n"
    )
    assert "nc -vz -w 3 192.0.2.77 179" in asked(ready, sessions).command


def test_the_only_pod_that_is_named_stands_in_the_command() -> None:
    text = "calico does not work here, see calico-node-7wq2m in calico-system"
    assert asked(text).command.startswith(
        "kubectl -n calico-system describe pod calico-node-7wq2m; kubectl -n calico-system logs"
    )
    two = f"{text}, and calico-node-9kz4x"
    assert asked(two).command.startswith("kubectl describe pods -A -l ")


def test_the_addresses_that_a_text_gives_stand_in_the_command() -> None:
    assert "https://10.96.0.1:443/version" in asked("calico-node 访问 10.96.0.1:443 超时").command


def test_another_networks_pods_are_not_asked_about() -> None:
    refused = (
        'We left calico last year.\n\n```\nFailedCreatePodSandBox: plugin type="cilium-cni"'
        " failed (add): unable to connect\n```\n"
    )
    assert [node.next for node in diagnosed(refused).nodes if node.next] == []
