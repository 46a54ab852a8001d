"""Turns causes and their plans into changes of the objects that decide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import timedelta

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import Finding
from calicovet.model.remediation.change import FixPlan, ObjectRef, PlannedStep, Value
from calicovet.model.remediation.plan import RestartPod
from calicovet.model.stage import StageId
from calicovet.remedy import object_refs
from calicovet.remedy.field_locations import objects_of
from calicovet.remedy.offers import untried_of
from calicovet.remedy.ownership import owner_of, split_pod
from calicovet.remedy.plan_order import in_order
from calicovet.remedy.planner import CHANGES, Planner, Sick

_STAGES = tuple(StageId)


def objects_to_read(findings: Sequence[Finding], diagnosis: Diagnosis) -> tuple[ObjectRef, ...]:
    """The objects that must be read to plan; the findings are those very ones of the diagnosis."""
    return tuple(dict.fromkeys(_wanted(findings, diagnosis)))


def resolve(
    findings: Sequence[Finding],
    diagnosis: Diagnosis,
    objects: Mapping[ObjectRef, Value],
    *,
    even_if_managed: bool,
) -> FixPlan:
    """One plan for all findings. An object that is not there stands as None; one not read is left out."""
    sick = tuple(_sick(findings, diagnosis))
    planner = Planner(sick, diagnosis, objects, even_if_managed=even_if_managed)
    drafts = in_order([planner.drafts(each, each[2].steps) for each in sick])
    instead = in_order(
        [planner.drafts(each, each[2].instead.steps) for each in sick if each[2].instead]
    )
    steps = planner.planned(drafts)
    plans = [plan for _, _, plan in sick]
    restarts, count = planner.restarts(drafts)
    return FixPlan(
        id=_digest(steps),
        steps=steps,
        reaches=min((plan.reaches for plan in plans), key=_STAGES.index, default=_STAGES[-1]),
        within=max((plan.within for plan in plans), default=timedelta()),
        restarts=restarts,
        restarts_count=count,
        owner=" | ".join(dict.fromkeys(filter(None, map(planner.owner_named, sick)))),
        chain=next((chain.links for each in sick if (chain := planner.decides(each))), ()),
        instead=planner.planned(instead),
        does_not_help=tuple(
            dict.fromkeys(vain for each in sick for vain in planner.does_not_help(each))
        ),
        untried=tuple(dict.fromkeys(name for plan in plans for name in untried_of(plan))),
    )


def _sick(findings: Sequence[Finding], diagnosis: Diagnosis) -> Iterator[Sick]:
    for node in diagnosis.nodes:
        for finding in node.findings:
            # Two nodes may have equal findings while only one of them is asked about.
            if finding.plan is not None and any(finding is each for each in findings):
                yield node, finding, finding.plan


def _wanted(findings: Sequence[Finding], diagnosis: Diagnosis) -> Iterator[ObjectRef]:
    for node, _, plan in _sick(findings, diagnosis):
        owner = owner_of(node, diagnosis)
        yield object_refs.daemonset(owner)
        yield object_refs.INSTALLATION
        steps = (*plan.steps, *(plan.instead.steps if plan.instead else ()))
        for step in steps:
            for side in (owner, replace(owner, under_operator=not owner.under_operator)):
                # Only the DaemonSet itself shows whether the operator owns it.
                yield from objects_of(step, side, node.node)
        namespace, pod = split_pod(node.pod)
        if pod and any(isinstance(step, (RestartPod, *CHANGES)) for step in steps):
            yield object_refs.pod(namespace or owner.namespace, pod)


def _digest(steps: Sequence[PlannedStep]) -> str:
    # Nothing else needs them, and most runs plan nothing.
    import hashlib
    import json

    # Details are what the sentences are filled with: measured numbers, which differ at every look.
    done = [asdict(replace(step, offered=replace(step.offered, details=()))) for step in steps]
    text = json.dumps(done, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
