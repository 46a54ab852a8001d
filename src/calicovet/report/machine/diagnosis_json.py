"""A diagnosis as JSON, schema calicovet/v1: sentences and plans in both languages."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from calicovet.model.diagnosis import Change, Cluster, Diagnosis, NodeDiagnosis, Recovery
from calicovet.model.evidence import Gap, GapReason, LeftOut
from calicovet.model.finding import Difference, Exhibit, Finding, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Offer
from calicovet.model.stage import StageId, StageState
from calicovet.report import cause_sentences as sentences
from calicovet.report.cause_sentences import in_both
from calicovet.report.machine.json_text import json_text
from calicovet.report.machine.yaml_text import yaml_text
from calicovet.report.page.fact_list import describe
from calicovet.report.page.onset import stamp, what
from calicovet.report.words import words

Json = Mapping[str, object]
_OPEN_OR_OUT = frozenset({Verdict.UNTESTED, Verdict.RULED_OUT})
"""The verdicts of most causes on most nodes: some 200 findings a node that scripts seldom want."""


def render_json(diagnosis: Diagnosis, *, all_findings: bool = False) -> str:
    """One document, indented; with `all_findings` also what is untested or ruled out."""
    return json_text(to_json(diagnosis, all_findings))


def render_jsonl(diagnosis: Diagnosis, path: str = "", *, all_findings: bool = False) -> str:
    """One document on one line; `input` names the incident where there are several."""
    named = {"input": path} if path else {}
    return json_text({**to_json(diagnosis, all_findings), **named}, indent=0)


def render_yaml(diagnosis: Diagnosis, path: str = "", *, all_findings: bool = False) -> str:
    """The same document as YAML."""
    named = {"input": path} if path else {}
    return yaml_text({**to_json(diagnosis, all_findings), **named})


def json_schema() -> str:
    """The JSON Schema of what the two above write."""
    return Path(__file__).with_name("calicovet-v1.schema.json").read_text(encoding="utf-8")


def to_json(diagnosis: Diagnosis, all_findings: bool = False) -> Json:
    """The contract's object."""
    summary = diagnosis.summary
    return {
        "schema": diagnosis.schema,
        "summary": {
            "verdict": summary.verdict,
            "causes": [
                {
                    "name": cause.name,
                    "code": cause.code,
                    "verdict": cause.verdict,
                    "nodes": list(cause.nodes),
                }
                for cause in summary.causes
            ],
            "sick": summary.sick,
            "healthy": summary.healthy,
        },
        "nodes": [_node(node, all_findings) for node in diagnosis.nodes],
        "red_herrings": [
            *(
                {
                    "excerpt": _excerpt(herring.exhibit),
                    "why": _both("herring", herring.key, herring.details),
                    "source": herring.exhibit.source,
                }
                for herring in diagnosis.red_herrings
            ),
            *map(_left_out, diagnosis.left_out),
        ],
        "gaps": [*_nobody(diagnosis.cluster), *map(gap_json, diagnosis.gaps)],
        "contradictions": [
            {
                **_both("contradiction", found.key, found.details),
                "sources": [exhibit.source for exhibit in found.exhibits],
            }
            for found in diagnosis.contradictions
        ],
        "cluster": _cluster(diagnosis.cluster),
    }


def _cluster(cluster: Cluster | None) -> Json | None:
    return {"context": cluster.context, "server": cluster.server} if cluster else None


def _left_out(passage: LeftOut) -> Json:
    """What looks like evidence and is none."""
    return {
        "excerpt": "",
        "why": _both("herring", passage.what, {}),
        "source": f"{passage.source}:{passage.first}",
    }


def gap_json(gap: Gap) -> Json:
    return {
        "wanted": sentences.wanted(gap, Language.EN),
        "reason": gap.reason,
        "how_to_close": gap.how_to_close,
    }


def _nobody(cluster: Cluster | None) -> Iterator[Json]:
    """That there is no calico-node to look at; a list that was refused is a separate gap."""
    if cluster is None or cluster.none_seen not in ("no-calico", "no-calico-in"):
        return
    told = words(Language.EN).say(f"note.{cluster.none_seen}", namespace=cluster.namespace)
    wanted, _, close = told.partition("; ")
    yield {"wanted": wanted, "reason": GapReason.ABSENT, "how_to_close": close}


def _node(node: NodeDiagnosis, all_findings: bool) -> Json:
    states = node.stages.states
    return {
        "node": node.node,
        "pod": node.pod or None,
        "state": node.state,
        "shape": node.stages.shape,
        "victim_of": node.victim_of,
        "was": node.was,
        "recovery": _recovery(node.recovery) if node.recovery else None,
        "since": stamp(node.since) if node.since else None,
        "changed": [_change(change) for change in node.changes],
        "alike": list(node.alike),
        "look_at": [{"source": seen.source, "excerpt": seen.excerpt} for seen in node.look_at],
        "stages": [
            {"id": stage, "state": states.get(stage, StageState.UNKNOWN)} for stage in StageId
        ],
        "frontier": list(node.stages.frontier),
        "findings": [
            _finding(finding)
            for finding in node.findings
            if all_findings or finding.verdict not in _OPEN_OR_OUT
        ],
        "differences": [_difference(found) for found in node.differences],
        "next": _next(node),
    }


def _recovery(over: Recovery) -> Json:
    return {
        "status": over.status or None,
        "causes": [
            {"name": finding.name, "code": finding.code, "verdict": finding.verdict}
            for finding in over.findings
        ],
        "ended_by": [_exhibit(exhibit) for exhibit in over.ended_by],
    }


def _change(change: Change) -> Json:
    return {
        "at": stamp(change.at),
        "what": in_both(partial(what, change)),
        "source": change.exhibit.source,
        "excerpt": _excerpt(change.exhibit),
    }


def _finding(finding: Finding) -> Json:
    return {
        "name": finding.name,
        "code": finding.code,
        "verdict": finding.verdict,
        "stage": finding.stage,
        "sentence": in_both(partial(sentences.sentence, finding)),
        "evidence": [_exhibit(exhibit) for exhibit in finding.evidence],
        "contrast": {
            "shows_on": list(finding.contrast.shows_on),
            "absent_on": list(finding.contrast.absent_on),
            "unseen_on": list(finding.contrast.unseen_on),
        },
        "explains": list(finding.explains),
        "wants": list(dict.fromkeys(wish.kind for wish in finding.wants)),
        "plan": _plan(finding.name, finding.offer) if finding.offer else None,
    }


def _exhibit(exhibit: Exhibit) -> Json:
    return {
        "source": exhibit.source,
        "excerpt": _excerpt(exhibit),
        "taken_by": exhibit.taken_by,
    }


def _excerpt(exhibit: Exhibit) -> str:
    """The words; for an output without any, the command that gave none."""
    return exhibit.excerpt or f"$ {exhibit.taken_by}"


def _plan(cause: str, offered: Offer) -> Json:
    return {
        "owner": offered.owner,
        "steps": [in_both(partial(sentences.step, cause, step)) for step in offered.steps],
        "risk": offered.risk.name.lower().replace("_", "-"),
        "restarts": in_both(partial(sentences.restarts, offered)),
        "commands": list(sentences.commands(offered.steps)),
        "undo": list(sentences.undo(offered.steps)),
        "instead": in_both(partial(sentences.instead, cause, offered)) if offered.instead else None,
        "untried": list(offered.untried),
        "does_not_help": [in_both(partial(sentences.vain, what)) for what in offered.does_not_help],
    }


def _difference(found: Difference) -> Json:
    return {"what": describe(found.fact), "share_of_peers": found.share_of_peers}


def _next(node: NodeDiagnosis) -> Json | None:
    asked = node.next
    if asked is None:
        return None
    return {
        "question": in_both(partial(sentences.question, asked, node.node or "", node.pod)),
        "command": asked.command,
        "decides_between": list(asked.decides_between),
        "answers": [
            {
                "if": in_both(partial(sentences.tell, answer.then)),
                "then": answer.then,
            }
            for answer in asked.answers
        ],
    }


def _both(table: str, key: str, details: Mapping[str, str]) -> dict[str, str]:
    return in_both(partial(sentences.particulars, table, key, details))
