"""A few lines without a pod list: the only cause that fits them is likely."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from calicovet.diagnosis.failures.relevance import is_calicos
from calicovet.model.case import Case, NodeState
from calicovet.model.cause import Cause
from calicovet.model.facts import (
    BgpSaid,
    CniInstallSaid,
    CniPluginSaid,
    ContainerState,
    FelixSaid,
    IpamUpgradeSaid,
    PodListed,
    PodPhase,
    StartupSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.finding import NAMED, Finding, Verdict

_BY_CALICO = (BgpSaid, CniInstallSaid, CniPluginSaid, FelixSaid, IpamUpgradeSaid, StartupSaid)
"""What programs of calico-node and its CNI plugin say; anyone may apply a manifest."""
_HOW_IT_IS = (PodListed, PodPhase, ContainerState)


def with_sole_suspect(
    findings: Sequence[Finding], case: Case, causes: Mapping[str, Cause]
) -> tuple[Finding, ...]:
    """The findings; where one cause alone fits what was read and nothing else is known, it is likely.

    Who shows more (a list, a description) shows what else could have been seen: there a hint stays a hint.
    """
    view = case.node
    if view.state is not NodeState.UNCLEAR or any(
        isinstance(fact, _HOW_IT_IS) for fact in view.facts
    ):
        return tuple(findings)
    if any(finding.verdict in NAMED for finding in findings):
        return tuple(findings)
    suspects = [
        finding
        for finding in findings
        if finding.verdict is Verdict.POSSIBLE and not causes[finding.name].bystander
    ]
    if len(suspects) != 1 or not _rests_on_calicos_word(suspects[0]):
        return tuple(findings)
    sole = suspects[0]
    likely = replace(sole, verdict=Verdict.LIKELY, plan=causes[sole.name].plan_for(case))
    return tuple(likely if finding is sole else finding for finding in findings)


def _rests_on_calicos_word(finding: Finding) -> bool:
    return any(
        isinstance(fact, _BY_CALICO) or (isinstance(fact, Failure) and is_calicos(fact))
        for sign in finding.signs
        for fact in sign.facts
    )
