"""The order of findings: a sort key that can be read aloud."""

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

    def key(finding: Finding) -> tuple[int, bool, bool, bool, int, int, str]:
        bystander = causes[finding.name].bystander
        verdict = _VERDICTS[finding.verdict]
        at_the_front = finding.stage in stages.frontier
        distance = abs(last - _STAGES[finding.stage])
        return (
            # However well proven, a bystander comes after what is likely to be the reason.
            max(verdict, _VERDICTS[Verdict.LIKELY]) if bystander else verdict,
            bystander,
            bool(causes[finding.name].caused_by) and _has_a_cause_among(finding, findings, causes),
            not at_the_front,
            distance,
            -len(finding.contrast.absent_on),
            finding.code,
        )

    findings = tuple(findings)
    return tuple(sorted(findings, key=key))


def _has_a_cause_among(
    finding: Finding, findings: Iterable[Finding], causes: Mapping[str, Cause]
) -> bool:
    return any(
        other.verdict in NAMED and other.name in causes[finding.name].caused_by
        for other in findings
    )
