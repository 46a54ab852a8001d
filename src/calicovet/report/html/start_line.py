"""The start of calico-node on a node as a line of stages, with the times that are known."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.facts import ContainerState, Milestone, MilestoneReached, PodPhase
from calicovet.model.facts.base import Fact
from calicovet.model.finding import Exhibit, Finding
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.model.stage import StageId, StageState
from calicovet.report.html.both import NOTHING, Both, in_both, label
from calicovet.report.page.parts import BoxState
from calicovet.report.page.stage_boxes import GROUPS, boxes
from calicovet.report.words import catalogue_words, words
from calicovet.startup.stages.graph import STAGES
from calicovet.startup.stages.stage import Word

_SHOWN_IN_MILLISECONDS = timedelta(seconds=20)
_BEGINS = frozenset({Milestone.STARTUP_BEGAN, Milestone.NODE_NAMED})


@record
class StageMark:
    """One step of the start."""

    name: Both
    what: Both
    """What the step achieves, in a sentence."""
    state: BoxState
    fault: bool
    at: str = ""
    """The time of day at which it was passed, in UTC; empty: not known."""
    took: Both = NOTHING
    """Since the last step whose time is known."""


@record
class StartLine:
    marks: tuple[StageMark, ...] = ()
    day: str = ""
    """The day of the times; empty: no time is known."""


def start_line(
    node: NodeDiagnosis, finding: Finding | None, facts: Sequence[tuple[Fact, Exhibit]]
) -> StartLine:
    """How far the start came, with times where lines or states have them."""
    drawn = {
        language: boxes(node.stages, finding, words(language))
        for language in (Language.EN, Language.ZH)
    }
    groups = {words(Language.EN).say(f"stage.{name}"): name for name in GROUPS}
    times = stage_times([fact for fact, _ in facts], node.stages.states)
    marks: list[StageMark] = []
    last: datetime | None = None
    fine = _is_short(times)
    for en, zh in zip(drawn[Language.EN], drawn[Language.ZH], strict=True):
        ids = GROUPS[groups[en.name]]
        at = max((times[stage] for stage in ids if stage in times), default=None)
        took = (
            _span(at - last, fine) if at is not None and last is not None and at > last else NOTHING
        )
        marks.append(
            StageMark(
                Both(en.name, zh.name),
                _achieved(ids, node.stages.states),
                en.state,
                en.fault,
                _clock(at, fine) if at is not None else "",
                took,
            )
        )
        last = at if at is not None else last
    days = {at.astimezone(UTC).strftime("%Y-%m-%d") for at in times.values()}
    return StartLine(tuple(marks), " … ".join(sorted(days)[:: max(len(days) - 1, 1)]))


def _achieved(ids: Sequence[StageId], states: Mapping[StageId, StageState]) -> Both:
    """What decides how the step is drawn: the first part that was not passed, else all of them."""
    open_parts = [
        stage
        for stage in ids
        if states.get(stage) in (StageState.FAILED, StageState.STUCK, StageState.NOT_REACHED)
    ]
    told = open_parts[:1] or [
        stage for stage in ids if states.get(stage, StageState.SKIPPED) is not StageState.SKIPPED
    ]
    return in_both(
        lambda language: (
            words(language)
            .say("page.separator")
            .join(catalogue_words(language).say(f"stage.{stage}") for stage in told)
        )
    )


def stage_times(
    facts: Sequence[Fact], states: Mapping[StageId, StageState]
) -> Mapping[StageId, datetime]:
    """When the stages of the newest run were passed or failed; never against the order of the stages."""
    begin = max(
        (
            fact.at
            for fact in facts
            if isinstance(fact, MilestoneReached) and fact.milestone in _BEGINS and _aware(fact.at)
        ),
        default=None,
        key=_instant,
    )
    found: dict[StageId, datetime] = {}
    last: datetime | None = None
    for stage in STAGES:
        state = states.get(stage.id, StageState.UNKNOWN)
        if state not in (StageState.PASSED, StageState.FAILED):
            continue
        wanted = stage.passed_by if state is StageState.PASSED else stage.failed_by
        moments = [
            at
            for fact in facts
            if (at := _moment(fact)) is not None and any(_says(fact, word) for word in wanted)
        ]
        inside = [at for at in moments if begin is None or at >= begin]
        at = min(inside, default=None) if inside else max(moments, default=None)
        if at is not None and (last is None or at >= last):
            found[stage.id] = last = at
    return found


def _says(fact: Fact, word: Word) -> bool:
    return isinstance(fact, word.kind) and (word.where is None or bool(word.where(fact)))


def _moment(fact: Fact) -> datetime | None:
    """When it came about; None for what has no time, or none that can be compared."""
    at = fact.at
    if isinstance(fact, ContainerState):
        at = (fact.finished if fact.init else fact.started) or at
    elif isinstance(fact, PodPhase):
        at = fact.started or at
    return at if _aware(at) else None


def _aware(at: datetime | None) -> bool:
    return at is not None and at.tzinfo is not None


def _instant(at: datetime | None) -> float:
    return at.timestamp() if at is not None else 0.0


def _is_short(times: Mapping[StageId, datetime]) -> bool:
    known = sorted(times.values())
    fine = any(at.microsecond for at in known)
    return fine and known[-1] - known[0] < _SHOWN_IN_MILLISECONDS


def _clock(at: datetime, fine: bool) -> str:
    told = at.astimezone(UTC).strftime("%H:%M:%S")
    return f"{told}.{at.microsecond // 1000:03d}" if fine else told


def _span(span: timedelta, fine: bool) -> Both:
    seconds = span.total_seconds()
    if fine or seconds < 10:
        return label("span.after", span=f"{seconds:.3f} s" if seconds < 1 else f"{seconds:.1f} s")
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes)
    return label("span.after", span=" ".join([*parts, f"{rest} s"][:2]))
