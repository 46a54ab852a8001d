"""Pods that only old events speak of."""

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


def test_a_pod_that_the_list_no_longer_has_is_nobody() -> None:
    assert [each.node for each in diagnosed(LIST + EVENTS).nodes] == ["node-a"]


def test_without_a_list_its_events_are_all_there_is() -> None:
    assert [each.pod for each in diagnosed(EVENTS).nodes] == ["kube-system/calico-node-gggg1"]
