"""What is asked next of a text that names no cause."""

from tests.unit.diagnosis.pastes import diagnosed, node

BEING_PULLED = """\
root@k8smaster:~# kubectl get pod -n calico-system -o wide
NAME                READY   STATUS     RESTARTS   AGE   IP         NODE
calico-node-68kl9   0/1     Init:0/2   0          92s   10.0.0.9   w5

root@k8smaster:~# kubectl describe pod calico-node-68kl9 -n calico-system | tail -5
Events:
  Type     Reason       Age    From               Message
  ----     ------       ----   ----               -------
  Normal   Scheduled    91s    default-scheduler  Successfully assigned calico-system/calico-node-68kl9 to w5
  Normal   Pulling      89s    kubelet            Pulling image "docker.io/calico/pod2daemon-flexvol:v3.29.2"
"""


def test_a_pod_that_still_pulls_is_described_and_has_no_log() -> None:
    question = node(diagnosed(BEING_PULLED), "w5").next
    assert question is not None and "describe pod calico-node-68kl9" in question.command


NOT_CREATED = """\
The tigera-operator pod crashes:
```
{"level":"error","ts":1625482450.1,"logger":"controller-runtime.manager","msg":"Failed to get API Group-Resources","error":"Get \\"https://x.example.io:443/api?timeout=32s\\": dial tcp: i/o timeout"}
{"level":"error","ts":1625482450.2,"logger":"setup","msg":"unable to start manager","error":"Get \\"https://x.example.io:443/api?timeout=32s\\": dial tcp: i/o timeout"}
```
calico-node is not there.
"""


def test_the_log_of_a_pod_that_is_not_created_is_not_asked_for() -> None:
    for found in diagnosed(NOT_CREATED).nodes:
        assert found.next is None or " logs " not in found.next.command


QUOTED = """\
calico-node does not start on our ARM hosts:
```
calico-node pod failing to run: Bad return code from ipset list - Kernel error received: Invalid argument
```
"""


def test_a_line_that_speaks_for_a_cause_is_not_asked_for_again() -> None:
    [found] = diagnosed(QUOTED).nodes
    assert found.next is not None and found.next.command == "lsmod"


MOUNT_REFUSED = """\
calico-node on k3s:
```
  Normal   Pulled     9m44s                   kubelet            Successfully pulled image "docker.io/calico/cni:v3.27.0" in 2.722s
  Warning  Failed     7m35s (x12 over 9m44s)  kubelet            Error: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /opt/cni/bin
```
"""


def test_why_a_container_is_not_made_is_told_or_shown() -> None:
    [found] = diagnosed(MOUNT_REFUSED).nodes
    assert found.state == "sick"
    named = any(one.verdict in ("proven", "likely") for one in found.findings)
    assert named or "bind source path" in found.look_at[0].excerpt


RETRIES = """\
$ kubectl -n kube-system logs calico-node-vx655 -c calico-node | grep WARNING
2022-11-22 05:43:55.148 [WARNING][102] felix/ipip_mgr.go 88: Failed configure IPIP tunnel device, retrying... error=message too long
2022-11-22 05:43:56.149 [WARNING][102] felix/ipip_mgr.go 88: Failed configure IPIP tunnel device, retrying... error=message too long
$ kubectl -n kube-system get pods
NAME                READY   STATUS    RESTARTS   AGE
calico-node-vx655   0/1     Running   0          61m
"""


def test_what_it_complains_of_again_and_again_is_shown() -> None:
    [found] = diagnosed(RETRIES).nodes
    named = any(one.verdict in ("proven", "likely") for one in found.findings)
    assert named or "message too long" in found.look_at[0].excerpt
    # The start-up program ended well an hour ago.
    assert found.next is not None
    assert "ip-conflict-duplicate" not in found.next.decides_between
