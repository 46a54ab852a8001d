"""Whether calico-node was killed or ended by itself."""

from collections.abc import Iterable
from datetime import timedelta

from calicovet.model.facts import (
    Claimed,
    ContainerExit,
    EventSeen,
    Fact,
    KilledByProbe,
    Milestone,
    MilestoneReached,
    PodListed,
    Probe,
    ProbeFailed,
    Running,
    RunningFor,
    Topic,
)
from calicovet.startup.pod_readiness import alone_in, is_main, is_main_state

_FROM_OUTSIDE = frozenset({0, 137, 143})
_LATELY = timedelta(hours=1)
_OFTEN = timedelta(hours=6)


def restarts(facts: Iterable[Fact]) -> int | None:
    """How often the container was started again, by the newest word."""
    facts = tuple(facts)
    for fact in facts:
        if isinstance(fact, PodListed):
            return _own_restarts(fact, facts)
        if is_main_state(fact) and fact.restarts is not None:
            return fact.restarts
    return None


def _own_restarts(listed: PodListed, facts: Iterable[Fact]) -> int:
    """Those of container calico-node; the row of a pod adds up those of all its containers."""
    main = alone_in(listed, facts)
    return main.restarts if main and main.restarts is not None else listed.restarts


def claims(facts: Iterable[Fact]) -> frozenset[str]:
    """What people say of the sickness."""
    return frozenset(
        fact.value for fact in facts if isinstance(fact, Claimed) and fact.topic is Topic.SICK
    )


def exit_code(facts: Iterable[Fact]) -> int | None:
    """How container calico-node ended last."""
    for fact in facts:
        if isinstance(fact, ContainerExit) and is_main(fact):
            return fact.exit_code
        if is_main_state(fact) and fact.phase is Running.TERMINATED:
            return fact.exit_code
    return None


def exits_by_itself(facts: Iterable[Fact]) -> bool:
    """Whether the container ended with its own exit code."""
    code = exit_code(facts)
    return code is not None and code not in _FROM_OUTSIDE


def ended_from_outside(facts: Iterable[Fact]) -> bool:
    """Whether the container ended with a code that a signal leaves behind."""
    return exit_code(facts) in _FROM_OUTSIDE


def fails_liveness(facts: Iterable[Fact]) -> bool:
    """Whether the kubelet's liveness probe was seen to fail, or to kill."""
    return any(
        (isinstance(fact, ProbeFailed) and fact.probe is Probe.LIVENESS and is_main(fact))
        or isinstance(fact, KilledByProbe)
        or (isinstance(fact, EventSeen) and fact.reason == "Killing" and "liveness" in fact.message)
        for fact in facts
    )


def crash_loops(facts: Iterable[Fact]) -> bool:
    """Whether the kubelet waits before it starts container calico-node again."""
    facts = tuple(facts)
    for fact in facts:
        if isinstance(fact, PodListed):
            main = alone_in(fact, facts)
            return (main.reason if main else fact.status) == "CrashLoopBackOff"
        if is_main_state(fact):
            return fact.reason == "CrashLoopBackOff"
    return False


def restarts_often(facts: Iterable[Fact]) -> bool:
    """Whether it was started again lately, or again and again."""
    facts = tuple(facts)
    if _runs_for_long(facts):
        return False
    for fact in facts:
        if not isinstance(fact, PodListed):
            continue
        times = _own_restarts(fact, facts)
        if fact.restarted_ago is not None:
            return times > 0 and fact.restarted_ago < _LATELY
        return times >= 3 and (fact.age is None or fact.age / times < _OFTEN)
    return (restarts(facts) or 0) >= 3


def _runs_for_long(facts: Iterable[Fact]) -> bool:
    """Whether the present container has run for hours, however often it was restarted before."""
    return any(
        isinstance(fact, RunningFor) and not fact.init and is_main(fact) and fact.duration >= _OFTEN
        for fact in facts
    )


def was_killed(facts: Iterable[Fact]) -> bool:
    """Whether something outside ended it: a probe, a signal, a recreated sandbox."""
    facts = tuple(facts)
    if ended_from_outside(facts) or any(
        isinstance(fact, MilestoneReached) and fact.milestone is Milestone.STOPPED_BY_SIGNAL
        for fact in facts
    ):
        return True
    # A failing probe has not killed a container that the list shows without restarts.
    if restarts(facts) == 0:
        return False
    told = claims(facts) & {"liveness", "restarts", "crash-loop"}
    return fails_liveness(facts) or bool(told) or crash_loops(facts) or restarts_often(facts)
