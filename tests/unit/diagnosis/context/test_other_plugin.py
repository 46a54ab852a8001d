"""Where a cluster runs another network plugin and no Calico, the answer says which."""

import pytest

from calicovet.api import diagnose_text, to_text
from calicovet.app.cli.exit_codes import exit_code
from calicovet.model.diagnosis import SummaryVerdict

_HEAD = "$ kubectl get pods -A\nNAMESPACE     NAME   READY   STATUS   RESTARTS   AGE\n"


def pods(*names: str, status: str = "1/1     Running") -> str:
    return _HEAD + "".join(f"kube-system   {name}   {status}   0   4d\n" for name in names)


@pytest.mark.parametrize(
    ("pod", "plugin"),
    [
        ("cilium-x7k2p", "Cilium"),
        ("kube-flannel-ds-x7k2p", "Flannel"),
        ("kube-flannel-ds-amd64-x7k2p", "Flannel"),
        ("weave-net-x7k2p", "Weave Net"),
        ("antrea-agent-x7k2p", "Antrea"),
        ("kube-ovn-cni-x7k2p", "Kube-OVN"),
        ("kindnet-x7k2p", "kindnet"),
        ("aws-node-x7k2p", "Amazon VPC CNI"),
    ],
)
@pytest.mark.parametrize("status", ["1/1     Running", "0/1     CrashLoopBackOff"])
def test_the_other_plugin_is_named_and_nothing_else(pod: str, plugin: str, status: str) -> None:
    diagnosis = diagnose_text(pods(pod, "coredns-5d78c9869d-w2x4z", status=status))
    assert diagnosis.summary.verdict is SummaryVerdict.COULD_NOT_LOOK
    assert exit_code([diagnosis.summary.verdict], zero=False) == 4
    assert diagnosis.nodes == ()
    assert to_text(diagnosis).strip() == (
        f"This cluster's network plugin is {plugin}; no calico-node was found."
    )


def test_the_same_in_chinese() -> None:
    assert "该集群的网络插件是 Cilium，没有找到 calico-node。" in to_text(
        diagnose_text(pods("cilium-x7k2p"), lang="zh")
    )


@pytest.mark.parametrize(
    "beside",
    [
        "calico-node-x7k2p",
        "canal-x7k2p",
        "calico-typha-5d78c9869d-w2x4z",
        "tigera-operator-5d78-w2x4z",
    ],
)
def test_beside_calico_no_other_plugin_is_named(beside: str) -> None:
    assert diagnose_text(pods("aws-node-x7k2p", beside)).other_plugin == ""


@pytest.mark.parametrize(
    "pod", ["cilium-operator-5d78c9869d-w2x4z", "my-cilium-x7k2p", "shop-x7k2p"]
)
def test_what_only_sounds_like_a_plugin_is_none(pod: str) -> None:
    assert diagnose_text(pods(pod)).other_plugin == ""
