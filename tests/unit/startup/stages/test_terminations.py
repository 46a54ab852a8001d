"""Restarts count for flapping by when they were."""

from datetime import timedelta

import pytest

from calicovet.model.facts import PodListed, RunningFor
from calicovet.model.subject import Subject
from calicovet.startup.stages.terminations import restarts_often

POD = PodListed(
    about=Subject("edge-2", "kube-system", "calico-node-x7k2p"),
    ready=1,
    total=1,
    status="Running",
    restarts=8,
)


@pytest.mark.parametrize(("hours", "often"), [(1, True), (50, False)])
def test_a_container_that_runs_for_hours_does_not_restart_often(hours: int, often: bool) -> None:
    about = Subject("edge-2", "kube-system", "calico-node-x7k2p", "calico-node")
    runs = RunningFor(about=about, duration=timedelta(hours=hours))
    assert restarts_often([POD, runs]) is often
    assert restarts_often([POD])
