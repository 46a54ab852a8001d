"""What is proven stands for itself, whatever might be behind it."""

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.settle import settle
from calicovet.model.finding import Finding, Verdict

_CAUSES = {cause.name: cause for cause in load_catalogue()}


def _found(name: str, verdict: Verdict) -> Finding:
    return Finding(name=name, code="X", verdict=verdict, stage=_CAUSES[name].stage)


def _explained(
    root: Verdict, effect: Verdict, of: str = "ip-conflict-duplicate"
) -> tuple[str, ...]:
    findings = (_found("ip-wrong-bridge", root), _found(of, effect))
    return settle(findings, _CAUSES)[0].explains


def test_a_consequence_is_folded_under_what_is_as_sure() -> None:
    folded = ("ip-conflict-duplicate",)
    assert _explained(Verdict.PROVEN, Verdict.PROVEN) == folded
    assert _explained(Verdict.PROVEN, Verdict.LIKELY) == folded
    assert _explained(Verdict.LIKELY, Verdict.LIKELY) == folded


def test_what_is_proven_is_not_folded_under_a_likely_cause() -> None:
    assert _explained(Verdict.LIKELY, Verdict.PROVEN) == ()


def test_a_bystander_is_folded_however_well_proven() -> None:
    of = "bgp-peer-is-the-sick-one"
    assert _explained(Verdict.LIKELY, Verdict.PROVEN, of) == (of,)
