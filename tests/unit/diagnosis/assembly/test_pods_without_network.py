"""Pods without network point at a node whose calico-node is ready."""

import pytest

from calicovet.model.diagnosis import NodeState
from tests.unit.diagnosis.pastes import diagnosed, node

TABLE = """\
$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-node-9qz4m   1/1     Running   0          2d    192.0.2.11   node-a
calico-node-x7k2p   1/1     Running   0          44h   192.0.2.12   node-b
"""
EVENTS = """\
$ kubectl describe pod web-7d9c -n shop
Name:             web-7d9c
Namespace:        shop
Node:             node-b/192.0.2.12
Events:
  Type     Reason                  Age                From     Message
  ----     ------                  ----               ----     -------
  Warning  FailedCreatePodSandBox  3m                 kubelet  Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "0c9a": plugin type="flannel" failed (add): failed to find plugin "flannel" in path [/opt/cni/bin]
  Normal   SandboxChanged          {again}  kubelet  Pod sandbox changed, it will be killed and re-created.
"""


@pytest.mark.parametrize(
    ("again", "state"),
    [
        ("9s (x12 over 3m)", NodeState.SICK),
        ("9s", NodeState.HEALTHY),
        ("9m (x12 over 12m)", NodeState.HEALTHY),
    ],
)
def test_a_likely_cause_is_told_of_a_ready_node_while_its_pods_get_no_network(
    again: str, state: NodeState
) -> None:
    found = node(diagnosed(TABLE, EVENTS.format(again=again)), "node-b")
    assert found.state is state
    named = [finding.name for finding in found.findings]
    assert ("rt-cni-leftover-config" in named[:1]) is (state is NodeState.SICK)


def test_a_pod_that_was_made_after_all_has_its_network() -> None:
    started = (
        "  Normal   Started                 4s                 kubelet  Started container web\n"
    )
    found = diagnosed(TABLE, EVENTS.format(again="9s (x12 over 3m)") + started)
    assert node(found, "node-b").state is NodeState.HEALTHY


def test_two_nodes_whose_pods_get_no_network_do_not_free_each_other() -> None:
    there = EVENTS.format(again="9s (x12 over 3m)")
    here = there.replace("web-7d9c", "api-5f6b").replace("node-b", "node-a").replace("2.12", "2.11")
    found = diagnosed(TABLE, f"{there}{here}")
    for name in ("node-a", "node-b"):
        assert [finding.name for finding in node(found, name).findings][:1] == [
            "rt-cni-leftover-config"
        ]


@pytest.mark.parametrize(
    ("pod_age", "calico_age", "seen", "state"),
    [
        ("9m", "44h", "2m11s", NodeState.SICK),
        ("40s", "44h", "20s", NodeState.HEALTHY),
        ("9m", "1m", "2m11s", NodeState.HEALTHY),
        ("50m", "44h", "40m", NodeState.HEALTHY),
    ],
)
def test_a_pod_that_waits_for_minutes_was_refused_more_than_once(
    pod_age: str, calico_age: str, seen: str, state: NodeState
) -> None:
    rows = f"""\
$ kubectl get pods -A -o wide
NAMESPACE     NAME                READY   STATUS              RESTARTS   AGE            IP           NODE
kube-system   calico-node-9qz4m   1/1     Running             0          2d             192.0.2.11   node-a
kube-system   calico-node-x7k2p   1/1     Running             0          {calico_age}   192.0.2.12   node-b
till          cart-7d9c5f6b-x8k2  0/1     ContainerCreating   0          {pod_age}      <none>       node-b
$ kubectl get events -n till
LAST SEEN   TYPE      REASON                   OBJECT                   MESSAGE
{seen}      Warning   FailedCreatePodSandBox   pod/cart-7d9c5f6b-x8k2   Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "5e1f": plugin type="calico" failed (add): failed to find plugin "calico" in path [/opt/cni/bin]
"""
    assert node(diagnosed(rows), "node-b").state is state
