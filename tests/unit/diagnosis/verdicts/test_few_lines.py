"""A few lines, or a few sentences, get an answer where one cause alone fits them."""

import pytest

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import Verdict
from tests.unit.diagnosis.pastes import diagnosed


def _named(found: Diagnosis) -> dict[str, Verdict]:
    return {cause.name: cause.verdict for cause in found.summary.causes}


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("kernel: ip_conntrack: table full, dropping packet.", "host-conntrack-full"),
        ("EXT4-fs (vdb1): Remounting filesystem read-only", "host-readonly-fs"),
        (
            'Sep 09 10:22:31 w-4 kubelet[812]: E0909 10:22:31.410112 812 kubelet.go:1466] "Failed to start '
            'ContainerManager" err="inotify_init: too many open files"',
            "host-inotify-exhausted",
        ),
    ],
)
def test_a_line_that_does_not_name_calico_makes_its_cause_likely(line: str, cause: str) -> None:
    assert _named(diagnosed(f"{line}\n")) == {cause: Verdict.LIKELY}


@pytest.mark.parametrize(
    "line",
    [
        'Failed to pull image "registry.example/shop/till:v2": rpc error: code = NotFound desc = manifest unknown',
        "coredns: plugin/errors: dial tcp 10.96.0.1:443: i/o timeout",
        'order-controller: level=error msg="open /data/x: no space left on device"',
        "fatal error: concurrent map writes",
    ],
)
def test_a_line_of_another_program_names_nothing(line: str) -> None:
    assert _named(diagnosed(f"{line}\n")) == {}


def test_a_list_beside_the_line_leaves_the_hint_a_hint() -> None:
    pods = "NAME   READY   STATUS   RESTARTS   AGE\ncalico-node-x7k2p   0/1   Running   0   4m\n"
    text = f"$ kubectl get pods -n kube-system\n{pods}\nI also found\n"
    assert _named(diagnosed(text + "accept4: too many open files\n")) == {}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (
            "calico-node is not ready on our gateways. The machine's clock was an hour in the past.",
            "host-time-skew",
        ),
        ("calico-node 一直起不来，最后发现是 firewalld 没关。", "host-firewalld"),
        ("pod 跨节点不通，节点 ip_forward 被脚本改成了 0。", "host-ip-forward-disabled"),
    ],
)
def test_the_only_cause_that_a_person_describes_is_likely(text: str, cause: str) -> None:
    assert _named(diagnosed(f"{text}\n")) == {cause: Verdict.LIKELY}


@pytest.mark.parametrize(
    "text",
    [
        "calico-node is not ready, please help.",
        "Is it possible that the firewall blocks port 179 for calico?",
        "防火墙已经关闭，时间同步正常，calico-node 还是 0/1。",
        "calico-node stays 0/1, restarting docker fixed it for an hour.",
    ],
)
def test_complaints_questions_and_what_is_normal_name_nothing(text: str) -> None:
    assert _named(diagnosed(f"{text}\n")) == {}
