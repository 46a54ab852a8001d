"""A diagnosis as metrics in Prometheus' text format, for the textfile collector of the node exporter."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.model.diagnosis import Diagnosis, SummaryVerdict
from calicovet.model.display.visible_text import visible_line
from calicovet.model.language import Language
from calicovet.report.machine.node_results import NodeResult, Outcome, node_results

_Sample = tuple[Mapping[str, str], int]


def render_prometheus(diagnosis: Diagnosis) -> str:
    """All metrics; each verdict and each state has a sample, so that an alert sees a 0 and no gap."""
    results = tuple(node_results(diagnosis, Language.EN))
    verdict = diagnosis.summary.verdict
    lines = (
        *_metric(
            "calicovet_verdict",
            "Verdict of the last diagnosis: 1 for the one that applies.",
            [({"verdict": each}, int(each is verdict)) for each in SummaryVerdict],
        ),
        *_metric(
            "calicovet_nodes",
            "Nodes by the state of their calico-node.",
            [
                ({"state": state}, _count(state, results, diagnosis.summary.healthy))
                for state in Outcome
            ],
        ),
        *_metric(
            "calicovet_node_healthy",
            "Whether calico-node is healthy on the node; healthy nodes of a live cluster have no sample.",
            [
                ({"node": each.name}, int(each.outcome is Outcome.HEALTHY))
                for each in results
                if each.outcome is not Outcome.UNCLEAR
            ],
        ),
        *_metric(
            "calicovet_cause",
            "A cause that the diagnosis names, by node.",
            [
                (
                    {
                        "name": each.finding.name,
                        "code": each.finding.code,
                        "verdict": each.finding.verdict,
                        "node": each.name,
                    },
                    1,
                )
                for each in results
                if each.finding
            ],
        ),
    )
    return "".join(f"{line}\n" for line in lines)


def _count(state: Outcome, results: Sequence[NodeResult], healthy: int) -> int:
    """Of a live cluster, healthy nodes are counted and not described."""
    described = sum(each.outcome is state for each in results)
    return max(described, healthy) if state is Outcome.HEALTHY else described


def _metric(name: str, text: str, samples: Sequence[_Sample]) -> Iterator[str]:
    """A metric with its samples; the format allows no series twice."""
    once = {
        ",".join(f'{key}="{_escaped(value)}"' for key, value in labels.items()): value
        for labels, value in samples
    }
    if not once:
        return
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} gauge"
    for labels, value in once.items():
        yield f"{name}{{{labels}}} {value}"


def _escaped(value: str) -> str:
    return visible_line(value).replace("\\", r"\\").replace('"', r"\"")
