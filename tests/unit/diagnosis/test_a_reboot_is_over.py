"""A node that was rebooted and is ready again is healthy."""

from calicovet.model.diagnosis import NodeState, SummaryVerdict
from tests.unit.diagnosis.pastes import diagnosed, node

REBOOTED = """$ kubectl describe pod -n kube-system calico-node-8vx2q
Name:                 calico-node-8vx2q
Namespace:            kube-system
Node:                 rack-b1/10.31.0.4
Status:               Running
Containers:
  calico-node:
    Image:          docker.io/calico/node:v3.24.5
    State:          Running
      Started:      Thu, 04 Apr 2024 09:12:20 +0000
    Last State:     Terminated
      Reason:       Unknown
      Exit Code:    255
      Started:      Fri, 05 Jan 2024 10:00:00 +0000
      Finished:     Thu, 04 Apr 2024 09:11:31 +0000
    Ready:          True
    Restart Count:  2
$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS    RESTARTS      AGE   IP           NODE      NOMINATED NODE   READINESS GATES
calico-node-8vx2q   1/1     Running   2 (20m ago)   24h   10.31.0.4    rack-b1   <none>           <none>
calico-node-9kq5d   1/1     Running   0             24h   10.31.0.5    rack-b2   <none>           <none>
"""


def test_no_node_is_sick_and_nothing_is_asked() -> None:
    found = diagnosed(REBOOTED)
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    assert (found.summary.sick, found.summary.healthy, found.summary.causes) == (0, 2, ())
    assert node(found, "rack-b1").state is NodeState.HEALTHY
    assert node(found, "rack-b1").next is None


def test_what_happened_is_told_with_a_time_that_people_read() -> None:
    [reboot] = node(diagnosed(REBOOTED), "rack-b1").findings
    assert reboot.name == "rt-node-reboot-transient"
    assert reboot.details["finished"] == "2024-04-04 09:11 UTC"
