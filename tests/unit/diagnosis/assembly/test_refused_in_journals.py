"""A journal that ends while the plugin refuses networks, beside a calico-node that is ready."""

import pytest

from calicovet.model.diagnosis import NodeState
from tests.unit.diagnosis.pastes import diagnosed, node

_PODS = """\
$ kubectl get pods -A -o wide
NAMESPACE       NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-system   calico-node-4q9zt   1/1     Running   0          {age}    192.0.2.51   dc1-w5
calico-system   calico-node-m2x8h   1/1     Running   0          9d    192.0.2.52   dc1-w6
"""
_KUBELET = (
    "Nov 18 09:{clock} dc1-w5 kubelet[1187]: E1118 09:{clock}.512233    1187 pod_workers.go:1301] "
    '"Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"{pod}_till(8d7a)\\" with '
    'CreatePodSandboxError: \\"Failed to create sandbox for pod \\\\\\"{pod}_till(8d7a)\\\\\\": rpc error: code = '
    'Unknown desc = failed to setup network for sandbox \\\\\\"0a1b\\\\\\": plugin type=\\\\\\"{plugin}\\\\\\" failed '
    '(add): {error}\\"" pod="till/{pod}" podUID="8d7a"\n'
)
_REMOVED = 'failed to find plugin \\\\\\"calico\\\\\\" in path [/opt/cni/bin]'
_QUIET = (
    "Nov 18 09:{clock} dc1-w5 kubelet[1187]: I1118 09:{clock}.100000    1187 kubelet.go:2404] "
    '"SyncLoop (PLEG): event for pod" pod="till/cart-9"\n'
)


def _journal(
    *clocks: str,
    plugin: str = "calico",
    error: str = _REMOVED,
    end: str = "",
    typed: str = "journalctl -u kubelet -n 40 --no-pager",
) -> str:
    lines = [
        _KUBELET.format(clock=clock, pod="cart-7d9c5f6b-x8k2p", plugin=plugin, error=error)
        for clock in clocks
    ]
    quiet = _QUIET.format(clock=end) if end else ""
    return f"[root@dc1-w5 ~]# {typed}\n{''.join(lines)}{quiet}"


@pytest.mark.parametrize(
    ("age", "journal"),
    [
        ("9d", _journal("12:01", "12:14", "12:28")),
        ("7m", _journal("12:01", "12:14", end="12:40")),
        ("9d", _journal("12:01", "12:14", typed="journalctl -u kubelet | grep -i cni | tail")),
    ],
)
def test_a_ready_node_whose_new_pods_are_refused_is_broken(age: str, journal: str) -> None:
    found = node(diagnosed(_PODS.format(age=age), journal), "dc1-w5")
    assert (found.state, found.broken) == (NodeState.SICK, "new-pods")
    assert [finding.name for finding in found.findings][:1] == ["cni-plugin-removed"]


@pytest.mark.parametrize(
    "error",
    [
        "error getting ClusterInformation: connection is unauthorized: Unauthorized",
        "stat /var/lib/calico/nodename: no such file or directory: check that the calico/node container is running",
        "some failure that no table knows",
    ],
)
def test_whatever_the_refusal_says(error: str) -> None:
    found = diagnosed(_PODS.format(age="9d"), _journal("12:01", "12:14", error=error))
    assert node(found, "dc1-w5").broken == "new-pods"


@pytest.mark.parametrize(
    ("age", "journal"),
    [
        pytest.param("9d", _journal("12:01"), id="one try"),
        pytest.param("9d", _journal("12:01", "12:14", end="16:02"), id="the journal goes on"),
        pytest.param("1m", _journal("12:01", "12:14"), id="calico-node has just become ready"),
        pytest.param(
            "3h", _journal("12:01", "12:14", typed="journalctl -u kubelet | grep cni"), id="cut"
        ),
    ],
)
def test_the_node_is_healthy_otherwise(age: str, journal: str) -> None:
    found = node(diagnosed(_PODS.format(age=age), journal), "dc1-w5")
    assert found.state is NodeState.HEALTHY


def test_a_pod_that_runs_by_now_has_its_network() -> None:
    row = "till            cart-7d9c5f6b-x8k2p   1/1     Running   0          5m    10.9.0.4     dc1-w5\n"
    found = diagnosed(_PODS.format(age="9d") + row, _journal("12:01", "12:14"))
    assert node(found, "dc1-w5").state is NodeState.HEALTHY


def test_a_plugin_that_is_not_calicos_is_a_leftover() -> None:
    error = "loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory"
    journal = _journal("12:01", "12:14", plugin="flannel", error=error)
    found = node(diagnosed(_PODS.format(age="9d"), journal), "dc1-w5")
    assert [finding.name for finding in found.findings][:1] == ["rt-cni-leftover-config"]
