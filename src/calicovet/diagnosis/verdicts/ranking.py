"""The order of findings, as one sort key."""

from collections.abc import Iterable, Mapping

from calicovet.model.cause import Cause
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.stage import Localisation, StageId

_VERDICTS = {verdict: place for place, verdict in enumerate(Verdict)}
_STAGES = {stage: place for place, stage in enumerate(StageId)}


def rank(
    findings: Iterable[Finding], causes: Mapping[str, Cause], stages: Localisation
) -> tuple[Finding, ...]:
    """By verdict; bystanders last; on the frontier, then nearest before it; absent on more peers; then by code."""
    last = max((_STAGES[stage] for stage in stages.frontier), default=len(_STAGES))

    findings = tuple(findings)
    named = frozenset(finding.name for finding in findings if finding.verdict in NAMED)

    def key(finding: Finding) -> tuple[int, bool, bool, bool, int, int, str]:
        bystander = causes[finding.name].bystander
        verdict = _VERDICTS[finding.verdict]
        at_the_front = finding.stage in stages.frontier
        distance = abs(last - _STAGES[finding.stage])
        return (
            # However well proven, a bystander comes after what is likely to be the reason.
            max(verdict, _VERDICTS[Verdict.LIKELY]) if bystander else verdict,
            bystander,
            not named.isdisjoint(causes[finding.name].caused_by),
            not at_the_front,
            distance,
            -len(finding.contrast.absent_on),
            finding.code,
        )

    return tuple(sorted(findings, key=key))
