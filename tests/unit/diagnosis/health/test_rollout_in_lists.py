"""Young pods among ready ones in a list: a rollout, where nothing else speaks of a failure."""

import pytest

from calicovet.model.diagnosis import NodeState, Passage, SummaryVerdict
from tests.unit.diagnosis.pastes import diagnosed, node

_HEADING = "NAME                READY   STATUS    RESTARTS   AGE   IP           NODE"
_OTHERS = """\
calico-node-p4s8n   1/1     Running   0          1m    192.0.2.31   bx-1
calico-node-w9d2k   1/1     Running   0          72d   192.0.2.33   bx-3"""
_STARTING = "calico-node-z7c5f   0/1     Running   0          9s    192.0.2.32   bx-2"
_GOING = "calico-node-z7c5f   1/1     Terminating   0      72d   192.0.2.32   bx-2"


def _paste(row: str, *, before: str = "", behind: str = "", others: str = _OTHERS) -> str:
    typed = "$ kubectl get pods -n calico-system -o wide -l k8s-app=calico-node"
    return "\n".join((before, typed, _HEADING, others, row, "", behind))


@pytest.mark.parametrize(
    ("row", "passage"),
    [
        (_STARTING, Passage.STARTING),
        (_STARTING.replace("Running  ", "Init:1/2 "), Passage.STARTING),
        (_STARTING.replace("Running  ", "PodInitializing"), Passage.STARTING),
        (_GOING, Passage.REPLACED),
    ],
)
def test_a_pod_of_a_rollout_is_not_unhealthy(row: str, passage: Passage) -> None:
    found = diagnosed(_paste(row))
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    assert (node(found, "bx-2").state, node(found, "bx-2").passage) == (NodeState.UNCLEAR, passage)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(_paste(_STARTING.replace("9s ", "9m ")), id="too old"),
        pytest.param(_paste(_STARTING.replace("Running   0 ", "Running   2 ")), id="restarted"),
        pytest.param(
            _paste(_STARTING, before="calico-node does not become ready on bx-2.\n"),
            id="a person complains",
        ),
        pytest.param(
            _paste(_STARTING, before="bx-2 上的 calico-node 一直起不来。\n"),
            id="the same in Chinese",
        ),
        pytest.param(_paste(_STARTING, others=""), id="no other pod is ready"),
        pytest.param(
            _paste(_GOING, others=_OTHERS.replace("1m ", "3d ")), id="it goes, and none is young"
        ),
        pytest.param(
            _paste(
                _STARTING,
                behind="$ kubectl -n calico-system describe pod calico-node-z7c5f\n"
                "Name:         calico-node-z7c5f\nNamespace:    calico-system\nNode:         bx-2/192.0.2.32\n"
                "Containers:\n  calico-node:\n    State:          Running\n    Ready:          False\n",
            ),
            id="the pod was examined",
        ),
    ],
)
def test_it_is_unhealthy_otherwise(text: str) -> None:
    assert node(diagnosed(text), "bx-2").state is NodeState.SICK
