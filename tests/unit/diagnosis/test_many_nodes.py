"""A big cluster is told like a small one, and does not ask everybody about everything."""

from calicovet.model.diagnosis import Diagnosis
from tests.unit.diagnosis.pastes import diagnosed

DESCRIBED = """\
Name:         calico-node-{n:05}
Namespace:    kube-system
Node:         node-{n}/10.0.0.{n}
Containers:
  calico-node:
    Image:          docker.io/calico/node:v3.25.0
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Ready:          False
    Restart Count:  12
    Limits:
      memory:  64Mi

"""


def _of_nodes(count: int) -> Diagnosis:
    return diagnosed("".join(DESCRIBED.format(n=number) for number in range(1, count + 1)))


def test_every_node_is_told_of() -> None:
    found = _of_nodes(110)
    assert found.summary.sick == 110
    assert {len(cause.nodes) for cause in found.summary.causes} == {110}


def test_of_many_peers_a_hundred_are_asked() -> None:
    few, many = _of_nodes(5), _of_nodes(110)
    assert len(few.nodes[0].findings[0].contrast.shows_on) == 4
    assert len(many.nodes[0].findings[0].contrast.shows_on) == 100
