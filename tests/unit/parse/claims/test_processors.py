"""Which words of a person tell the processor of the machines."""

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import Claimed, Topic
from calicovet.parse.claims.processors import processors_in
from calicovet.signals.cpu_architecture import told_processor


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("three Odroid boards (aarch64) with k3s", ["arm64"]),
        ("* OS: Debian 12, linux/arm64", ["arm64"]),
        ("- Linux pi-3 6.1.21-v8+ #1642 SMP PREEMPT aarch64 GNU/Linux", ["arm64"]),
        ("Raspberry Pi 4 with Ubuntu 22.04 64-bit", ["arm64"]),
        ("树莓派 4B，系统是 64 位", []),
        ("树莓派 4B 装的 64 位系统", ["arm64"]),
        ("服务器是arm64架构，镜像是amd64", ["arm64"]),
        ("鲲鹏 920 服务器", ["arm64"]),
        ("the amd64 images on an arm64 node", ["arm64"]),
        ("Ubuntu 20.04 (x86_64)", ["amd64"]),
        ("the master is amd64, the workers are arm64", ["arm64", "amd64"]),
        # of images, files and addresses
        ("there is no arm64 image", []),
        ("arm64架构的镜像没有", []),
        ("calico/node:v3.8.2-amd64 is what we use", []),
        ("docker pull --platform linux/arm64 calico/node", []),
        ("downloaded calicoctl-linux-arm64 from https://example.com/arm64/bin", []),
        ("Raspberry Pi 4 with Raspbian 10", []),
        ("alarm64 and arm64x", []),
    ],
)
def test_a_machine_is_told_from_an_image(text: str, expected: list[str]) -> None:
    assert list(processors_in(text)) == expected


def test_of_two_kinds_the_one_of_a_node_is_unknown() -> None:
    arm, amd = (Claimed(topic=Topic.PROCESSOR, value=value) for value in ("arm64", "amd64"))
    assert told_processor(NodeView("n", [arm, arm])) == ("arm64", arm)
    assert told_processor(NodeView("n", [arm, amd])) is None
    assert told_processor(NodeView("n", [])) is None
