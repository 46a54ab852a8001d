"""What kept a node from being Ready is over where the node is Ready, and where its Node object is a new one."""

import pytest

from calicovet.model.diagnosis import NodeState
from tests.unit.diagnosis.pastes import diagnosed, node

_ROWS = """\
$ kubectl get nodes
NAME    STATUS     ROLES    AGE   VERSION
rk-1    Ready      <none>   90d   v1.29.4
rk-2    {listed}   <none>   90d   v1.29.4
$ kubectl -n kube-system get pods -o wide | grep calico-node
calico-node-4jx7k   1/1   Running   0   80d   192.0.2.11   rk-1   <none>   <none>
calico-node-8fkp2   1/1   Running   0   80d   192.0.2.12   rk-2   <none>   <none>
"""
_EVENTS = """\
$ kubectl get events -A -o json
{{"kind":"EventList","apiVersion":"v1","items":[{{"type":"Warning","reason":"NetworkNotReady","message":"network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized","lastTimestamp":"{at}","count":3,"involvedObject":{{"kind":"Node","name":"rk-2"}},"source":{{"component":"kubelet","host":"rk-2"}}}}]}}
"""
_NODE = """\
$ kubectl get node rk-2 -o yaml
apiVersion: v1
kind: Node
metadata:
  name: rk-2
  creationTimestamp: "{made}"
status:
  conditions:
  - type: Ready
    status: "{ready}"
    reason: {reason}
    message: {message}
    lastTransitionTime: "2026-05-04T10:00:00Z"
"""
_OTHER = {"ready": "False", "reason": "KubeletNotReady", "message": "PLEG is not healthy"}
_WELL = {"ready": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status"}


def _suspected(listed: str, at: str, made: str = "2026-02-01T00:00:00Z", **said: str) -> set[str]:
    texts = (_ROWS.format(listed=listed), _EVENTS.format(at=at), _NODE.format(made=made, **said))
    shown = node(diagnosed(*texts), "rk-2")
    suspected = {"cni-conf-removed", "rt-cni-conf-not-loaded"}
    return {one.name for one in shown.findings if one.name in suspected and one.signs}


def test_an_event_of_the_present_incarnation_counts() -> None:
    assert _suspected("NotReady", "2026-05-04T10:05:00Z", **_OTHER)


def test_an_event_of_a_former_node_of_that_name_is_history() -> None:
    made = "2026-05-04T09:59:00Z"
    assert not _suspected("NotReady", "2026-05-04T09:50:00Z", made, **_OTHER)


@pytest.mark.parametrize("listed", ["Ready   ", "NotReady"])
def test_an_event_from_before_the_node_became_ready_is_history(listed: str) -> None:
    # A list may be older than the Node object.
    assert not _suspected(listed, "2026-05-04T09:50:00Z", **_WELL)


def test_a_ready_node_with_an_old_event_is_healthy() -> None:
    texts = (
        _ROWS.format(listed="Ready   "),
        _EVENTS.format(at="2026-05-04T09:50:00Z"),
        _NODE.format(made="2026-02-01T00:00:00Z", **_WELL),
    )
    assert node(diagnosed(*texts), "rk-2").state is NodeState.HEALTHY
