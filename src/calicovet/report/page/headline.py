"""Many unhealthy nodes in one sentence."""

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.finding import NAMED, Finding
from calicovet.model.language import Language
from calicovet.report.words import words

_MANY = 6
_SOME = 2


def leading(node: NodeDiagnosis) -> Finding | None:
    """The finding that answers for the node, if one does."""
    named = (finding for finding in node.findings if finding.verdict in NAMED)
    return next((finding for finding in named if not finding.bystander), None)


def is_large(diagnosis: Diagnosis) -> bool:
    """Whether so many are sick that one has to be told how many before one reads of each."""
    alike = any(node.alike for node in diagnosis.nodes)
    return diagnosis.summary.sick > (_SOME if alike else _MANY)


def headline(diagnosis: Diagnosis, language: Language) -> str:
    """`35 of 60 nodes are sick: 3 likely X (27 more look the same), 3 proven Y.`"""
    frame = words(language)
    counted: dict[tuple[str, str], tuple[int, int]] = {}
    for node in diagnosis.nodes:
        finding = leading(node)
        if node.state is not NodeState.SICK:
            continue
        if node.victim_of is not None:
            answer = ("victims", "")
        else:
            answer = (finding.verdict, finding.name) if finding else ("unknown", "")
        looked_into, like_it = counted.get(answer, (0, 0))
        counted[answer] = (looked_into + 1, like_it + len(node.alike))
    parts = []
    for (verdict, cause), (looked_into, like_it) in counted.items():
        part = frame.say(f"count.{verdict}", count=str(looked_into), cause=cause)
        if like_it:  # they were not examined, and what is not seen is not proven
            part = frame.say("count.alike", part=part, count=str(like_it))
        parts.append(part)
    summary = diagnosis.summary
    unclear = sum(node.state is NodeState.UNCLEAR for node in diagnosis.nodes)
    return frame.say(
        "page.sick",
        sick=str(summary.sick),
        all=str(summary.sick + summary.healthy + unclear),
        parts=frame.listed(parts, len(parts)),
    )
