"""Where no calico-node pod is in view, numbers, the operator and Node conditions say how it is."""

import pytest

from calicovet.model.diagnosis import NodeState
from tests.unit.diagnosis.pastes import diagnosed

DESCRIBED = """\
$ kubectl describe node {name}
Name:               {name}
Roles:              worker
Labels:             kubernetes.io/hostname={name}
Annotations:        projectcalico.org/IPv4Address: 10.3.0.17/24
Conditions:
  Type                 Status  LastHeartbeatTime                 LastTransitionTime                Reason          Message
  ----                 ------  -----------------                 ------------------                ------          -------
  NetworkUnavailable   False   Thu, 02 May 2024 08:00:10 +0000   Thu, 02 May 2024 08:00:10 +0000   CalicoIsUp      Calico is running on this node
  Ready                {ready}   Thu, 02 May 2024 09:00:10 +0000   Thu, 02 May 2024 08:00:10 +0000   {reason}
"""
READY = DESCRIBED.format(name="w-17", ready="True", reason="KubeletReady    kubelet is ready")
NO_PLUGIN = DESCRIBED.format(
    name="w-17",
    ready="False",
    reason="KubeletNotReady container runtime network not ready: NetworkReady=false "
    "reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized",
)
COUNTS = """\
$ kubectl get ds -A
NAMESPACE       NAME          DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR            AGE
calico-system   calico-node   3         3         {ready}       3            3           kubernetes.io/os=linux   41d
"""
OPERATOR = """\
$ kubectl get tigerastatus
NAME        AVAILABLE   PROGRESSING   DEGRADED   SINCE
apiserver   {other}        False         False      12d
calico      {available}        False         {degraded}      12d
"""
COMPLAINT = (
    "2024-05-02 08:59:01.2 [ERROR][9] startup/startup.go 150: Hit error connecting to datastore - retry error=Get "
    '"https://10.96.0.1:443/api/v1/nodes/foo": dial tcp 10.96.0.1:443: i/o timeout\n'
)


def _states(*texts: str) -> list[NodeState]:
    return [each.state for each in diagnosed(*texts).nodes]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (READY, NodeState.HEALTHY),
        (NO_PLUGIN, NodeState.SICK),
        (COUNTS.format(ready=3), NodeState.HEALTHY),
        (COUNTS.format(ready=2), NodeState.SICK),
        (OPERATOR.format(other="True", available="True", degraded="False"), NodeState.HEALTHY),
        (OPERATOR.format(other="True", available="False", degraded="True"), NodeState.SICK),
        (OPERATOR.format(other="False", available="True", degraded="False"), NodeState.HEALTHY),
    ],
)
def test_each_source_alone_decides(text: str, state: NodeState) -> None:
    assert _states(text) == [state]


def test_the_node_of_the_conditions_is_named() -> None:
    assert [each.node for each in diagnosed(READY).nodes] == ["w-17"]


def test_conditions_do_not_outweigh_a_complaint() -> None:
    # calico-node does not take the condition back when it fails.
    assert NodeState.HEALTHY not in _states(READY, f"$ kubectl logs calico-node-x2lqp\n{COMPLAINT}")


def test_numbers_make_no_named_node_unhealthy() -> None:
    found = diagnosed(READY, COUNTS.format(ready=2))
    assert [(each.node, each.state) for each in found.nodes] == [("w-17", NodeState.HEALTHY)]
