"""`locate`: states of all stages, frontier and shape of a start."""

from collections.abc import Mapping, Sequence

from calicovet.model.case import NodeView
from calicovet.model.facts import Fact
from calicovet.model.stage import Localisation, Shape, StageId, StageState
from calicovet.startup.failed_stages import stage_of_failures
from calicovet.startup.pod_readiness import failing_beside
from calicovet.startup.stages.graph import descendants
from calicovet.startup.stages.resolve import ResolvedStages, resolve_stages
from calicovet.startup.stages.stage import Stage
from calicovet.startup.stages.symptom import shape_from

_ENDS = (StageState.FAILED, StageState.STUCK)
_BEEN_THERE = (StageState.PASSED, *_ENDS)


def locate(view: NodeView) -> Localisation:
    """The states of all stages, those at which the run ended, and the shape of the sickness."""
    walked = resolve_stages(view)
    shape = shape_from(view.facts, walked.states)
    other = failing_beside(view.facts) if shape is Shape.ANOTHER_CONTAINER_FAILING else None
    return Localisation(
        states=walked.states,
        frontier=_frontier(walked, view.facts),
        shape=shape,
        container=other.about.container if other else "",
        entered_stages=_entered(walked.stages, walked.states),
    )


def _frontier(walked: ResolvedStages, facts: Sequence[Fact]) -> tuple[StageId, ...]:
    """The nearest stages that failed or are stuck; what watches over them only where they are none.

    Of an end that no log shows, it is the first stage that may have been it. Where no stage is known
    to have failed, it is the stage at which one of calico-node's programs logged a failure.
    """
    stages, states = walked.stages, walked.states
    ends = [stage for stage in stages if states[stage.id] in _ENDS]
    behind = descendants(stages)
    own = [stage.id for stage in ends if not stage.guard]
    nearest = tuple(stage for stage in own if not any(stage in behind[other] for other in own))
    if not nearest and walked.untold_end is not None:
        return (walked.untold_end,)
    if not nearest and (met := stage_of_failures(facts, states)) is not None:
        return (met,)
    return nearest or tuple(stage.id for stage in ends)[:1]


def _entered(stages: Sequence[Stage], states: Mapping[StageId, StageState]) -> frozenset[StageId]:
    entered: set[StageId] = set()
    passable: set[StageId] = set()
    for stage in stages:
        is_open = all(before in passable for before in stage.after)
        if is_open or states[stage.id] in _BEEN_THERE:
            entered.add(stage.id)
        skipped = states[stage.id] is StageState.SKIPPED and is_open
        if states[stage.id] is StageState.PASSED or skipped:
            passable.add(stage.id)
    return frozenset(entered)
