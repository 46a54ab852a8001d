"""Chinese sets no space around names, states and quoted messages."""

import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Topic
from calicovet.model.facts.datastore import ApiCallFailed
from calicovet.model.facts.failure import Failure
from calicovet.parse.claims.releases import versions_in
from calicovet.parse.messages.index import keys_in
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.text.attribution import Names, Role, gather_prose, roles_in
from calicovet.parse.text.captions import typed_in
from calicovet.parse.text.transcript import Transcript, read_transcript


def read(text: str) -> Transcript:
    return read_transcript(Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md"))


def told(text: str) -> set[tuple[Topic, str]]:
    return {(claim.topic, claim.about.node) for claim in read(text).claims}


@pytest.mark.parametrize(
    "text", ["集群中node-4及node-9两个节点", "在node-4上执行，node-9也一样", "node-4、node-9"]
)
def test_names_between_han_are_names(text: str) -> None:
    names = Names()
    gather_prose(names, text)
    assert set(names.nodes) == {"node-4", "node-9"}
    assert names.found_in(text) == ("node-4", "node-9")


def test_a_name_is_not_part_of_a_longer_one() -> None:
    names = Names()
    names.add("node-1")
    assert names.found_in("在node-12上") == ()
    assert names.found_in("在my-node-1上") == ()


def test_states_between_han_are_read() -> None:
    assert (Topic.SICK, "w3") in told("w3节点的calico-node一直notready，其他节点正常")
    assert (Topic.SICK, "w3") in told("w3节点的calico-node每隔几分钟就重启一次")
    assert (Topic.OTHERS_HEALTHY, "") in told("其他两台节点的calico-node都是1/1，很正常")


def test_other_nodes_may_be_counted_between_the_words() -> None:
    assert roles_in("其他两台节点：") == {Role.HEALTHY}


def test_what_is_told_before_a_question_is_told() -> None:
    assert told("calico-node状态是0/1，请问如何排查？") == {(Topic.SICK, "")}
    assert told("calico-node会不会是0/1？") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('报错Failed to pull image "docker.io/calico/cni:v3.27.0": dial tcp 192.0.2.1:443: i/o timeout', "img-pull-unreachable"),
        ("一直报Unable to create token for CNI kubeconfig error=Unauthorized错误", "cni-token-unauthorized"),
        ("提示Kernel's RPF check is set to 'loose'，然后退出", "felix-rpf-loose-fatal"),
    ],
)  # fmt: skip
def test_a_message_quoted_without_spaces_is_found(text: str, key: str) -> None:
    assert key in keys_in(text)


def test_a_call_quoted_without_spaces_keeps_its_target() -> None:
    text = "calico-node报dial tcp 10.96.0.1:443: i/o timeout"
    call, failure = read_messages(Evidence(id="e", kind=Kind.TEXT, content=text))
    assert isinstance(call, ApiCallFailed)
    assert call.target == "10.96.0.1:443"
    assert isinstance(failure, Failure)
    assert failure.thing.text == "10.96.0.1:443"


def test_commands_and_versions_between_han_are_read() -> None:
    assert typed_in("执行kubectl get pods -A：") == "kubectl get pods -A"
    assert dict(versions_in("集群k8s版本1.23.6，内核5.4.0的机器")) == {
        Topic.KUBERNETES_VERSION: "v1.23.6",
        Topic.KERNEL_VERSION: "5.4.0",
    }
    assert dict(versions_in("calico从3.20升级到3.26")) == {Topic.CALICO_VERSION: "v3.26"}


def test_the_pod_in_a_caption_is_found() -> None:
    log = "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 425: Early log level set to info"
    *_, piece = read(f"查看calico-node-x7k2p的日志：\n\n```\n{log}\n```").pieces
    assert piece.about.pod == "calico-node-x7k2p"
