"""Pods that only old events speak of."""

from calicovet.model.finding import NAMED
from tests.unit.diagnosis.pastes import diagnosed

EVENTS = """\
$ kubectl -n kube-system get events
LAST SEEN   TYPE      REASON      OBJECT                  MESSAGE
3m          Warning   Unhealthy   pod/calico-node-gggg1   Readiness probe failed: calico/node is not ready: felix is not ready: readiness probe reporting 503
"""
LIST = """\
$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-node-9qz4m   1/1     Running   0          2d    192.0.2.11   node-a
"""


def test_a_pod_that_the_list_no_longer_has_makes_no_node() -> None:
    assert [each.node for each in diagnosed(LIST + EVENTS).nodes] == ["node-a"]


def test_without_a_list_its_events_are_all_there_is() -> None:
    assert [each.pod for each in diagnosed(EVENTS).nodes] == ["kube-system/calico-node-gggg1"]


JOURNAL = """\
[root@node-b ~]# journalctl -u kubelet --since -1h --no-pager
Nov 16 11:35:33 node-b kubelet[157]: E1116 11:35:33.123456     157 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/host-path/0d3c-bpffs podName:0d3c nodeName:}" failed. Error: MountVolume.SetUp failed for volume "bpffs" (UniqueName: "kubernetes.io/host-path/0d3c-bpffs") pod "calico-node-old12" (UID: "0d3c") : hostPath type check failed: /sys/fs/bpf is not a directory
"""
WAITS = """\
$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS     RESTARTS   AGE   IP           NODE
calico-node-new34   0/1     Init:0/3   0          4m    192.0.2.12   node-b
"""


def test_what_troubled_a_pod_before_this_one_is_not_held_against_it() -> None:
    (node,) = diagnosed(WAITS + JOURNAL).nodes
    assert [each.name for each in node.findings if each.verdict in NAMED] == []


def test_what_troubles_this_very_pod_is() -> None:
    (node,) = diagnosed(WAITS + JOURNAL.replace("calico-node-old12", "calico-node-new34")).nodes
    assert [each.name for each in node.findings if each.verdict in NAMED] == [
        "rt-hostpath-type-check"
    ]
