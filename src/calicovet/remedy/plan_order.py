"""Merges several plans: no step twice, risky ones last, one patch per object."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from calicovet.model.remediation.change import Change, CreateObject, ObjectRef, PlannedStep, Value
from calicovet.model.remediation.plan import RestartPod
from calicovet.remedy import risk
from calicovet.remedy.patches.field_edits import Misfit, Put, edited
from calicovet.remedy.patches.object_patch import patch_of
from calicovet.remedy.planned_step import DraftStep
from calicovet.remedy.scripts_per_node import is_host_change, scripts_of, why_not


def in_order(plans: Iterable[Sequence[DraftStep]]) -> tuple[DraftStep, ...]:
    """All steps, those of a plan together and as it has them, the plans with the least risk first."""
    sorted_plans = sorted(plans, key=lambda drafts: risk.risk_of(draft.step for draft in drafts))
    drafts = [draft for plan in sorted_plans for draft in plan]
    # A pod is restarted after the last thing that is done for it; all else is done at once.
    last = {draft.same: draft for draft in drafts}
    first = {draft.same: draft for draft in reversed(drafts)}
    return tuple(
        draft
        for draft in drafts
        if draft is (last if isinstance(draft.step, RestartPod) else first)[draft.same]
    )


def planned(
    drafts: Sequence[DraftStep], objects: Mapping[ObjectRef, Value]
) -> tuple[PlannedStep, ...]:
    """The steps with what is sent for them."""
    changes = dict(_changes(drafts, objects))
    # Its last step carries an object's patch: whatever it restarts is restarted once, at the end.
    carriers = {home.ref: draft for draft in drafts for home in draft.homes if home.ref in changes}
    steps = tuple(_planned(draft, changes, carriers) for draft in drafts)
    return tuple(_with_scripts(steps, drafts))


def _with_scripts(
    steps: Sequence[PlannedStep], drafts: Sequence[DraftStep]
) -> Iterator[PlannedStep]:
    scripts, refusals = scripts_of(drafts), why_not(drafts)
    for number, (step, draft) in enumerate(zip(steps, drafts, strict=True)):
        if number in refusals:
            yield replace(step, no_script=refusals[number])
        elif is_host_change(draft):
            yield replace(step, script=scripts[draft.node])
        else:
            yield step


def _planned(
    draft: DraftStep, changes: Mapping[ObjectRef, Change], carriers: Mapping[ObjectRef, DraftStep]
) -> PlannedStep:
    refs = [home.ref for home in draft.homes if home.ref in changes]
    own = tuple(changes[ref] for ref in refs if carriers[ref] is draft)
    return PlannedStep(
        cause=draft.cause,
        node=draft.node,
        offered=draft.offered,
        changes=own + ((draft.deletes,) if draft.deletes else ()),
        together=bool(refs) and not own,
        elsewhere=draft.elsewhere,
    )


def _changes(
    drafts: Sequence[DraftStep], objects: Mapping[ObjectRef, Value]
) -> Iterator[tuple[ObjectRef, Change]]:
    homes = [home for draft in drafts for home in draft.homes]
    for ref in dict.fromkeys(home.ref for home in homes):
        made = next((home.made for home in homes if home.ref == ref and home.made), None)
        if made is not None:
            yield ref, CreateObject(ref=ref, body=made)
            continue
        puts = [put for home in homes if home.ref == ref for put in home.puts]
        old = objects.get(ref)
        if old is None or _contradict(puts):
            continue
        try:
            patch = patch_of(ref, old, edited(old, puts))
        except Misfit:
            continue
        if patch is not None:
            yield ref, patch


def _contradict(puts: Sequence[Put]) -> bool:
    """Whether two want different things at one place: then only a human can choose."""
    return any(
        one.place == other.place and one.value != other.value
        for number, one in enumerate(puts)
        for other in puts[:number]
    )
