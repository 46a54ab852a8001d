"""Scripts for hosts: those of the catalogue's cases, and those of steps that a test makes up."""

from collections.abc import Iterator

from calicovet.model.diagnosis import (
    Diagnosis,
    NodeDiagnosis,
    NodeState,
    Summary,
    SummaryVerdict,
)
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.change import FixPlan, HostScript
from calicovet.model.remediation.plan import Plan, Step
from calicovet.model.stage import StageId
from calicovet.remedy.changes_for_causes import resolve
from calicovet.report.fixes.host_script import render_script, scripts_in
from tests.catalogue.judged import diagnosed
from tests.support.casefile import CaseFile, cases_of

_TOLD = NAMED | {Verdict.POSSIBLE}


def plan_of(*steps: Step, node: str | None = None, instead: tuple[Step, ...] = ()) -> FixPlan:
    """A plan of one cause on one node, without a cluster."""
    finding = Finding(
        name="rt-runtime-hung",
        code="RUN003",
        verdict=Verdict.PROVEN,
        stage=StageId.SANDBOX_READY,
        plan=Plan(steps=steps, instead=Plan(steps=instead) if instead else None),
    )
    sick = NodeDiagnosis(
        node=node, pod="kube-system/calico-node-1", state=NodeState.SICK, findings=(finding,)
    )
    summary = Summary(SummaryVerdict.EXPLAINED)
    return resolve([finding], Diagnosis(summary=summary, nodes=(sick,)), {}, even_if_managed=False)


def script_of(*steps: Step, node: str | None = None, language: Language = Language.EN) -> str:
    """What would be run for these steps."""
    plan = plan_of(*steps, node=node)
    return render_script(scripts_in(plan)[0], plan, language)


def scripts_of_cases(cause: str) -> Iterator[tuple[CaseFile, HostScript, FixPlan]]:
    """All that the cases in which a cause shows would have people run."""
    for case in cases_of(cause):
        if case.finds.get(cause) in _TOLD:
            for script, plan in _scripts(cause, case):
                yield case, script, plan


def script_of_case(cause: str, stem: str = "") -> str:
    """The first that a case would have people run, in English; without a stem, of the first case that has one."""
    found = (
        render_script(script, plan, Language.EN)
        for case, script, plan in scripts_of_cases(cause)
        if stem in ("", case.path.stem)
    )
    return next(found)


def _scripts(cause: str, case: CaseFile) -> Iterator[tuple[HostScript, FixPlan]]:
    diagnosis = diagnosed(case)
    for node in diagnosis.nodes:
        for finding in node.findings:
            if finding.name != cause or finding.verdict not in _TOLD:
                continue
            plan = resolve([finding], diagnosis, {}, even_if_managed=False)
            steps = (*plan.steps, *plan.instead)
            for script in dict.fromkeys(step.script for step in steps if step.script):
                yield script, plan
