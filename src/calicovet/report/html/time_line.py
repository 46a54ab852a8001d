"""What happened on a node, in the order of time, and by when the liveness probe kills."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.facts import (
    ContainerExit,
    ContainerState,
    CpuCount,
    EventSeen,
    KilledByProbe,
    LoadAverage,
    LogShown,
    Milestone,
    MilestoneReached,
    PodPhase,
    Probe,
    ProbeFailed,
    ProbeSpec,
    Running,
)
from calicovet.model.facts.base import Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.finding import Exhibit, Finding
from calicovet.model.record import record
from calicovet.model.stage import Shape
from calicovet.report.html.both import NOTHING, Both, in_both, label, plain
from calicovet.report.html.node_facts import newest, only
from calicovet.report.page.onset import what
from calicovet.report.page.rows import shortened
from calicovet.report.words import catalogue_words
from calicovet.startup.simulation.probe_timing import kill_time
from calicovet.startup.stages.graph import STAGES

_MOST = 14
_FEWEST = 2
_KILLED = frozenset(
    {
        Shape.KILLED_BEFORE_FELIX,
        Shape.KILLED_WHILE_READY,
        Shape.READY_BUT_FLAPPING,
        Shape.INIT_STUCK,
    }
)
TOLD_MILESTONES = frozenset(
    {
        Milestone.STARTUP_BEGAN,
        Milestone.FELIX_BEGAN,
        Milestone.STARTUP_ENDED,
        Milestone.NODE_FAILED_TO_START,
        Milestone.STOPPED_BY_SIGNAL,
    }
)
_BAD_MILESTONES = frozenset(
    {Milestone.STARTUP_ENDED, Milestone.NODE_FAILED_TO_START, Milestone.STOPPED_BY_SIGNAL}
)

Told = Sequence[tuple[Fact, Exhibit]]


@record
class Moment:
    at: datetime
    what: Both
    bad: bool
    source: str
    weight: int = 1

    @property
    def day(self) -> str:
        """The day, in UTC."""
        return self.at.astimezone(UTC).strftime("%Y-%m-%d")

    @property
    def clock(self) -> str:
        """The time of day, in UTC."""
        return self.at.astimezone(UTC).strftime("%H:%M:%S")

    @property
    def fine(self) -> str:
        """The same with milliseconds."""
        return f"{self.clock}.{self.at.microsecond // 1000:03d}"


@record
class ProbeChart:
    """Seconds after the start of the container: when the probe asks, and when the kubelet kills."""

    delay: int
    asks: tuple[int, ...]
    earliest: int
    latest: int
    text: Both

    @property
    def scale(self) -> float:
        """Pixels to a second."""
        return 336 / max(self.latest, 1)


@record
class Load:
    node: str
    one: float
    cpus: int | None
    share: int
    """Of the highest bar, in per cent."""
    high: bool
    mark: int
    """Where the number of processors stands on the same scale; 0: not known."""


def time_decides(node: NodeDiagnosis, finding: Finding | None) -> bool:
    """Whether to draw times: a kill, a restart, a load, or a start that hangs."""
    facts = [fact for sign in finding.signs for fact in sign.facts] if finding else []
    of_time = (ProbeFailed, KilledByProbe, LoadAverage, ContainerExit)
    return (
        node.stages.shape in _KILLED
        or bool(node.restarts)
        or bool(node.changes)
        or any(isinstance(fact, of_time) for fact in facts)
    )


def time_line(node: NodeDiagnosis, facts: Told) -> tuple[Moment, ...]:
    """What is known with its time, the oldest first; the most telling where there is too much."""
    found = [moment for moment in (*_changes(node), *_moments(facts)) if moment.at.tzinfo]
    known: dict[tuple[datetime, Both], Moment] = {}
    for moment in found:
        known.setdefault((moment.at.replace(microsecond=0), moment.what), moment)
    kept = sorted(known.values(), key=lambda moment: (-moment.weight, -moment.at.timestamp()))[
        :_MOST
    ]
    return tuple(sorted(kept, key=lambda moment: moment.at)) if len(kept) >= _FEWEST else ()


def _changes(node: NodeDiagnosis) -> Iterator[Moment]:
    for change in node.changes:
        told = in_both(lambda language, change=change: what(change, language))  # type: ignore[misc]
        yield Moment(change.at, told, False, change.exhibit.source, 3)
    if node.since is not None:
        yield Moment(node.since, label("time.since"), True, "", 4)


def _moments(facts: Told) -> Iterator[Moment]:
    for fact, exhibit in facts:
        for at, told, bad, weight in _of_fact(fact, exhibit):
            if at is not None:
                yield Moment(at, told, bad, exhibit.source, weight)


def _of_fact(fact: Fact, exhibit: Exhibit) -> Iterator[tuple[datetime | None, Both, bool, int]]:
    container = fact.about.container or "calico-node"
    match fact:
        case ContainerState():
            if fact.started:
                yield fact.started, label("time.started", container=container), False, 3
            if fact.finished:
                yield fact.finished, _ended(container, fact.reason, fact.exit_code), _bad(fact), 3
        case ContainerExit():
            if fact.started:
                yield fact.started, label("time.started", container=container), False, 2
            if fact.finished:
                yield fact.finished, _ended(container, fact.reason, fact.exit_code), True, 3
        case PodPhase(started=started):
            yield started, label("time.pod-taken"), False, 2
        case KilledByProbe(probe=probe, at=at):
            yield at, label("time.killed", probe=str(probe)), True, 4
        case ProbeFailed(probe=probe, at=at):
            yield at, label("time.probe-failed", probe=str(probe)), True, 3
        case EventSeen(type="Warning", reason=reason, message=message, at=at):
            yield at, plain(f"{reason}: {message[:120]}"), True, 2
        case MilestoneReached(milestone=milestone, at=at) if milestone in TOLD_MILESTONES:
            yield at, label(f"time.{milestone}"), milestone in _BAD_MILESTONES, 3
        case MilestoneReached(at=at):
            if told := _passed(fact):
                yield at, told, False, 1
        case LogShown(last=last):
            yield last, label("time.log-ends", container=container), False, 2
        case Failure(at=at, over=False):
            yield at, plain(shortened(exhibit.excerpt, 140)), True, 2


def _bad(state: ContainerState) -> bool:
    return state.phase is Running.TERMINATED and bool(state.exit_code)


def _ended(container: str, reason: str, code: int | None) -> Both:
    told = ", ".join(part for part in (reason, "" if code is None else str(code)) if part)
    return label("time.ended", container=container, reason=told or "?")


def _passed(fact: MilestoneReached) -> Both:
    """The stage that the line shows to be passed, in words."""
    for stage in STAGES:
        for word in stage.passed_by:
            if word.kind is MilestoneReached and word.where is not None and word.where(fact):
                name = f"stage.{stage.id}"
                return in_both(lambda language, name=name: catalogue_words(language).say(name))  # type: ignore[misc]
    return NOTHING


def probe_chart(node: NodeDiagnosis, facts: Told, everywhere: Told) -> ProbeChart | None:
    """The liveness probe's schedule, where calico-node is killed by it."""
    hit = any(
        isinstance(fact, ProbeFailed | KilledByProbe) and fact.probe is Probe.LIVENESS
        for fact, _ in (*facts, *everywhere)
    )
    if not hit:
        return None
    specs = [
        spec
        for spec, _ in only(ProbeSpec, [*everywhere, *facts])
        if spec.probe is Probe.LIVENESS and spec.period > 0
    ]
    if not specs:
        return None
    spec = specs[-1]
    earliest, latest = (int(each.total_seconds()) for each in kill_time(spec))
    asks = tuple(range(spec.delay, latest + 1, spec.period))[:40]
    details = {
        "delay": str(spec.delay),
        "period": str(spec.period),
        "timeout": str(spec.timeout),
        "failures": str(spec.failures),
        "earliest": str(earliest),
        "latest": str(latest),
    }
    return ProbeChart(spec.delay, asks, earliest, latest, label("time.probe", **details))


def loads(finding: Finding | None, nodes: Sequence[tuple[str, Told]]) -> tuple[Load, ...]:
    """The load of each node beside its processors, where the finding rests on a load."""
    rests = finding is not None and any(
        isinstance(fact, LoadAverage) for sign in finding.signs for fact in sign.facts
    )
    if not rests:
        return ()
    known = []
    for name, facts in nodes:
        load, cpus = newest(LoadAverage, list(facts)), newest(CpuCount, list(facts))
        if load is not None:
            known.append((name, load, cpus.count if cpus else None))
    highest = max((max(load.one, cpus or 0) for _, load, cpus in known), default=0.0) or 1.0
    return tuple(
        Load(
            name,
            load.one,
            cpus,
            max(round(100 * load.one / highest), 1),
            cpus is not None and load.one > cpus,
            round(100 * cpus / highest) if cpus else 0,
        )
        for name, load, cpus in known
    )
