"""A few lines without a pod list: the only cause that fits them is likely."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from calicovet.diagnosis.failures.relevance import concerns_calico_node, is_calicos
from calicovet.diagnosis.failures.signs import tells_the_reason
from calicovet.diagnosis.failures.suspects import Suspects
from calicovet.model.case import Case, NodeState, NodeView
from calicovet.model.cause import Cause
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    BgpSaid,
    Claimed,
    CniInstallSaid,
    CniPluginSaid,
    ContainerState,
    Fact,
    FelixSaid,
    IpamUpgradeSaid,
    MilestoneReached,
    NodeListed,
    PodListed,
    PodPhase,
    Said,
    StartupSaid,
    Topic,
    WorkloadListed,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import ThingClass
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.provenance import Speaker
from calicovet.parse.commands.prompts import read_prompt
from calicovet.parse.logs.records_in_sentences import within_marks
from calicovet.parse.text.line_kinds import line_looks
from calicovet.parse.text.prose import is_prose

_BY_CALICO = (BgpSaid, CniInstallSaid, CniPluginSaid, FelixSaid, IpamUpgradeSaid, StartupSaid)
"""What programs of calico-node and its CNI plugin say; anyone may apply a manifest."""
_HOW_IT_IS = (PodListed, PodPhase, ContainerState)
_MORE_THAN_LINES = (*_HOW_IT_IS, MilestoneReached, NodeListed, WorkloadListed)
_OF_ONE_PROGRAM = frozenset({ThingClass.BPF, ThingClass.IPSET, ThingClass.RULES})
"""Things that a text names only if they themselves failed."""
_COMPLAINTS = frozenset({Topic.SICK, Topic.HEALTHY, Topic.TRAFFIC_DEAD, Topic.TRIED})
_MOST_LINES = 6
_MESSAGES = frozenset(
    {
        *(EvidenceKind.CALICO_LOG, EvidenceKind.OTHER_LOG, EvidenceKind.KERNEL_LOG),
        *(EvidenceKind.KUBELET_JOURNAL, EvidenceKind.RUNTIME_JOURNAL),
        *(EvidenceKind.SYSTEM_JOURNAL, EvidenceKind.EVENT_LINES, EvidenceKind.EVENT_TABLE),
        EvidenceKind.API_CURL,
    }
)


def is_short(evidence: Iterable[Evidence]) -> bool:
    """Whether the text is a few lines of programs, and no word of their author."""
    lines = [line for piece in evidence for line in piece.content.splitlines() if line.strip()]
    return len(lines) <= _MOST_LINES and all(map(_is_a_message, lines))


def _is_a_message(line: str) -> bool:
    line = within_marks(line) or line
    looks = line_looks(line)
    if looks is not None and looks.strong:
        return looks.kind in _MESSAGES
    return not is_prose(line) and read_prompt(line) is None


def with_sole_suspect(
    findings: Sequence[Finding], case: Case, causes: Mapping[str, Cause], *, short: bool
) -> tuple[Finding, ...]:
    """The findings; where one cause alone fits what was read and nothing else is known, it is likely.

    Who shows more (a list, a description) shows what else could have been seen: there a hint stays a hint.
    """
    view = case.node
    if any(finding.verdict in NAMED for finding in findings):
        return tuple(findings)
    suspects = [
        finding
        for finding in findings
        if finding.verdict is Verdict.POSSIBLE and not causes[finding.name].bystander
    ]
    told = [finding for finding in suspects if _is_told(finding)]
    if len(told) == 1 and not _holds(view.facts, _HOW_IT_IS):
        return _raised(told[0], findings, case, causes)
    if not suspects or not _tells_nothing_else(view, short=short):
        return tuple(findings)
    of_any_program = short and not any(map(_is_a_complaint, view.facts))
    sole = _sole(suspects, view, causes)
    if sole is None or not (of_any_program or _rests_on_calicos_word(sole)):
        return tuple(findings)
    return _raised(sole, findings, case, causes)


def _raised(
    sole: Finding, findings: Sequence[Finding], case: Case, causes: Mapping[str, Cause]
) -> tuple[Finding, ...]:
    likely = replace(sole, verdict=Verdict.LIKELY, plan=causes[sole.name].plan_for(case))
    return tuple(likely if finding is sole else finding for finding in findings)


def _is_told(finding: Finding) -> bool:
    """Whether a person describes a failure that no other cause has."""
    return any(
        isinstance(fact, Failure)
        and fact.by is Speaker.PERSON
        and (fact.reason or fact.thing.kind is not ThingClass.NODE_NAME)
        and (fact.how is not How.FAILED or fact.thing.kind in _OF_ONE_PROGRAM)
        and sign.details.get("suspects") == "1"
        for sign in finding.signs
        for fact in sign.facts
    )


def _tells_nothing_else(view: NodeView, *, short: bool) -> bool:
    """Whether the view holds nothing but messages; of a few lines a failure may have shown that it is sick."""
    if view.state is NodeState.UNCLEAR:
        return not _holds(view.facts, _HOW_IT_IS)
    return short and view.state is NodeState.SICK and not _holds(view.facts, _MORE_THAN_LINES)


def _is_a_complaint(fact: Fact) -> bool:
    """Whether a person states the state of calico-node: the same person could have stated more."""
    return isinstance(fact, Claimed) and fact.topic in _COMPLAINTS


def _holds(facts: Iterable[Fact], kinds: tuple[type[Fact], ...]) -> bool:
    return any(isinstance(fact, kinds) for fact in facts)


def _sole(
    suspects: Sequence[Finding], view: NodeView, causes: Mapping[str, Cause]
) -> Finding | None:
    """The only suspect, or of several the one whose failure alone it is, if no other cause fits as well."""
    shares = Suspects(causes.values())
    fitting = [
        shares.of(failure)
        for failure in view.all(Failure)
        if not failure.over and concerns_calico_node(failure) and tells_the_reason(failure)
    ]
    meant = {said.key for said in view.all(Said)} & causes.keys()
    named = {name for names in fitting for name in names} | meant
    if len(suspects) == 1:
        return suspects[0] if named <= {suspects[0].name} else None
    alone = {name for names in fitting if len(names) == 1 for name in names}
    closest = [finding for finding in suspects if finding.name in alone]
    return closest[0] if len(closest) == 1 and named <= {each.name for each in suspects} else None


def _rests_on_calicos_word(finding: Finding) -> bool:
    return any(
        isinstance(fact, _BY_CALICO) or (isinstance(fact, Failure) and is_calicos(fact))
        for sign in finding.signs
        for fact in sign.facts
    )
