from datetime import timedelta

import pytest

from calicovet.causes.runtime.rt_runtime_hung.cause import CAUSE
from calicovet.model.cause import Strength
from calicovet.model.facts import (
    CniInstallSaid,
    ContainerState,
    Fact,
    IpamUpgradeSaid,
    LogShown,
    NodeCondition,
    Running,
    RuntimeAnswered,
    RuntimeContainer,
    RuntimeSaid,
    RuntimeVersion,
    StartDelay,
)
from calicovet.model.remediation.plan import RestartUnit
from calicovet.model.subject import Subject
from tests.unit.causes.signs import case_of, only_sign, strength

_UPGRADE = Subject(node="sick", pod="calico-node-x", container="upgrade-ipam")
_INSTALL = Subject(node="sick", pod="calico-node-x", container="install-cni")
_RUNNING = ContainerState(
    about=_UPGRADE,
    init=True,
    position=0,
    phase=Running.RUNNING,
    container_id="e9b69c3f1449e9e4e5bf",
)
_EMPTY = LogShown(about=_UPGRADE, lines=0, whole=True)
_COMPLAINT = RuntimeSaid(key="rt-runtime-hung:containerd-socket")


def _delay(seconds: int, between: str = "created-and-started") -> StartDelay:
    return StartDelay(about=_UPGRADE, gap=timedelta(seconds=seconds), between=between)


def _lost(container: str) -> RuntimeSaid:
    return RuntimeSaid(key="rt-runtime-hung:exit-lost", details=(("container", container),))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((_delay(120),), Strength.INDICATES),
        ((_delay(262, "pod-and-container"),), Strength.HINTS),
        ((_delay(262, "pod-and-container"), _delay(120)), Strength.INDICATES),
        ((_delay(5),), None),
        ((_delay(60, "pod-and-container"),), None),
        ((_RUNNING, _EMPTY), Strength.INDICATES),
        ((_EMPTY,), None),
        ((_COMPLAINT,), Strength.HINTS),
        ((_RUNNING, _EMPTY, _COMPLAINT), Strength.PROVES),
        ((_delay(120), _COMPLAINT), Strength.PROVES),
        ((RuntimeAnswered(seconds=None),), Strength.INDICATES),
        ((RuntimeAnswered(seconds=31.5),), Strength.INDICATES),
        ((_delay(120), RuntimeAnswered(seconds=None)), Strength.PROVES),
        ((RuntimeAnswered(seconds=4.0),), None),
        ((RuntimeAnswered(seconds=0.1),), None),
        ((RuntimeAnswered(seconds=0.1), _delay(1)), Strength.DENIES),
        ((RuntimeAnswered(seconds=0.1), _delay(120)), Strength.INDICATES),
        ((_RUNNING, _lost("e9b69c3f1449")), Strength.PROVES),
        ((_RUNNING, _lost("0000000000aa")), Strength.HINTS),
        ((), None),
    ],
)
def test_only_several_signs_together_prove_it(
    facts: tuple[Fact, ...], expected: Strength | None
) -> None:
    assert strength(CAUSE, case_of(*facts)) is expected


@pytest.mark.parametrize(
    "word",
    [
        LogShown(about=_UPGRADE, lines=7, whole=False),
        IpamUpgradeSaid(about=_UPGRADE, key="any"),
        CniInstallSaid(about=_INSTALL, key="any"),
    ],
)
def test_an_init_container_that_speaks_denies_it(word: Fact) -> None:
    assert strength(CAUSE, case_of(_delay(120), _COMPLAINT, word)) is Strength.DENIES


def test_one_that_spoke_and_ended_denies_nothing() -> None:
    ended = ContainerState(about=_UPGRADE, init=True, position=0, phase=Running.TERMINATED)
    spoke = LogShown(about=_UPGRADE, lines=7, whole=True)
    said = IpamUpgradeSaid(about=_UPGRADE, key="any")
    assert strength(CAUSE, case_of(ended, spoke, said, _delay(120))) is Strength.INDICATES


def test_the_longest_delay_and_the_container_are_told() -> None:
    sign = only_sign(CAUSE, case_of(_delay(120), _delay(262, "pod-and-container")))
    assert sign is not None
    assert sign.details == {"container": "upgrade-ipam", "delay": "0:04:22"}


@pytest.mark.parametrize(
    ("fact", "units"),
    [
        (RuntimeVersion(version="docker://20.10.7"), ("containerd", "docker", "kubelet")),
        (
            RuntimeContainer(id="e9b6", name="x", state="Running", lister="docker"),
            ("containerd", "docker", "kubelet"),
        ),
        (RuntimeContainer(id="e9b6", name="x", state="Running"), ("containerd", "kubelet")),
        (RuntimeVersion(version="cri-o://1.28.0"), ("crio", "kubelet")),
        (_RUNNING, ("containerd", "kubelet")),
    ],
)
def test_the_plan_restarts_the_runtime_that_is_there(fact: Fact, units: tuple[str, ...]) -> None:
    assert RestartUnit(units) in CAUSE.plan_for(case_of(fact)).steps


def test_a_kubelet_that_gets_no_answer_proves_it_whatever_ran_before() -> None:
    down = NodeCondition(type="Ready", status="False", message="container runtime is down")
    spoken = LogShown(about=_INSTALL, lines=12, whole=True)
    assert strength(CAUSE, case_of(down, spoken)) is Strength.PROVES


def test_a_kubelet_that_waits_for_the_network_says_nothing_of_the_runtime() -> None:
    message = "container runtime network not ready: NetworkReady=false"
    waits = NodeCondition(type="Ready", status="False", message=message)
    assert strength(CAUSE, case_of(waits)) is None


def test_what_the_runtime_said_before_calico_node_ran_is_over() -> None:
    runs = ContainerState(
        about=Subject(node="sick", pod="calico-node-x", container="calico-node"),
        init=False,
        position=0,
        phase=Running.RUNNING,
    )
    assert strength(CAUSE, case_of(_COMPLAINT)) is Strength.HINTS
    assert strength(CAUSE, case_of(_COMPLAINT, runs)) is None
