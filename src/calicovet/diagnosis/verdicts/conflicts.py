"""Settles proven rivals, generic causes, and consequences of other findings."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from calicovet.model.cause import Cause, Strength
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.stage import StageId

_STAGES = {stage: place for place, stage in enumerate(StageId)}


def explains(one: str, other: str, causes: Mapping[str, Cause]) -> bool:
    """Whether the other is a consequence of the one."""
    return other in causes[one].explains or one in causes[other].caused_by


def settle(findings: Iterable[Finding], causes: Mapping[str, Cause]) -> tuple[Finding, ...]:
    """Of two proven rivals neither keeps its proof; what another explains is folded under it.

    A kind of fault is named only where no cause names the fault itself.
    """
    findings = _giving_way(tuple(findings), causes)
    proven = [
        finding
        for finding in findings
        if finding.verdict is Verdict.PROVEN and not causes[finding.name].bystander
    ]
    rivals = {
        one.name
        for one in proven
        for other in proven
        if one is not other
        and not explains(one.name, other.name, causes)
        and not explains(other.name, one.name, causes)
    }
    settled = tuple(
        replace(finding, verdict=Verdict.LIKELY) if finding.name in rivals else finding
        for finding in findings
    )
    named = {finding.name: finding for finding in settled if finding.verdict in NAMED}
    effects = _effects(settled)
    return tuple(
        replace(
            finding,
            explains=tuple(
                other.name
                for other in named.values()
                if other is not finding
                and (
                    explains(finding.name, other.name, causes)
                    or (finding.verdict is Verdict.PROVEN and other.name in effects)
                )
            ),
        )
        if finding.name in named and finding.name not in effects
        else replace(finding, verdict=Verdict.POSSIBLE, plan=None)
        if finding.name in effects
        else finding
        for finding in settled
    )


def _effects(findings: Iterable[Finding]) -> frozenset[str]:
    """Bystanders that enter where or after a proven cause does: it explains them on this node."""
    findings = tuple(findings)
    first = min(
        (
            _STAGES[finding.stage]
            for finding in findings
            if finding.verdict is Verdict.PROVEN and not finding.bystander
        ),
        default=len(_STAGES),
    )
    return frozenset(
        finding.name
        for finding in findings
        if finding.bystander and finding.verdict in NAMED and _STAGES[finding.stage] >= first
    )


def _giving_way(findings: tuple[Finding, ...], causes: Mapping[str, Cause]) -> tuple[Finding, ...]:
    """The findings, in which a kind of fault is no more than possible where a cause stands, or fits the same line."""
    stands = any(
        finding.verdict in NAMED
        and not causes[finding.name].generic
        and not causes[finding.name].bystander
        for finding in findings
    )
    fitting = {
        place
        for finding in findings
        if finding.verdict is Verdict.POSSIBLE and not causes[finding.name].generic
        for place in _places(finding)
    }
    return tuple(
        replace(finding, verdict=Verdict.POSSIBLE, plan=None)
        if causes[finding.name].generic
        and finding.verdict in NAMED
        and (stands or not _places(finding).isdisjoint(fitting))
        else finding
        for finding in findings
    )


def _places(finding: Finding) -> frozenset[tuple[str, int]]:
    """The lines that speak for it."""
    return frozenset(
        (cited.evidence, cited.line)
        for sign in finding.signs
        if sign.strength is not Strength.DENIES
        for fact in sign.facts
        for cited in fact.cited
    )
