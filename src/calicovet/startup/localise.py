"""How far one start came, where it stands, what it looks like."""

from collections.abc import Mapping, Sequence

from calicovet.model.case import NodeView
from calicovet.model.stage import Localisation, StageId, StageState
from calicovet.startup.form import Stage
from calicovet.startup.graph import descendants
from calicovet.startup.shape import shape_from
from calicovet.startup.walk import walk

_ENDS = (StageState.FAILED, StageState.STUCK)
_BEEN_THERE = (StageState.PASSED, *_ENDS)


def localise(view: NodeView) -> Localisation:
    """The states of all stages, those at which the run ended, and the shape of the sickness."""
    walked = walk(view)
    return Localisation(
        states=walked.states,
        frontier=_frontier(walked.stages, walked.states),
        shape=shape_from(view.facts, walked.states),
        entered_stages=_entered(walked.stages, walked.states),
    )


def _frontier(stages: Sequence[Stage], states: Mapping[StageId, StageState]) -> tuple[StageId, ...]:
    """The nearest stages that failed or are stuck; what watches over them only where they are none."""
    ends = [stage for stage in stages if states[stage.id] in _ENDS]
    behind = descendants(stages)
    own = [stage.id for stage in ends if not stage.guard]
    nearest = tuple(stage for stage in own if not any(stage in behind[other] for other in own))
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
