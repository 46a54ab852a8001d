"""A diagnosis as a ClusterReport of OpenReports (openreports.io/v1alpha1), for `kubectl apply`."""

from collections.abc import Iterator, Mapping

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.display.visible_text import visible_line
from calicovet.model.language import Language
from calicovet.report.machine.node_results import (
    NodeResult,
    Outcome,
    node_results,
    reasons_not_to_know,
)
from calicovet.report.machine.yaml_text import yaml_text
from calicovet.report.own_marks import BEGIN, END

Json = Mapping[str, object]

_NAME = "calicovet"
"""Always the same: a later report replaces the earlier one."""
_MOST_RESULTS = 500
_MOST_LETTERS = 1000
"""What the API server stores of one object is limited to about 1.5 MB."""
_RESULTS = {
    Outcome.HEALTHY: "pass",
    Outcome.SICK: "fail",
    Outcome.VICTIM: "warn",
    Outcome.UNCLEAR: "error",
}
_COUNTED = ("pass", "fail", "warn", "error", "skip")


def render_open_reports(diagnosis: Diagnosis, language: Language) -> str:
    """The object as YAML, between the marks by which calicovet recognises its own texts."""
    begin, end = BEGIN.format(what="report"), END
    return f"# {begin}\n{yaml_text(cluster_report(diagnosis, language))}# {end}\n"


def cluster_report(diagnosis: Diagnosis, language: Language) -> Json:
    """The object; of more than 500 nodes it holds the unhealthy ones first, and counts all."""
    nodes = tuple(node_results(diagnosis, language))
    results = [_result(each, diagnosis) for each in sorted(nodes, key=_order)]
    results += [_not_known(reason) for reason in reasons_not_to_know(diagnosis, language)[:1]]
    counts = [result["result"] for result in results]
    return {
        "apiVersion": "openreports.io/v1alpha1",
        "kind": "ClusterReport",
        "metadata": {
            "name": _NAME,
            "labels": {"app.kubernetes.io/managed-by": _NAME},
            "annotations": {"calicovet/schema": diagnosis.schema},
        },
        "source": _NAME,
        "configuration": {"limits": {"maxResults": _MOST_RESULTS}},
        "summary": {
            **{each: counts.count(each) for each in _COUNTED},
            "pass": max(counts.count("pass"), diagnosis.summary.healthy),
        },
        "results": results[:_MOST_RESULTS],
    }


def _order(result: NodeResult) -> int:
    return (Outcome.SICK, Outcome.UNCLEAR, Outcome.VICTIM, Outcome.HEALTHY).index(result.outcome)


def _result(node: NodeResult, diagnosis: Diagnosis) -> Json:
    finding = node.finding
    rule = finding.name if finding else "unexplained"
    return {
        "source": _NAME,
        "policy": "calico-node",
        "rule": rule if node.outcome is Outcome.SICK else str(node.outcome),
        "category": "Calico",
        "severity": "high" if node.outcome is Outcome.SICK else "info",
        "result": _RESULTS[node.outcome],
        "scored": node.outcome is not Outcome.VICTIM,
        "message": _short(node.message),
        **_at(diagnosis),
        **(_resource(node.name) if node.is_node else {}),
        "properties": dict(_properties(node)),
    }


def _not_known(reason: str) -> Json:
    return {
        "source": _NAME,
        "policy": "calico-node",
        "rule": "could-not-look",
        "result": "error",
        "message": _short(reason),
    }


def _at(diagnosis: Diagnosis) -> Json:
    if diagnosis.taken_at is None:
        return {}
    return {"timestamp": {"seconds": int(diagnosis.taken_at.timestamp()), "nanos": 0}}


def _resource(node: str) -> Json:
    return {"resources": [{"apiVersion": "v1", "kind": "Node", "name": node}]}


def _properties(node: NodeResult) -> Iterator[tuple[str, str]]:
    if node.finding:
        yield "code", node.finding.code
        yield "verdict", node.finding.verdict
        yield "stage", node.finding.stage
    if not node.is_node:
        yield "pod", node.name
    if node.details:
        yield "details", _short("\n".join(node.details))


def _short(text: str) -> str:
    lines = "\n".join(visible_line(line) for line in text.split("\n"))
    return lines if len(lines) <= _MOST_LETTERS else f"{lines[: _MOST_LETTERS - 1]}…"
