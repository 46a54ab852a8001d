"""The summary of an incident: verdict, named causes, counts."""

from collections.abc import Iterable, Mapping, Set

from calicovet.model.cause import Cause
from calicovet.model.diagnosis import (
    NamedCause,
    NodeDiagnosis,
    NodeState,
    Summary,
    SummaryVerdict,
)
from calicovet.model.facts import FleetCounted
from calicovet.model.finding import NAMED, Verdict


def summarise(
    nodes: Iterable[NodeDiagnosis],
    causes: Mapping[str, Cause],
    counted: FleetCounted | None = None,
    *,
    cut_off: Set[str] = frozenset(),
    unsure: bool = False,
) -> Summary:
    """Counts, and what is proven or likely, best first; nothing weaker is ever in it.

    `counted` knows how many calico-nodes there are where not all of them were looked into; nodes that are
    `cut_off` are not among its ready ones. `unsure`: there are nodes that may lack a calico-node.
    """
    nodes = tuple(nodes)
    sick = [node for node in nodes if node.state is NodeState.SICK and not node.victim_of]
    healthy = sum(node.state is NodeState.HEALTHY and not node.replaced for node in nodes)
    unexamined = sum(len(node.alike) for node in sick)
    if counted is not None:
        listed = [node for node in nodes if node.node not in cut_off]
        healthy = max(counted.ready - sum(_unsound(node) for node in listed), 0)
    named = _named(nodes, causes)
    if named:
        verdict = SummaryVerdict.EXPLAINED
    elif sick:
        verdict = SummaryVerdict.UNEXPLAINED
    elif healthy and not unsure:
        verdict = SummaryVerdict.HEALTHY
    else:
        verdict = SummaryVerdict.COULD_NOT_LOOK
    return Summary(verdict, named, len(sick) + unexamined, healthy)


def _unsound(node: NodeDiagnosis) -> int:
    """How many that the list calls ready are sick for all that: the node, and those like it."""
    if node.state is NodeState.HEALTHY:
        return 0
    status, _, ready = node.status.partition(" ")
    have, _, wanted = ready.partition("/")
    return 1 + len(node.alike) if status == "Running" and have == wanted else 0


def _named(nodes: Iterable[NodeDiagnosis], causes: Mapping[str, Cause]) -> tuple[NamedCause, ...]:
    on: dict[str, list[str]] = {}
    best: dict[str, tuple[int, int]] = {}
    for node in nodes:
        if node.state is NodeState.HEALTHY or node.victim_of:
            continue
        folded = {name for finding in node.findings for name in finding.explains}
        for place, finding in enumerate(node.findings):
            if finding.verdict not in NAMED or finding.name in folded:
                continue
            if causes[finding.name].bystander:
                continue
            rank = (0 if finding.verdict is Verdict.PROVEN else 1, place)
            best[finding.name] = min(rank, best.get(finding.name, rank))
            on.setdefault(finding.name, []).append(node.node or "")
    named = (
        NamedCause(
            name,
            causes[name].code,
            Verdict.LIKELY if unproven else Verdict.PROVEN,
            tuple(sorted(filter(None, on[name]))),
        )
        for name, (unproven, _) in best.items()
    )
    return tuple(sorted(named, key=lambda cause: (best[cause.name], -len(cause.nodes))))
