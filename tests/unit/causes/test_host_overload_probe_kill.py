import pytest

from calicovet.causes.host.host_overload_probe_kill.cause import CAUSE
from calicovet.model.cause import Strength
from calicovet.model.facts import (
    Claimed,
    ContainerExit,
    CpuCount,
    CpuPressure,
    Fact,
    FelixHealth,
    KilledByProbe,
    LoadAverage,
    Milestone,
    MilestoneReached,
    Probe,
    ProbeFailed,
    ProbeSpec,
    Topic,
)
from tests.unit.causes.signs import case_of, only_sign, strength

_HIGH = LoadAverage(one=412.07, five=398.51, fifteen=377.9)
_CPUS = CpuCount(count=32)
_REFUSED = ProbeFailed(
    probe=Probe.LIVENESS, text="Get http://127.0.0.1:9099/liveness: connection refused"
)
_ENDED = MilestoneReached(milestone=Milestone.STARTUP_FINISHED, process="startup")
_FELIX = MilestoneReached(milestone=Milestone.FELIX_BEGAN, process="felix")
_READY = FelixHealth(live=True, ready=True)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((_HIGH, _CPUS, _REFUSED, _ENDED), Strength.PROVES),
        ((_HIGH, _CPUS, KilledByProbe(probe=Probe.LIVENESS), _ENDED), Strength.PROVES),
        ((_HIGH, _CPUS, _REFUSED), Strength.INDICATES),
        ((_HIGH, _CPUS, _REFUSED, _ENDED, _FELIX), Strength.INDICATES),
        ((_HIGH, _CPUS, _REFUSED, _READY), Strength.HINTS),
        ((_HIGH, _CPUS), Strength.HINTS),
        ((_HIGH, _CPUS, KilledByProbe(probe=Probe.READINESS)), Strength.HINTS),
        ((_HIGH, _REFUSED, _ENDED), None),
        ((LoadAverage(one=40, five=40, fifteen=40), _CPUS, _REFUSED, _ENDED), None),
        ((LoadAverage(one=8, five=8, fifteen=8), _CPUS, _REFUSED, _ENDED), Strength.DENIES),
        ((LoadAverage(one=8, five=300, fifteen=300), _CPUS), None),
        ((LoadAverage(one=0.4, five=0.4, fifteen=0.2),), Strength.DENIES),
        ((LoadAverage(one=5, five=5, fifteen=5),), None),
        ((_REFUSED, _ENDED), Strength.HINTS),
        ((_REFUSED,), None),
        ((_READY,), Strength.DENIES),
        ((Claimed(topic=Topic.LOAD_HIGH, value="300"), _READY), Strength.HINTS),
        ((Claimed(topic=Topic.LOAD_HIGH),), Strength.HINTS),
        ((_HIGH, _CPUS, _REFUSED, _ENDED, ContainerExit(reason="OOMKilled")), Strength.DENIES),
        ((), None),
    ],
)
def test_only_the_three_together_prove_it(
    facts: tuple[Fact, ...], expected: Strength | None
) -> None:
    assert strength(CAUSE, case_of(*facts)) is expected


@pytest.mark.parametrize(
    ("text", "timed_out", "counts"),
    [
        ("", False, True),
        ("", True, True),
        (
            "Get http://localhost:9099/liveness: net/http: request canceled (Client.Timeout exceeded)",
            False,
            True,
        ),
        ("HTTP probe failed with statuscode: 503", False, False),
        ("calico/node is not ready: bird/confd is not live: exit status 1", False, False),
    ],
)
def test_a_probe_that_was_answered_does_not_count(text: str, timed_out: bool, counts: bool) -> None:
    failed = ProbeFailed(probe=Probe.LIVENESS, text=text, timed_out=timed_out)
    found = strength(CAUSE, case_of(_HIGH, _CPUS, failed, _ENDED))
    assert (found is Strength.PROVES) is counts


@pytest.mark.parametrize(
    ("own", "theirs", "heavy"), [(231.6, 4.1, True), (231.6, 120.0, False), (12.0, 0.1, False)]
)
def test_without_processors_a_peer_shows_what_is_too_much(
    own: float, theirs: float, heavy: bool
) -> None:
    case = case_of(
        LoadAverage(one=own, five=own, fifteen=own),
        _REFUSED,
        _ENDED,
        peers=((LoadAverage(one=theirs),), (_CPUS,)),
    )
    assert (strength(CAUSE, case) is Strength.PROVES) is heavy


def test_a_load_that_its_processors_carry_is_not_too_much_against_an_idle_peer() -> None:
    case = case_of(
        LoadAverage(one=60, five=60, fifteen=60),
        CpuCount(count=96),
        _REFUSED,
        _ENDED,
        peers=((LoadAverage(one=1.0),),),
    )
    assert strength(CAUSE, case) is Strength.DENIES


def test_pressure_stands_for_a_load_whose_processors_are_not_known() -> None:
    waiting = CpuPressure(what="iowait", percent=83.0)
    idle = CpuPressure(what="idle", percent=83.0)
    assert strength(CAUSE, case_of(_HIGH, waiting, _REFUSED, _ENDED)) is Strength.PROVES
    assert strength(CAUSE, case_of(_HIGH, idle, _REFUSED, _ENDED)) is None


def test_the_probe_is_told_where_it_is_known() -> None:
    probe = ProbeSpec(probe=Probe.LIVENESS, handler="http", delay=5, timeout=1, failures=6)
    sign = only_sign(CAUSE, case_of(_HIGH, _CPUS, probe, _REFUSED, _ENDED))
    assert sign is not None
    assert sign.details == {
        "load": "412.07",
        "cpus": "32",
        "delay": "5",
        "timeout": "1",
        "failures": "6",
    }


def test_a_tight_probe_may_be_made_more_patient_instead() -> None:
    tight = ProbeSpec(probe=Probe.LIVENESS, handler="http", timeout=1)
    assert CAUSE.plan_for(case_of(tight)).instead is not None
    assert CAUSE.plan_for(case_of(_HIGH)).instead is None
