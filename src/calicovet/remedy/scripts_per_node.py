"""Joins the host steps of plans into one script per node."""

import re
from collections.abc import Mapping, Sequence

from calicovet.model.commands.shell import fits, joined, part
from calicovet.model.remediation.change import HostScript, NoScript, ScriptStep
from calicovet.model.remediation.plan import RestartUnit, Risk, RunOnNode, Step
from calicovet.remedy.kubectl.commands import restart_units
from calicovet.remedy.planned_step import DraftStep

_HOLE = re.compile(r"<[A-Za-z][\w .-]*>")
_HOST_STEPS = (RunOnNode, RestartUnit)


def scripts_of(drafts: Sequence[DraftStep]) -> Mapping[str | None, HostScript]:
    """A script for each node with steps that need no decision."""
    refusals = why_not(drafts)
    steps: dict[str | None, list[ScriptStep]] = {}
    for number, draft in enumerate(drafts):
        if is_host_change(draft) and number not in refusals:
            steps.setdefault(draft.node, []).append(_step(draft))
    return {node: HostScript(node=node, steps=tuple(found)) for node, found in steps.items()}


def why_not(drafts: Sequence[DraftStep]) -> Mapping[int, NoScript]:
    """The steps, by their place, that must not be in a script; after the first of a cause none is."""
    found: dict[int, NoScript] = {}
    waiting: set[tuple[str, str | None]] = set()
    for number, draft in enumerate(drafts):
        if not is_host_change(draft):
            continue
        if (draft.cause, draft.node) in waiting:
            found[number] = NoScript.WAITS
        elif why := _why_not(draft):
            found[number] = why
            waiting.add((draft.cause, draft.node))
    return found


def _why_not(draft: DraftStep) -> NoScript | None:
    if draft.step.risk is Risk.CLUSTER_WIDE:
        return NoScript.ELSEWHERE
    lines = (*draft.offered.commands, *draft.offered.undo)
    has_hole = any(map(_HOLE.search, lines)) or not _is_whole(draft.step)
    return NoScript.HOLE if has_hole else None


def _is_whole(step: Step) -> bool:
    """Whether nothing in the step was left out because a shell could not take it."""
    if not isinstance(step, RunOnNode):
        return True
    paths = (*step.edits, *step.makes, *step.moves)
    return not _HOLE.search(step.saw) and all(fits("path", path) for path in paths)


def is_host_change(draft: DraftStep) -> bool:
    """Whether it does something on a host; looking at it is not enough."""
    return isinstance(draft.step, _HOST_STEPS) and draft.step.risk is not Risk.NONE


def _step(draft: DraftStep) -> ScriptStep:
    step = draft.step
    if isinstance(step, RestartUnit):
        return ScriptStep(
            cause=draft.cause,
            offered=draft.offered,
            commands=(restart_units(step.units),),
            units=step.units,
        )
    assert isinstance(step, RunOnNode)
    return ScriptStep(
        cause=draft.cause,
        offered=draft.offered,
        commands=step.commands,
        undo=step.undo,
        edits=step.edits,
        makes=step.makes,
        moves=step.moves,
        # What is to be moved away was there.
        saw=step.saw or str(joined(" && ", (part("has {path}", path=path) for path in step.moves))),
    )
