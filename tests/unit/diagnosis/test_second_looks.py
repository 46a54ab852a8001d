"""What seems to be the reason at first sight, and what a second look at the same text says."""

from calicovet.model.diagnosis import SummaryVerdict
from tests.unit.diagnosis.pastes import diagnosed, node

LISTED = """\
root@m1:~# kubectl get pods -n kube-system -o wide | grep calico-node
calico-node-4fq2d   1/1     Running   0             12d   10.0.0.5   w1
calico-node-zz9qp   0/1     Running   25 (2m ago)   3h    10.0.0.7   w3
root@m1:~# kubectl describe pod calico-node-zz9qp -n kube-system | tail -2
  Warning  Unhealthy  2m (x50 over 3h)   kubelet  Liveness probe failed: Get "http://localhost:9099/liveness": dial tcp 127.0.0.1:9099: connect: connection refused
  Normal   Killing    2m (x25 over 3h)   kubelet  Container calico-node failed liveness probe, will be restarted
root@w3:~# uptime; nproc
 10:00:00 up 10 days,  load average: 60.10, 59.00, 58.00
8
"""
PEER = """\
root@w1:~# uptime; nproc
 10:00:00 up 10 days,  load average: {load}, 79.00, 78.00
8
"""


def named(text: str) -> list[str]:
    return [cause.name for cause in diagnosed(text).summary.causes]


def test_a_load_that_a_healthy_node_bears_as_well_is_not_the_reason() -> None:
    assert named(LISTED + PEER.format(load="80.10")) == []


def test_a_load_that_no_healthy_node_has_is_the_likely_one() -> None:
    assert named(LISTED + PEER.format(load="1.10")) == ["host-overload-probe-kill"]


def test_a_probe_that_goes_on_failing_is_not_called_a_matter_of_the_first_seconds() -> None:
    text = """\
kubectl get pods -n kube-system -o wide | grep calico-node
calico-node-bbbbb   0/1     Running   0    1h   10.0.0.6   w2
kubectl -n kube-system logs calico-node-bbbbb | grep autodetected
2024-03-01 10:00:01.200 [INFO][9] startup/autodetection_methods.go 103: Using autodetected IPv4 address on interface br-1234: 172.18.0.1/16
kubectl -n kube-system describe pod calico-node-bbbbb | tail -1
  Warning  Unhealthy  3s ({seen}20m)  kubelet  Readiness probe failed: calico/node is not ready: BIRD is not ready: BGP not established with 10.0.0.7
"""
    often, once = diagnosed(text.format(seen="x120 over ")), diagnosed(text.format(seen="x2 over "))
    assert "bgp-not-yet" not in {herring.key for herring in often.red_herrings}
    assert "bgp-not-yet" in {herring.key for herring in once.red_herrings}


def test_a_pod_in_one_line_of_json_is_read() -> None:
    text = (
        '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"calico-node-aaaaa","namespace":"kube-system"},'
        '"spec":{"nodeName":"w1","containers":[{"name":"calico-node","image":"calico/node:v3.27.0"}]},'
        '"status":{"phase":"Running","containerStatuses":[{"name":"calico-node","ready":true,"restartCount":0,'
        '"state":{"running":{"startedAt":"2024-03-01T10:00:00Z"}}}]}}\n'
    )
    assert diagnosed(text).summary.verdict is SummaryVerdict.HEALTHY


def test_a_node_within_a_quoted_message_is_not_claimed_sick() -> None:
    found = diagnosed(
        "calico-node is in CrashLoopBackOff on w2 with \"Calico node 'w1' is already using the "
        'IPv4 address 172.17.0.1".\n'
        "root@w1:~# uptime\n 10:00:00 up 10 days,  load average: 0.10, 0.00, 0.00\n"
    )
    assert node(found, "w2").state == "sick"
    assert node(found, "w1").state != "sick"
