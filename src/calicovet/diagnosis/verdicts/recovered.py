"""Nodes that were unhealthy before the incident ended, and their cause."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibit_of, shorten
from calicovet.diagnosis.health.recovery import Ending
from calicovet.model.diagnosis import NodeDiagnosis, NodeState, Recovery
from calicovet.model.facts import Topic
from calicovet.model.finding import NAMED, Exhibit, Finding


def recovered(
    before: Iterable[NodeDiagnosis], after: Sequence[NodeDiagnosis], ending: Ending
) -> tuple[NodeDiagnosis, ...] | None:
    """The nodes as they are now, with what they recovered from; None where one is unhealthy still."""
    if any(node.state is NodeState.SICK for node in after):
        return None
    then = tuple(before)
    ended_by = tuple(_exhibits(ending))
    over = {_key(node): _recovery(node, ended_by) for node in then if node.state is NodeState.SICK}
    if not over:
        return None
    now = [_now(node, over.pop(_key(node), None)) for node in after if _key(node)]
    shown = {_key(node) for node in now}
    for node in then:
        key = _key(node)
        # Of a pod without a node nothing shows which of the present ones took its place.
        if key in over or (ending.only_told and key not in shown):
            now.append(
                NodeDiagnosis(
                    node=node.node,
                    pod=node.pod,
                    state=NodeState.HEALTHY,
                    recovery=over.get(key),
                    replaced=key in over and not ending.only_told,
                )
            )
    return tuple(now)


def _now(node: NodeDiagnosis, recovery: Recovery | None) -> NodeDiagnosis:
    """The node with its past; one of which nothing else is shown is as well as it is said to be."""
    if recovery is None:
        return node
    return replace(node, recovery=recovery, state=NodeState.HEALTHY)


def _key(node: NodeDiagnosis) -> str:
    return node.node or node.pod


def _recovery(node: NodeDiagnosis, ended_by: tuple[Exhibit, ...]) -> Recovery:
    return Recovery(
        status=node.status,
        findings=tuple(_told(node.findings)),
        victim_of=node.victim_of,
        ended_by=ended_by,
    )


def _told(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The causes that were named, without their plans: what they would do has been done."""
    for finding in findings:
        if finding.verdict in NAMED and not finding.bystander:
            yield replace(finding, plan=None, offer=None, wants=())


def _exhibits(ending: Ending) -> Iterator[Exhibit]:
    index: EvidenceIndex = ending.before.evidence_index
    for claim in ending.ended_by:
        exhibit = exhibit_of(claim.cited[0], index)
        if exhibit is None:
            continue
        typed = claim.topic is Topic.CHANGED
        yield replace(exhibit, excerpt=shorten(claim.value), taken_by="") if typed else exhibit
