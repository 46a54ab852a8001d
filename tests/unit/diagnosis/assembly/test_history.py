"""What failed before the present calico-node container, or before it was ready last, is over."""

import pytest

from calicovet.model.diagnosis import NodeState
from tests.unit.diagnosis.pastes import diagnosed, node

PODS = """\
$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-node-4jx7k   1/1     Running   0          46h   10.1.0.11    gz-1
calico-node-zq9wl   {ready}     Running   {restarts}          46h   10.1.0.13    gz-3
"""
DESCRIBED = """\
$ kubectl -n kube-system describe pod calico-node-zq9wl
Name:             calico-node-zq9wl
Namespace:        kube-system
Node:             gz-3/10.1.0.13
Containers:
  calico-node:
    Container ID:   containerd://abc
    State:          Running
      Started:      Mon, 11 Mar 2024 10:00:00 +0000
    Ready:          False
    Restart Count:  {restarts}
"""
JOURNAL = """\
[root@gz-3 ~]# journalctl -k -o short-iso --no-pager
{at}+0000 gz-3 kernel[1]: Memory cgroup out of memory: Killed process 41233 (calico-node) total-vm:1843220kB, anon-rss:262144kB, file-rss:31744kB
"""
FATAL = """\
$ kubectl -n kube-system logs calico-node-zq9wl -c calico-node
{at} [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map error=Get "https://10.96.0.1:443/api/v1/namespaces/kube-system/configmaps/kubeadm-config?timeout=2s": dial tcp 10.96.0.1:443: i/o timeout
2024-03-11 14:30:00.000 [INFO][78] confd/watchercache.go 186: Full resync is required
"""
OBJECT = """\
$ kubectl -n kube-system get pod calico-node-zq9wl -o yaml
apiVersion: v1
kind: Pod
metadata:
  name: calico-node-zq9wl
  namespace: kube-system
spec:
  nodeName: gz-3
  containers:
  - name: calico-node
    image: docker.io/calico/node:v3.27.2
status:
  phase: Running
  conditions:
  - type: Ready
    status: "False"
    lastTransitionTime: "{since}"
  containerStatuses:
  - name: calico-node
    ready: false
    restartCount: 0
    state:
      running:
        startedAt: "2024-03-09T10:00:00Z"
"""
PULLED = """\
$ kubectl get events -n kube-system
LAST SEEN   TYPE      REASON   OBJECT                  MESSAGE
45h         Warning   Failed   pod/calico-node-zq9wl   Failed to pull image "docker.io/calico/node:v3.26.1": rpc error: code = Unknown desc = dial tcp: lookup registry-1.docker.io: no such host
"""


def _names(*texts: str) -> list[str]:
    return [cause.name for cause in diagnosed(*texts).summary.causes]


@pytest.mark.parametrize(
    ("at", "restarts", "named"),
    [
        ("2024-03-11T09:52:01", 0, False),
        ("2024-03-11T10:05:01", 0, True),
        # A container that was restarted just now: the run before it is part of the trouble.
        ("2024-03-11T09:52:01", 7, True),
    ],
)
def test_a_process_that_was_killed_before_the_container_began_names_nothing(
    at: str, restarts: int, named: bool
) -> None:
    texts = PODS.format(ready="0/1", restarts=restarts), DESCRIBED.format(restarts=restarts)
    found = diagnosed(*texts, JOURNAL.format(at=at))
    assert node(found, "gz-3").state is NodeState.SICK
    assert bool(found.summary.causes) is named


@pytest.mark.parametrize(
    ("at", "named"), [("2024-03-09 10:00:05.000", False), ("2024-03-11 14:19:05.000", True)]
)
def test_what_failed_long_before_the_last_ready_moment_names_nothing(at: str, named: bool) -> None:
    texts = PODS.format(ready="0/1", restarts=0), OBJECT.format(since="2024-03-11T14:20:00Z")
    found = diagnosed(*texts, FATAL.format(at=at))
    assert node(found, "gz-3").state is NodeState.SICK
    assert bool(found.summary.causes) is named


def test_an_image_that_a_running_pod_could_not_pull_at_first_names_nothing() -> None:
    assert _names(PODS.format(ready="0/1", restarts=0), PULLED) == []


def test_an_image_that_a_waiting_pod_cannot_pull_still_counts() -> None:
    waiting = PODS.format(ready="0/1", restarts=0).replace(
        "0/1     Running   0          46h", "0/1     Init:ImagePullBackOff   0          46h"
    )
    assert _names(waiting, PULLED)


START = """\
$ kubectl -n kube-system logs calico-node-x2lqp -c calico-node
2024-05-02 08:00:01.300 [INFO][9] startup/startup.go 492: Determined node name: zz-4
2024-05-02 08:00:31.200 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map error=Get "https://10.96.0.1:443/api/v1/namespaces/kube-system/configmaps/kubeadm-config?timeout=2s": dial tcp 10.96.0.1:443: i/o timeout
2024-05-02 08:00:41.300 [INFO][9] startup/startup.go 90: Datastore connection verified
Calico node started successfully
"""
AT_WORK = """\
2024-05-02 08:00:49.300 [INFO][70] felix/int_dataplane.go 1800: Completed first update to dataplane. secsSinceStart=3.2
2024-05-02 08:00:50.300 [INFO][70] felix/health.go 196: Overall health status changed: live=true ready=true
"""
ENDED = """\
2024-05-02 09:10:50.300 [INFO][70] felix/health.go 196: Overall health status changed: live=true ready=false
2024-05-02 09:11:01.300 [WARNING][71] startup/startup.go 1100: Terminating
Calico node failed to start
"""


@pytest.mark.parametrize(
    ("log", "state"),
    [
        (START, NodeState.SICK),
        (START + AT_WORK, NodeState.HEALTHY),
        (START + AT_WORK + ENDED, NodeState.SICK),
    ],
)
def test_a_start_that_recovers_within_its_log_is_not_unhealthy(log: str, state: NodeState) -> None:
    assert node(diagnosed(log), "zz-4").state is state
