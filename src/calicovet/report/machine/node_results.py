"""What the formats of other tools (JUnit, Prometheus, OpenReports) say about each node, in one language."""

from collections.abc import Iterator
from enum import StrEnum

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, SummaryVerdict
from calicovet.model.finding import NAMED, Finding
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.report import cause_sentences as sentences
from calicovet.report.page.from_diagnosis import unknown_cause
from calicovet.report.words import words


class Outcome(StrEnum):
    """The state of a node; a node that is unhealthy only because of another one is not a failure itself."""

    HEALTHY = "healthy"
    SICK = "sick"
    VICTIM = "victim"
    UNCLEAR = "unclear"


@record(kw_only=True)
class NodeResult:
    name: str
    """The node, or the pod that no node is known for."""
    is_node: bool
    outcome: Outcome
    finding: Finding | None
    """The cause that is named."""
    message: str
    details: tuple[str, ...]
    """Evidence, commands, the next question: one line each."""


def node_results(diagnosis: Diagnosis, language: Language) -> Iterator[NodeResult]:
    """One for each node that the diagnosis describes: all of a paste, of a live cluster those that are not healthy."""
    for node in diagnosis.nodes:
        finding = next((each for each in node.findings if each.verdict in NAMED), None)
        outcome = _outcome(node, finding)
        yield NodeResult(
            name=node.node or node.pod or "?",
            is_node=bool(node.node),
            outcome=outcome,
            finding=finding if outcome is Outcome.SICK else None,
            message=_message(node, finding, outcome, language),
            details=tuple(_details(node, finding, language)) if outcome is Outcome.SICK else (),
        )


def reasons_not_to_know(diagnosis: Diagnosis, language: Language) -> tuple[str, ...]:
    """Why nothing can be said; empty where something can be."""
    if diagnosis.summary.verdict is not SummaryVerdict.COULD_NOT_LOOK or diagnosis.nodes:
        return ()
    told = [f"{sentences.wanted(gap, language)} ({gap.reason})" for gap in diagnosis.gaps]
    return tuple(told) or (words(language).say("page.nothing-found"),)


def _outcome(node: NodeDiagnosis, finding: Finding | None) -> Outcome:
    if node.victim_of:
        return Outcome.VICTIM
    if node.state is NodeState.HEALTHY:
        return Outcome.HEALTHY
    return Outcome.SICK if node.state is NodeState.SICK or finding else Outcome.UNCLEAR


def _message(
    node: NodeDiagnosis, finding: Finding | None, outcome: Outcome, language: Language
) -> str:
    frame = words(language)
    if outcome is Outcome.VICTIM:
        return frame.say("line.victim", node=node.victim_of or "")
    if outcome is Outcome.HEALTHY:
        return frame.say("page.healthy", nodes=node.node or node.pod)
    if finding is not None:
        return sentences.sentence(finding, language)
    return unknown_cause(node, language)


def _details(node: NodeDiagnosis, finding: Finding | None, language: Language) -> Iterator[str]:
    if finding is not None:
        for exhibit in finding.evidence:
            yield f"{exhibit.source}: {exhibit.excerpt or '$ ' + exhibit.taken_by}"
        if finding.offer:
            yield from (f"$ {line}" for line in sentences.commands(finding.offer.steps))
    if node.next is not None:
        yield sentences.question(node.next, node.node or "", node.pod, language)
        yield f"$ {node.next.command}"
