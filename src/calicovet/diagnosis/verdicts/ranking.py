"""The order of findings, as one sort key."""

from collections.abc import Iterable, Mapping

from calicovet.model.cause import Cause
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.stage import Localisation, StageId

_VERDICTS = {verdict: place for place, verdict in enumerate(Verdict)}
_LIKELY = _VERDICTS[Verdict.LIKELY]
_STAGES = {stage: place for place, stage in enumerate(StageId)}


def rank(
    findings: Iterable[Finding], causes: Mapping[str, Cause], stages: Localisation
) -> tuple[Finding, ...]:
    """By verdict; bystanders last; on the frontier, then nearest before it; absent on more peers; then by code."""
    last = max((_STAGES[stage] for stage in stages.frontier), default=len(_STAGES))
    places = {
        stage: (stage not in stages.frontier, abs(last - place)) for stage, place in _STAGES.items()
    }
    findings = tuple(findings)
    named = frozenset(finding.name for finding in findings if finding.verdict in NAMED)

    def key(finding: Finding) -> tuple[int, bool, bool, tuple[bool, int], int, str]:
        cause = causes[finding.name]
        verdict = _VERDICTS[finding.verdict]
        return (
            # However well proven, a bystander comes after what is likely to be the reason.
            max(verdict, _LIKELY) if cause.bystander else verdict,
            cause.bystander,
            not named.isdisjoint(cause.caused_by),
            places[finding.stage],
            -len(finding.contrast.absent_on),
            finding.code,
        )

    return tuple(sorted(findings, key=key))
