"""Events of some minutes ago say nothing against numbers and conditions of now."""

import pytest

from calicovet.api import diagnose_text
from calicovet.model.diagnosis import SummaryVerdict

EVENTS = """$ kubectl -n kube-system get events | grep calico-node
{age}         Warning   Unhealthy          pod/calico-node-7rt5m   Readiness probe failed: calico/node is not ready: BIRD is not ready: Error querying BIRD: unable to connect to BIRDv4 socket: dial unix /var/run/calico/bird.ctl: connect: connection refused
{age}         Normal    Started            pod/calico-node-7rt5m   Started container calico-node
$ kubectl -n kube-system get ds calico-node
NAME          DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR            AGE
calico-node   5         5         {ready}       5            {ready}           kubernetes.io/os=linux   1y
"""
NODE = """Name:               edge-3
Conditions:
  Type                 Status  LastHeartbeatTime                 LastTransitionTime                Reason                       Message
  ----                 ------  -----------------                 ------------------                ------                       -------
  NetworkUnavailable   False   Wed, 12 Jun 2024 05:11:04 +0000   Wed, 12 Jun 2024 05:11:04 +0000   CalicoIsUp                   Calico is running on this node
  Ready                True    Wed, 12 Jun 2024 09:40:51 +0000   Wed, 12 Jun 2024 05:10:51 +0000   KubeletReady                 kubelet is posting ready status
Events:
  Type     Reason                   Age                  From             Message
  ----     ------                   ----                 ----             -------
  Warning  InvalidDiskCapacity      4h30m                kubelet          invalid capacity 0 on image filesystem
  Warning  ContainerGCFailed        12m (x3 over 4h)     kubelet          rpc error: code = DeadlineExceeded desc = context deadline exceeded
"""


@pytest.mark.parametrize(
    ("age", "ready", "verdict"),
    [
        ("51m", 5, SummaryVerdict.HEALTHY),
        ("40s", 5, SummaryVerdict.UNEXPLAINED),
        ("51m", 4, SummaryVerdict.UNEXPLAINED),
    ],
)
def test_events_of_a_start_are_over_where_the_daemonset_is_complete(
    age: str, ready: int, verdict: SummaryVerdict
) -> None:
    assert diagnose_text(EVENTS.format(age=age, ready=ready)).summary.verdict is verdict


def test_what_the_kubelet_reports_of_its_node_does_not_outweigh_that_it_is_ready() -> None:
    found = diagnose_text(NODE)
    assert (found.summary.verdict, found.summary.causes) == (SummaryVerdict.HEALTHY, ())
