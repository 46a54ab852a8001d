"""Commands that change something, apart from those that only show."""

import pytest

from calicovet.parse.commands.changing_commands import changes_something


@pytest.mark.parametrize(
    "typed",
    [
        "kubectl set env daemonset/calico-node -n kube-system IP_AUTODETECTION_METHOD=interface=eth0",
        "kubectl -n calico-system rollout restart ds calico-node",
        "kubectl get pods -o name | grep calico | xargs kubectl delete -n kube-system",
        "oc patch installation default --type merge -p '{}'",
        "sudo systemctl restart containerd",
        "cd /etc && sed -i s/false/true/ containerd/config.toml",
        "calicoctl apply -f pool.yaml",
        "ip link delete br-1",
        "modprobe ipip",
        "vim calico.yaml",
    ],
)
def test_a_change_is_recognised(typed: str) -> None:
    assert changes_something(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "kubectl get pods -n kube-system -o wide",
        "kubectl apply -f calico.yaml --dry-run=server",
        "kubectl describe pod calico-node-x | tail -3",
        "systemctl status kubelet",
        "ip addr show eth0",
        "sed -n 1,5p calico.yaml",
        "iptables -L -n",
        "mount",
        "journalctl -u kubelet | grep restart",
    ],
)
def test_what_only_shows_changes_nothing(typed: str) -> None:
    assert not changes_something(typed)
