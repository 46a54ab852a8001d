"""How well the answer to a question separates the open causes."""

from collections.abc import Iterable, Mapping
from math import sqrt

from calicovet.diagnosis.evidence.already_read import is_again
from calicovet.diagnosis.evidence.container_logs import LOG_TELLS, container_in_question
from calicovet.diagnosis.evidence.for_fact import is_described, speaks_of
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import Claimed, LogShown
from calicovet.model.facts.failure import Failure
from calicovet.model.finding import Finding, Verdict
from calicovet.model.stage import Localisation, StageState
from calicovet.startup.stages.terminations import claims

_WEIGHT = {Verdict.LIKELY: 64.0, Verdict.POSSIBLE: 16.0, Verdict.UNTESTED: 1.0}
_ONLY_TOLD = 2.0
"""A suspicion that rests on nothing but what a person says of the node, where nothing shows what the sickness looks like."""
_SHARED_FAILURE = 12.0
"""What suspicions weigh together that rest on nothing but a failure that they share."""
_STANDS_THERE = 1.5
_WENT_BY = 0.5
_AGAIN = 0.25
"""What the rest of a log is worth of which a part was read."""
_OWN_WORD = 3.0
"""What it is worth to hear from the container itself why it fails, or to see how it ended."""
_ENDS = frozenset({"crash-loop", "restarts"})
_ON_THE_HOST = 0.8
"""What a line is worth that needs a login on the node."""


def worth(
    asked: Request,
    findings: Iterable[Finding],
    node: NodeView,
    stages: Localisation,
    causes: Mapping[str, Cause],
) -> float:
    """What an answer is worth; of many of which nothing is known each counts less than the one before."""
    weights: dict[bool, float] = {True: 0.0, False: 0.0}
    for one in findings:
        weight = strength(one, stages) * prior(one, asked, stages, causes)
        weights[one.verdict is Verdict.UNTESTED] += weight
    found = weights[False] + 2 * sqrt(weights[True])
    if asked.kind is EvidenceKind.POD_DESCRIBE and _ends_untold(node, stages):
        found += _OWN_WORD
    if asked.about.container and stages.shape in LOG_TELLS:
        # Who ends or hangs says why, whether or not it is among what is known.
        found += _OWN_WORD if asked.about.container == container_in_question(node, stages) else 0
    if is_again(asked, node):
        found *= _AGAIN
    return found * (_ON_THE_HOST if runs_on_the_host(asked.kind) else 1.0)


def _ends_untold(node: NodeView, stages: Localisation) -> bool:
    """Whether it is said to end again and again, and nothing shows how."""
    return stages.shape is None and bool(claims(node.facts) & _ENDS) and not is_described(node)


def prior(
    finding: Finding, asked: Request, stages: Localisation, causes: Mapping[str, Cause]
) -> float:
    """How often it is met; more where the start stands, less in the log of a run that went by."""
    cause = causes[finding.name]
    passed = stages.states.get(cause.stage) is StageState.PASSED
    if asked.kind is EvidenceKind.CALICO_LOG and passed and LogShown not in speaks_of(cause):
        return cause.prior * _WENT_BY
    return cause.prior * (_STANDS_THERE if cause.stage in stages.frontier else 1.0)


def strength(finding: Finding, stages: Localisation) -> float:
    """How much speaks for it."""
    if not finding.signs:
        return _WEIGHT.get(finding.verdict, 1.0)
    facts = [fact for sign in finding.signs for fact in sign.facts]
    if finding.verdict is Verdict.POSSIBLE and is_only_told(finding) and stages.shape is None:
        return _ONLY_TOLD
    if (
        finding.verdict is Verdict.POSSIBLE
        and facts
        and all(isinstance(fact, Failure) for fact in facts)
    ):
        return _SHARED_FAILURE / max(int(finding.details.get("suspects", "1")), 1)
    return _WEIGHT.get(finding.verdict, 1.0)


def is_only_told(finding: Finding) -> bool:
    """Whether nothing but what a person says of the node speaks for it."""
    facts = [fact for sign in finding.signs for fact in sign.facts]
    return bool(facts) and all(isinstance(fact, Claimed) for fact in facts)
