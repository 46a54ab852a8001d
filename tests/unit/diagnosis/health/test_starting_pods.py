"""A pod that began just before the evidence ends is starting; one that others have outlived hangs."""

from dataclasses import replace

import pytest

from calicovet.diagnosis.assembly.pipeline import assemble
from calicovet.diagnosis.health.node_states import with_states
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeState, Passage
from calicovet.model.evidence import Snapshot
from tests.unit.diagnosis.pastes import paste

_PODS = """$ kubectl -n kube-system get pods -o yaml
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata: {name: calico-node-x6wdb, namespace: kube-system, labels: {k8s-app: calico-node}}
  spec: {nodeName: n1, containers: [{name: calico-node}]}
  status:
    phase: Running
    startTime: "2024-05-07T10:00:00Z"
    containerStatuses:
    - {name: calico-node, ready: false, restartCount: RESTARTS, state: {running: {startedAt: "2024-05-07T10:00:05Z"}}}
- apiVersion: v1
  kind: Pod
  metadata: {name: calico-node-4fkzq, namespace: kube-system, labels: {k8s-app: calico-node}}
  spec: {nodeName: n2, containers: [{name: calico-node}]}
  status:
    phase: Running
    startTime: "2024-05-07T08:00:00Z"
    containerStatuses:
    - {name: calico-node, ready: true, restartCount: 0, state: {running: {startedAt: "2024-05-07T08:00:05Z"}}}
"""
_LOG = """$ kubectl -n kube-system logs calico-node-4fkzq -c calico-node
2024-05-07 10:TIME.000 [INFO][61] felix/int_dataplane.go 1836: Completed first update to dataplane. secondsSinceStart=3.2
"""


def _young(text: str) -> NodeView:
    fleet = assemble(Snapshot((paste(text),)))
    nodes = with_states(fleet.nodes, fleet.facts, live=False, now=None)
    return next(view for view in replace(fleet, nodes=nodes).nodes if view.name == "n1")


def _text(*, restarts: int = 0, last_word: str = "") -> str:
    log = _LOG.replace("TIME", last_word) if last_word else ""
    return _PODS.replace("RESTARTS", str(restarts)) + log


def test_a_pod_is_starting_where_others_are_heard_of_for_seconds_after_its_beginning() -> None:
    young = _young(_text(last_word="00:20"))
    assert (young.state, young.passage) == (NodeState.UNCLEAR, Passage.STARTING)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(_text(last_word="04:00"), id="others are heard of four minutes later"),
        pytest.param(_text(), id="no other is heard of: how long the evidence goes on is unknown"),
        pytest.param(_text(restarts=2, last_word="00:20"), id="it was restarted"),
    ],
)
def test_it_is_unhealthy_otherwise(text: str) -> None:
    assert (_young(text).state, _young(text).passage) == (NodeState.SICK, None)
