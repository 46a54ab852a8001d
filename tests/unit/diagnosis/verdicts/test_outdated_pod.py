"""A template that was changed already is not edited again: the pod that is older than it is deleted."""

import pytest

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.remediation.plan import RestartPod, SetSetting
from tests.unit.diagnosis.pastes import diagnosed, node
from tests.unit.diagnosis.test_recovered import SICK

TABLE = """\
$ kubectl get ds -n kube-system calico-node
NAME          DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR            AGE
calico-node   3         3         2       {updated}            2           kubernetes.io/os=linux   5d
"""
OBJECT = """\
$ kubectl get ds -n kube-system calico-node -o yaml
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: calico-node
  namespace: kube-system
spec:
  updateStrategy:
    type: {strategy}
status:
  currentNumberScheduled: 3
  desiredNumberScheduled: 3
  numberReady: 2
{updated}"""


def steps(*texts: str) -> list[type]:
    found: NodeDiagnosis = node(diagnosed("".join(texts)), "w-2")
    plan = found.findings[0].plan
    assert plan is not None
    return [type(step) for step in plan.steps]


@pytest.mark.parametrize(
    "shown",
    [TABLE.format(updated=0), OBJECT.format(strategy="OnDelete", updated="")],
)
def test_the_pod_is_deleted_where_no_pod_has_the_present_template(shown: str) -> None:
    assert steps(SICK, shown) == [RestartPod]


@pytest.mark.parametrize(
    "shown",
    [
        "",
        TABLE.format(updated=3),
        OBJECT.format(strategy="OnDelete", updated="  updatedNumberScheduled: 3\n"),
        OBJECT.format(strategy="RollingUpdate", updated=""),
    ],
)
def test_the_template_is_edited_where_the_pods_are_made_from_it(shown: str) -> None:
    assert SetSetting in steps(SICK, shown)
