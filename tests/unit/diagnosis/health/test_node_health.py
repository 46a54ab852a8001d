"""Which nodes are unhealthy, which are healthy, and which are unknown."""

from datetime import timedelta

import pytest

from calicovet.diagnosis.health.node_health import (
    is_flapping,
    shows_sickness,
    speaks_of_calico,
    state_of,
)
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import (
    ApiCallFailed,
    CallError,
    Claimed,
    CniPluginSaid,
    ContainerState,
    EventSeen,
    Fact,
    FatalLine,
    FelixHealth,
    KilledByProbe,
    LoadAverage,
    Milestone,
    MilestoneReached,
    NodeListed,
    PodListed,
    Probe,
    ProbeFailed,
    Running,
    StartupSaid,
    Topic,
)
from calicovet.model.subject import Subject

POD = Subject("b", "kube-system", "calico-node-x7k2p")


def row(ready: int, status: str, **more: object) -> PodListed:
    return PodListed(about=POD, ready=ready, total=1, status=status, **more)  # type: ignore[arg-type]


def container(phase: Running, *, init: bool = False, **more: object) -> ContainerState:
    return ContainerState(about=POD, init=init, position=0, phase=phase, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ((row(1, "Running"),), NodeState.HEALTHY),
        ((row(0, "Running"),), NodeState.SICK),
        ((row(0, "Init:0/3"),), NodeState.SICK),
        ((row(1, "Terminating"),), NodeState.SICK),
        ((container(Running.RUNNING, ready=True),), NodeState.HEALTHY),
        ((container(Running.RUNNING, ready=False),), NodeState.SICK),
        ((container(Running.WAITING),), NodeState.SICK),
        ((container(Running.RUNNING),), NodeState.UNCLEAR),
        ((container(Running.RUNNING, init=True),), NodeState.SICK),
        ((container(Running.TERMINATED, init=True, exit_code=0),), NodeState.UNCLEAR),
        ((Claimed(topic=Topic.SICK),), NodeState.SICK),
        ((Claimed(topic=Topic.HEALTHY),), NodeState.HEALTHY),
        ((FelixHealth(live=True, ready=True),), NodeState.HEALTHY),
        ((FelixHealth(live=True, ready=False),), NodeState.UNCLEAR),
        ((StartupSaid(key="x", fatal=True),), NodeState.SICK),
        ((), NodeState.UNCLEAR),
    ],
)
def test_the_state_follows_the_newest_word(facts: tuple[Fact, ...], state: NodeState) -> None:
    assert state_of(facts) is state


def test_the_newest_row_counts() -> None:
    assert state_of((row(1, "Running"), row(0, "CrashLoopBackOff"))) is NodeState.HEALTHY


def test_the_others_are_healthy_unless_something_else_is_told_of_them() -> None:
    load = LoadAverage(about=Subject("a"), one=1.0)
    assert state_of((load,), others_are_healthy=True) is NodeState.HEALTHY
    assert state_of((row(0, "Running"),), others_are_healthy=True) is NodeState.SICK


@pytest.mark.parametrize(
    "fact",
    [
        ProbeFailed(probe=Probe.LIVENESS, text="Get http://127.0.0.1:9099/liveness: refused"),
        ProbeFailed(probe=Probe.LIVENESS, text="", count=9),
        ApiCallFailed(error=CallError.TIMEOUT, process="startup"),
        EventSeen(about=POD, type="Warning", reason="BackOff", message="m"),
        KilledByProbe(probe=Probe.LIVENESS),
        FatalLine(text="boom", process="felix"),
        MilestoneReached(milestone=Milestone.NODE_FAILED_TO_START),
    ],
)
def test_a_fact_may_tell_of_sickness_by_itself(fact: Fact) -> None:
    assert shows_sickness(fact)


@pytest.mark.parametrize(
    "fact",
    [
        ProbeFailed(probe=Probe.LIVENESS, text="Get http://10.0.0.9:80/: refused"),
        ApiCallFailed(error=CallError.TIMEOUT, process="kube-proxy"),
        EventSeen(about=Subject(pod="nginx"), type="Warning", reason="BackOff", message="m"),
        MilestoneReached(milestone=Milestone.NODE_NAMED),
        LoadAverage(one=400.0),
        FatalLine(text="boom"),
    ],
)
def test_other_peoples_troubles_do_not_count(fact: Fact) -> None:
    assert not shows_sickness(fact)


def test_a_row_in_the_list_of_nodes_says_nothing_of_calico() -> None:
    assert not speaks_of_calico((NodeListed(about=Subject("b"), status="Ready"),))
    assert speaks_of_calico((row(1, "Running"),))


OTHER = Subject("b", "kube-system", "coredns-5d78c9869d-9vkzt")


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (CniPluginSaid(about=OTHER, key="cni-cluster-information"), True),
        (ApiCallFailed(about=OTHER, error=CallError.TIMEOUT, process="cni-plugin"), True),
        # Another network's plugin, another pod's own call, its event.
        (CniPluginSaid(about=OTHER, key="rt-cni-leftover-config:plugin"), False),
        (ApiCallFailed(about=OTHER, error=CallError.TIMEOUT, process="stranger"), False),
        (EventSeen(about=OTHER, type="Warning", reason="BackOff", message=""), False),
    ],
)
def test_the_plugin_speaks_of_calico_for_every_pod_it_refuses(fact: Fact, expected: bool) -> None:
    assert speaks_of_calico((fact,)) is expected


def test_many_restarts_for_its_age_or_a_late_one_is_flapping() -> None:
    assert is_flapping((row(1, "Running", restarts=157, age=timedelta(days=57)),))
    assert not is_flapping((row(1, "Running", restarts=2, age=timedelta(days=57)),))
    assert is_flapping((row(1, "Running", restarts=1, restarted_ago=timedelta(minutes=5)),))
    assert not is_flapping((row(1, "Running", restarts=9, restarted_ago=timedelta(days=5)),))
    assert not is_flapping((row(1, "Running", restarts=9),))
    assert not is_flapping(())


class TestRowsOfEventsWithoutTheirPod:
    def failed(self, message: str, **more: object) -> EventSeen:
        return EventSeen(type="Warning", reason="Failed", message=message, **more)  # type: ignore[arg-type]

    def test_a_failure_that_lasts_or_names_calico_shows_sickness(self) -> None:
        assert shows_sickness(self.failed("Error: no such mount: /opt/cni/bin", count=12))
        assert shows_sickness(self.failed('Failed to pull image "docker.io/calico/cni:v3.27.0"'))

    def test_one_failure_of_an_unknown_pod_does_not(self) -> None:
        assert not shows_sickness(self.failed("Error: no such mount: /opt/cni/bin"))

    def test_nor_one_of_another_workload(self) -> None:
        other = Subject(pod="nginx-7d8b49557f-x2x5p")
        assert not shows_sickness(self.failed("Error: calico", about=other, count=12))
        assert not shows_sickness(self.failed("Error: calico", object="job/backup", count=12))

    def test_a_restart_of_an_unknown_pod_is_not_calico_nodes(self) -> None:
        backs_off = EventSeen(type="Warning", reason="BackOff", message="Back-off", count=99)
        assert not shows_sickness(backs_off)
