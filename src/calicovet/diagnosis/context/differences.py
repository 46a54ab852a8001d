"""What only the unhealthy node shows and no cause explains."""

from collections.abc import Iterable

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.model.case import NodeView
from calicovet.model.facts import Fact
from calicovet.model.finding import NAMED, Difference, Finding


def differences(
    node: NodeView,
    healthy: Iterable[NodeView],
    findings: Iterable[Finding],
    evidence_index: EvidenceIndex,
) -> tuple[Difference, ...]:
    """Facts whose trait no healthy peer shares that shows the same kind of fact."""
    explained = {
        id(fact)
        for finding in findings
        if finding.verdict in NAMED
        for sign in finding.signs
        for fact in sign.facts
    }
    healthy = tuple(healthy)
    found: list[Difference] = []
    seen: set[tuple[type[Fact], object]] = set()
    for fact in node.facts:
        trait = fact.trait()
        if trait is None or not fact.about.node or id(fact) in explained:
            continue
        if (type(fact), trait) in seen:
            continue
        seen.add((type(fact), trait))
        theirs = [traits for peer in healthy if (traits := _traits(peer, type(fact)))]
        if not theirs or any(trait in traits for traits in theirs):
            continue
        exhibit = next(iter(exhibits_of((fact,), evidence_index)), None)
        if exhibit is not None:
            found.append(Difference(fact, 0.0, exhibit))
    return tuple(found)


def _traits(peer: NodeView, kind: type[Fact]) -> set[object]:
    return {
        trait
        for fact in peer.facts
        if type(fact) is kind and fact.about.node and (trait := fact.trait()) is not None
    }
