import pytest

from calicovet.model.remediation.plan import (
    AskHuman,
    DrainNode,
    RestartPod,
    RestartUnit,
    Risk,
    RunKubectl,
    RunOnNode,
    SetSetting,
    Setting,
    Step,
)
from calicovet.remedy.risk import restarts_of, risk_of


def test_the_risk_of_a_plan_is_that_of_its_worst_step() -> None:
    assert risk_of((RestartPod(), DrainNode(), AskHuman("x"))) is Risk.MOVES_WORKLOADS
    assert risk_of(()) is Risk.NONE


@pytest.mark.parametrize(
    ("step", "restarts"),
    [
        (AskHuman("x"), "restarts.none"),
        (RestartPod(), "restarts.one-pod"),
        (DrainNode(), "restarts.workloads"),
        (RestartUnit(("containerd", "kubelet")), "restarts.runtime"),
        (RestartUnit(("docker.service",)), "restarts.runtime"),
        (RestartUnit(("kubelet",)), "restarts.none"),
        (SetSetting(Setting.IP, "autodetect"), "restarts.all-pods"),
        (SetSetting(Setting.DATASTORE_READY, "true"), "restarts.none"),
        (RunOnNode("x", ("ntpdate pool.ntp.org",)), "restarts.none"),
        (RunOnNode("x", ("systemctl restart containerd",)), "restarts.runtime"),
        (RunOnNode("x", ("systemctl restart chronyd",)), "restarts.none"),
        (RunKubectl("x", ("kubectl apply -f crds.yaml",)), "restarts.none"),
        (RunKubectl("x", (), risk=Risk.ROLLS_ALL_NODES), "restarts.all-pods"),
        (RunKubectl("x", (), risk=Risk.RESTARTS_ONE_POD), "restarts.one-pod"),
        (RunOnNode("x", (), risk=Risk.MOVES_WORKLOADS), "restarts.workloads"),
    ],
)
def test_a_step_restarts_what_it_must(step: Step, restarts: str) -> None:
    assert restarts_of((step,)) == restarts


def test_of_several_restarts_the_widest_is_told() -> None:
    roll = SetSetting(Setting.IP, "autodetect")
    assert restarts_of((RestartUnit(("containerd",)), roll)) == "restarts.all-pods"
    assert restarts_of((roll, DrainNode())) == "restarts.workloads"
    assert restarts_of((AskHuman("x"), RestartPod())) == "restarts.one-pod"
    assert restarts_of((RestartPod(), RestartUnit(("containerd",)))) == "restarts.runtime"
    assert restarts_of((RestartPod(), DrainNode())) == "restarts.workloads"
    assert restarts_of(()) == "restarts.none"
