"""A probe of one second is too short for a node that is merely busy."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoVersion,
    CpuCount,
    Fact,
    LoadAverage,
    ManagedBy,
    OwnerKind,
    Probe,
    ProbeFailed,
    ProbeSpec,
    RuntimeAnswered,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import HEALTH_UNANSWERED, KILLED_BY_PROBE, PROBE_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.record import record
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.startup.pod_readiness import is_main
from calicovet.startup.versions import has, read_release

_TIGHT = 1
_PATIENT = 5
_OFTEN = 10
_OVERLOADED_PER_CPU = 3.0
_IDLE_PER_CPU = 0.3
_SLOW_RUNTIME = 2.0
_WAITED = re.compile(r"timeout (\d{1,4})s exceeded")
_BY_HTTP = re.compile(r"Client\.Timeout|https?://", re.IGNORECASE)


@record
class _Late:
    """A probe that was cut off: its latest failure, and how often it happened."""

    failed: ProbeFailed
    count: int


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    late = _late(node)
    if late is None:
        return
    spec = node.one(ProbeSpec, lambda found: found.probe is late.failed.probe)
    waited = _WAITED.search(late.failed.text)
    timeout = spec.timeout if spec is not None else int(waited[1]) if waited else None
    told: tuple[Fact, ...] = (late.failed,) if spec is None else (late.failed, spec)
    if timeout is not None and timeout > _TIGHT:
        if timeout >= _PATIENT:
            yield denies(*told)
        return
    if (answer := _answer(node, late)) is not None:
        yield denies(answer)
        return
    if timeout is None and (old := _waits_one_second(node)) is not None:
        timeout, told = _TIGHT, (*told, old)
    words = {"probe": late.failed.probe, "timeout": timeout or "?", "count": late.count}
    if timeout is None or late.count < _OFTEN or _is_slow_elsewhere(node):
        yield hints(*told, **words)
        return
    busy = _busy(node)
    if busy is None:
        # An overloaded node cuts off every probe; the load decides.
        yield indicates(*told, **words)
    elif not busy:
        yield hints(*told, **words)
    else:
        by_http = _BY_HTTP.search(late.failed.text) is not None
        yield (indicates if by_http else proves)(*told, *busy, **words)


def _late(node: NodeView) -> _Late | None:
    cut_off = node.all(ProbeFailed, lambda failed: failed.timed_out and is_main(failed))
    found = []
    for probe in (Probe.LIVENESS, Probe.READINESS):
        failures = tuple(failed for failed in cut_off if failed.probe is probe)
        if failures:
            found.append(_Late(failures[0], _total(failures)))
    return max(found, key=lambda late: late.count, default=None)


def _answer(node: NodeView, late: _Late) -> ProbeFailed | None:
    """What the same probe answered at least as often as it was cut off: then that is the trouble."""
    answers = node.all(
        ProbeFailed,
        lambda one: (
            one.probe is late.failed.probe
            and is_main(one)
            and not one.timed_out
            and bool(one.text)
            and "refused" not in one.text
        ),
    )
    return answers[0] if answers and _total(answers) >= late.count else None


def _total(failures: tuple[ProbeFailed, ...]) -> int:
    """How often, each line counted once, by the piece with the highest count."""
    counts: dict[object, int] = {}
    for failed in failures:
        place = failed.cited[:1]
        counts[place] = max(failed.count, counts.get(place, 0))
    return sum(counts.values())


def _waits_one_second(node: NodeView) -> CalicoVersion | None:
    """A release whose manifest leaves the time-out at Kubernetes' default."""
    version = node.one(CalicoVersion)
    if version is None or node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR):
        return None
    release = read_release(version.high or version.low)
    return version if has(release, "probes-wait-ten-seconds") is False else None


def _is_slow_elsewhere(node: NodeView) -> bool:
    """Whether the runtime itself hangs: a probe that it has to run then never ends."""
    return (
        node.one(
            RuntimeAnswered,
            lambda found: found.seconds is None or found.seconds > _SLOW_RUNTIME,
        )
        is not None
    )


def _busy(node: NodeView) -> tuple[Fact, ...] | None:
    """The load of a node that is busy, not more; empty where it is idle or overloaded; None: not known."""
    load, cpus = node.one(LoadAverage), node.one(CpuCount)
    if load is None or cpus is None:
        return None
    per_cpu = max(load.one, load.five, load.fifteen) / max(cpus.count, 1)
    return (load, cpus) if _IDLE_PER_CPU <= per_cpu < _OVERLOADED_PER_CPU else ()


def plan(case: Case) -> Plan:
    if case.node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR):
        return Plan(
            steps=(AskHuman("upgrade-operator", risk=Risk.ROLLS_ALL_NODES),), does_not_help=_VAIN
        )
    return Plan(
        steps=(
            SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10"),
            SetSetting(Setting.READINESS_PROBE, "timeoutSeconds=10"),
        ),
        does_not_help=_VAIN,
    )


_VAIN = (
    Ineffective.DELETE_POD,
    Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
    Ineffective.CHANGE_ADDRESS,
)

CAUSE = Cause(
    name="host-probe-timeout-tight",
    code="PRB001",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {Shape.KILLED_WHILE_READY, Shape.RUNNING_NOT_READY, Shape.READY_BUT_FLAPPING}
    ),
    reads=(
        ProbeFailed,
        ProbeSpec,
        LoadAverage,
        CpuCount,
        RuntimeAnswered,
        CalicoVersion,
        ManagedBy,
    ),
    decided_by=(ProbeFailed, ProbeSpec),
    failures=(
        PROBE_UNANSWERED,
        KILLED_BY_PROBE,
        HEALTH_UNANSWERED,
        fails(How.INVALID_VALUE, thing=ThingClass.CONFIG, value="probe-timeout"),
    ),
    examine=examine,
    plan=plan,
    writes=(
        sets(Setting.LIVENESS_PROBE, "timeoutSeconds=10"),
        sets(Setting.READINESS_PROBE, "timeoutSeconds=10"),
    ),
    # Every old installation has the short probe, and most nodes are quick enough for it.
    may_lie_dormant=True,
    prior=0.8,
)
