"""Resolves all stages in one pass: passed, failed, stuck, not reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from calicovet.model.case import NodeView
from calicovet.model.facts import Fact
from calicovet.model.record import record
from calicovet.model.stage import StageId, StageState
from calicovet.startup.failed_stages import stage_of_failures
from calicovet.startup.node_config import Config, read_config
from calicovet.startup.pod_readiness import is_ready
from calicovet.startup.stages.fact_history import Age, History, newer, newest_of
from calicovet.startup.stages.graph import descendants, ordered
from calicovet.startup.stages.init_progress import Standing, read_standing
from calicovet.startup.stages.log_silence import (
    ends_by_itself,
    felix_spoke,
    lived,
    log_tells,
    marks_its_way,
    nothing_listens,
    shown_to_its_end,
)
from calicovet.startup.stages.stage import Stage
from calicovet.startup.stages.terminations import was_killed

States = dict[StageId, StageState]


@record(kw_only=True)
class ResolvedStages:
    """The states of all stages of one start."""

    stages: tuple[Stage, ...]
    states: Mapping[StageId, StageState]
    untold_end: StageId | None = None
    """The first stage at which the run may have ended, where an exit code is all that shows its end."""


@dataclass(slots=True)
class _Ages:
    """How long ago each thing was said of each stage."""

    passed: dict[StageId, Age | None] = field(default_factory=dict)
    failed: dict[StageId, Age | None] = field(default_factory=dict)
    stuck: dict[StageId, Age | None] = field(default_factory=dict)
    held: dict[StageId, Age] = field(default_factory=dict)


def resolve_stages(view: NodeView) -> ResolvedStages:
    """How far calico-node came on a node."""
    config = read_config(view)
    stages = ordered(config)
    if is_ready(view.facts):
        # A ready container has passed everything, whatever was said on the way.
        return ResolvedStages(
            stages=stages, states={stage.id: _if_ready(stage, config) for stage in stages}
        )
    history = History(view.facts)
    ages = _read_ages(stages, history, read_standing(history, config))
    states = _decide(stages, ages, config)
    untold = _untold_end(stages, states, history.facts)
    allocating = untold is None and _ends_allocating(states, history.facts)
    if allocating:
        states[StageId.TUNNEL_ADDRESSES_ALLOCATED] = StageState.FAILED
    if untold is not None or allocating:
        states[StageId.SERVICES_RUNNING] = StageState.NOT_REACHED
    _mind_the_silence(stages, states, history.facts)
    return ResolvedStages(stages=stages, states=states, untold_end=untold)


def _untold_end(stages: Sequence[Stage], states: States, facts: Sequence[Fact]) -> StageId | None:
    """Where the start-up program may have ended at the earliest, if only its exit code is known."""
    if states[StageId.SERVICES_RUNNING] is not StageState.FAILED or log_tells(facts):
        return None
    places = [stage.id for stage in stages]
    program = stages[places.index(StageId.NODE_NAMED) : places.index(StageId.SERVICES_RUNNING)]
    applying = [stage.id for stage in program if states[stage.id] is not StageState.SKIPPED]
    if any(states[stage] is not StageState.UNKNOWN for stage in applying):
        return None
    return applying[0]


def _ends_allocating(states: States, facts: Sequence[Fact]) -> bool:
    """Whether the container exited before the services because the tunnel addresses were refused."""
    stage = StageId.TUNNEL_ADDRESSES_ALLOCATED
    exited = states[StageId.SERVICES_RUNNING] is StageState.FAILED
    return exited and stage_of_failures(facts, states) is stage


def _if_ready(stage: Stage, config: Config) -> StageState:
    return StageState.PASSED if stage.applies(config) else StageState.SKIPPED


def _read_ages(stages: Sequence[Stage], history: History, standing: Standing | None) -> _Ages:
    ages = _Ages()
    for stage in stages:
        ages.passed[stage.id] = history.newest(stage.passed_by)
        ages.failed[stage.id] = history.newest(stage.failed_by)
        ages.stuck[stage.id] = history.newest(stage.stuck_by)
    if standing is not None:
        _apply(standing, ages)
        _leave_to_init_containers(ages, history)
    for stage in stages:
        if stage.fails_after is not None:
            shown = newest_of(ages.failed[stage.id], ages.stuck[stage.id])
            ages.passed[stage.fails_after] = newest_of(ages.passed[stage.fails_after], shown)
    _carry_back(stages, ages)
    return ages


def _apply(standing: Standing, ages: _Ages) -> None:
    for stage in standing.done:
        ages.passed[stage] = newest_of(ages.passed[stage], standing.age)
    if standing.at is None:
        ages.held[StageId.CONTAINER_STARTED] = standing.age
    elif standing.too_long and ages.failed[standing.at] is None and not _lacks_sandbox(ages):
        ages.stuck[standing.at] = newest_of(ages.stuck[standing.at], standing.age)
    else:
        ages.held[standing.at] = standing.age
    # The list shows `Init:0/3` even before there is a sandbox, so it shows no more than this.
    ages.passed[StageId.POD_BOUND] = newest_of(ages.passed[StageId.POD_BOUND], standing.age)


def _leave_to_init_containers(ages: _Ages, history: History) -> None:
    """A program that cannot begin, in a log that names no container, is not calico-node's while the pod is at its init containers."""
    end = ages.failed[StageId.STARTUP_FINISHED]
    if end is not None and not history.facts[end].about.container:
        ages.failed[StageId.STARTUP_FINISHED] = None


def _lacks_sandbox(ages: _Ages) -> bool:
    """Whether events say why there is no sandbox, and nothing shows that there ever was one."""
    sandbox = StageId.SANDBOX_READY
    return ages.failed[sandbox] is not None and ages.passed[sandbox] is None


def _carry_back(stages: Sequence[Stage], ages: _Ages) -> None:
    """Who came further has passed what lies before, even if the line was never seen."""
    for stage in reversed(stages):
        shown = ages.passed[stage.id]
        if not stage.guard and stage.fails_after is None:
            shown = newest_of(shown, ages.failed[stage.id], ages.stuck[stage.id])
        for before in stage.after:
            ages.passed[before] = newest_of(ages.passed[before], shown)


def _decide(stages: Sequence[Stage], ages: _Ages, config: Config) -> States:
    states: States = {}
    stopped: set[StageId] = set()
    for stage in stages:
        blocked = any(before in stopped for before in stage.after)
        if not stage.applies(config):
            state, stops = StageState.SKIPPED, blocked
        elif stage.guard:
            state, stops = _guarding(stage, ages, blocked), False
        elif blocked:
            state, stops = StageState.NOT_REACHED, True
        else:
            state, stops = _standing(stage, ages)
        states[stage.id] = state
        if stops:
            stopped.add(stage.id)
    return states


def _guarding(stage: Stage, ages: _Ages, blocked: bool) -> StageState:
    passed = ages.passed[stage.id]
    if newer(ages.failed[stage.id], passed):
        return StageState.FAILED
    if passed is not None:
        return StageState.PASSED
    return StageState.NOT_REACHED if blocked else StageState.UNKNOWN


def _standing(stage: Stage, ages: _Ages) -> tuple[StageState, bool]:
    passed, failed = ages.passed[stage.id], ages.failed[stage.id]
    stuck, held = ages.stuck[stage.id], ages.held.get(stage.id)
    if stage.once and passed is not None:
        return StageState.PASSED, False
    if newer(failed, newest_of(passed, stuck)):
        return StageState.FAILED, True
    if newer(stuck, passed):
        return StageState.STUCK, True
    if newer(held, passed):
        # The container itself was not started; of an init container that runs, nothing is known yet.
        started = stage.id is StageId.CONTAINER_STARTED
        return (StageState.NOT_REACHED if started else StageState.UNKNOWN), True
    return (StageState.UNKNOWN if passed is None else StageState.PASSED), False


def _mind_the_silence(stages: Sequence[Stage], states: States, facts: Sequence[Fact]) -> None:
    """Turn what is not known into stuck or not reached, where a log ends and should have gone on."""
    silent = _first_silent(stages, states)
    if silent is None:
        return
    whole, killed, felix = shown_to_its_end(facts), was_killed(facts), felix_spoke(facts)
    services = states[StageId.SERVICES_RUNNING]
    if services is StageState.UNKNOWN and marks_its_way(facts, "startup") and not felix:
        refused = nothing_listens(facts)
        if (killed and (ends_by_itself(facts) or refused)) or (refused and not whole):
            # A kill may end the log anywhere: it moves no frontier.
            _end_at(silent, StageState.NOT_REACHED, stages, states)
            return
    elif services is not StageState.PASSED or not marks_its_way(facts, "felix"):
        # What never spoke may write its log elsewhere, or only complain.
        return
    if whole and not killed and lived(facts) > silent.patience:
        _end_at(silent, StageState.STUCK, stages, states)


def _first_silent(stages: Sequence[Stage], states: States) -> Stage | None:
    """The first stage of which the log should have told; silent steps before it stay unknown."""
    return next(
        (stage for stage in stages if stage.speaks and states[stage.id] is StageState.UNKNOWN), None
    )


def _end_at(silent: Stage, state: StageState, stages: Sequence[Stage], states: States) -> None:
    states[silent.id] = state
    guards = {stage.id for stage in stages if stage.guard}
    for behind in descendants(stages)[silent.id] - guards:
        if states[behind] is StageState.UNKNOWN:
            states[behind] = StageState.NOT_REACHED
