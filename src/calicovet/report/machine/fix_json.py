"""Plans, results, rollbacks and journals as JSON."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.finding import Finding
from calicovet.model.language import Language
from calicovet.model.remediation.change import Change, FixPlan, PlannedStep
from calicovet.model.remediation.change_json import change_json
from calicovet.model.remediation.fix import Applied, Fix, RolledBack, Undo
from calicovet.model.remediation.journal import Journal
from calicovet.model.remediation.plan import Risk
from calicovet.model.remediation.send_result import Refused, Rehearsed
from calicovet.report import cause_sentences as sentences
from calicovet.report.cause_sentences import in_both
from calicovet.report.fixes.change_lines import promise, reason_text
from calicovet.report.fixes.host_script import file_name, render_script, undo_line
from calicovet.report.fixes.plan_page import can_be_applied, next_line, offer_of
from calicovet.report.machine.json_text import json_text
from calicovet.report.page.onset import stamp

Json = dict[str, Any]


def render_fix_json(fix: Fix, applied: Applied | None, program: str, language: Language) -> str:
    """The plan, and under `applied` what came of it; only scripts are in a single language."""
    plan, offered = fix.plan, offer_of(fix)
    risk = max((step.offered.risk for step in plan.steps), default=Risk.NONE)
    return _document(
        {
            "schema": "calicovet-fix/v1",
            "causes": list(fix.causes),
            "left_out": list(fix.left_out),
            "findings": [_finding(node, finding) for node, finding in fix.sick],
            "plan": {
                "id": plan.id,
                "owner": plan.owner,
                "chain": list(plan.chain),
                "steps": [_step(step, plan, language) for step in plan.steps],
                "risk": _risk(risk),
                "restarts": in_both(partial(sentences.restarts, offered)),
                "instead": [_step(step, plan, language) for step in plan.instead],
                "does_not_help": [
                    in_both(partial(sentences.vain, what)) for what in plan.does_not_help
                ],
                "untried": list(plan.untried),
                "promise": {
                    "stage": plan.reaches,
                    "within_seconds": int(plan.within.total_seconds()),
                    **in_both(partial(promise, fix)),
                },
            },
            "diffs": list(fix.diffs),
            "rehearsed": None if fix.rehearsed is None else [_sent(one) for one in fix.rehearsed],
            "unread": [
                {"object": ref.title, "refused": _refused(refused)} for ref, refused in fix.unread
            ],
            "next": next_line(fix, program) if can_be_applied(fix) else None,
            "applied": None if applied is None else _applied(applied),
        }
    )


def render_rollback_json(rolled: RolledBack) -> str:
    return _document(
        {
            "schema": "calicovet-rollback/v1",
            "journal": rolled.journal,
            "path": rolled.path,
            "dry_run": rolled.dry_run,
            "state": rolled.state,
            "seal": rolled.trust,
            "ending": rolled.ending,
            "plan": rolled.plan or None,
            "changes": [_undo(undo) for undo in rolled.undone],
        }
    )


def render_journals_json(journals: Sequence[Journal]) -> str:
    return _document(
        {
            "schema": "calicovet-journals/v1",
            "journals": [
                {
                    "journal": each.id,
                    "plan": each.plan,
                    "began": stamp(each.began),
                    "causes": list(each.causes),
                    "nodes": list(each.nodes),
                    "context": each.context,
                    "server": each.server,
                    "state": each.state,
                    "seal": each.trust,
                    "objects": [entry.change.ref.title for entry in each.entries],
                }
                for each in journals
            ],
        }
    )


def _document(told: Json) -> str:
    return json_text(told)


def _finding(node: NodeDiagnosis, finding: Finding) -> Json:
    return {
        "node": node.node,
        "name": finding.name,
        "code": finding.code,
        "verdict": finding.verdict,
        "sentence": in_both(partial(sentences.sentence, finding)),
        "evidence": [
            {"source": each.source, "excerpt": each.excerpt, "taken_by": each.taken_by}
            for each in finding.evidence
        ],
    }


def _step(step: PlannedStep, plan: FixPlan, language: Language) -> Json:
    return {
        "cause": step.cause,
        "node": step.node,
        "text": in_both(partial(sentences.step, step.cause, step.offered)),
        "risk": _risk(step.offered.risk),
        "commands": list(step.offered.commands),
        "undo": list(step.offered.undo),
        "changes": [_change(change) for change in step.changes],
        "together": step.together,
        "elsewhere": None
        if step.elsewhere is None
        else {
            "owner": step.elsewhere.owner,
            "form": step.elsewhere.form,
            "where": step.elsewhere.where,
            "text": step.elsewhere.text,
        },
        "script": None
        if step.script is None
        else {
            "node": step.script.node,
            "file": file_name(step.script),
            "text": render_script(step.script, plan, language),
            "undo": undo_line(step.script),
        },
        "no_script": step.no_script,
    }


def _change(change: Change) -> Json:
    return {"object": change.ref.title, **change_json(change)}


def _risk(risk: Risk) -> str:
    return risk.name.lower().replace("_", "-")


def _sent(sent: Rehearsed) -> Json:
    return {
        "object": sent.change.ref.title,
        "taken": sent.refused is None,
        "refused": _refused(sent.refused),
    }


def _refused(refused: Refused | None) -> Json | None:
    if refused is None:
        return None
    return {"why": refused.why, "said": refused.said, "needs": refused.rule or None}


def _applied(applied: Applied) -> Json:
    outcome = applied.outcome
    return {
        "ending": applied.ending,
        "journal": applied.journal or None,
        "path": applied.path or None,
        "done": [change.ref.title for change in applied.done],
        "refused": [_sent(one) for one in applied.refused],
        "result": outcome.result if outcome else None,
        "reasons": [
            {
                "key": reason.key,
                "node": reason.node,
                "detail": reason.detail,
                **in_both(partial(reason_text, reason)),
            }
            for reason in (outcome.reasons if outcome else ())
        ],
        "rolling": applied.rolling,
        "undone": [_undo(undo) for undo in applied.undone],
    }


def _undo(undo: Undo) -> Json:
    return {
        "object": undo.change.ref.title,
        "state": undo.state,
        "refused": _refused(undo.refused),
        "commands": list(undo.commands),
        "diff": undo.diff,
    }
