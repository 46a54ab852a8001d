"""A bystander is explained by the cause that is proven beside it, and does not stand proven itself."""

from calicovet.diagnosis.verdicts.conflicts import settle
from calicovet.model.cause import Cause
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Shape, StageId


def cause(name: str, stage: StageId, *, bystander: bool = False) -> Cause:
    return Cause(
        name=name,
        code="TST001",
        stage=stage,
        shows_as=frozenset(Shape),
        reads=(),
        examine=lambda case: iter(()),
        plan=lambda case: Plan(steps=(AskHuman("x"),)),
        bystander=bystander,
    )


CAUSES = {
    one.name: one
    for one in (
        cause("at-the-address", StageId.ADDRESS_CHOSEN),
        cause("at-the-end", StageId.PROBES_PASSING),
        cause("waits-for-a-peer", StageId.BGP_ESTABLISHED, bystander=True),
    )
}


def found(name: str, verdict: Verdict = Verdict.PROVEN) -> Finding:
    one = CAUSES[name]
    return Finding(
        name=name, code=one.code, verdict=verdict, stage=one.stage, bystander=one.bystander
    )


def settled(*findings: Finding) -> dict[str, Finding]:
    return {one.name: one for one in settle(findings, CAUSES)}


def test_a_proven_cause_of_an_earlier_stage_explains_the_bystander() -> None:
    now = settled(found("at-the-address"), found("waits-for-a-peer"))
    assert now["waits-for-a-peer"].verdict is Verdict.POSSIBLE
    assert now["at-the-address"].verdict is Verdict.PROVEN
    assert now["at-the-address"].explains == ("waits-for-a-peer",)


def test_a_likely_cause_leaves_the_bystander_as_it_is() -> None:
    now = settled(found("at-the-address", Verdict.LIKELY), found("waits-for-a-peer"))
    assert now["waits-for-a-peer"].verdict is Verdict.PROVEN
    assert now["at-the-address"].explains == ()


def test_a_cause_that_enters_later_does_not_explain_it() -> None:
    now = settled(found("at-the-end"), found("waits-for-a-peer"))
    assert now["waits-for-a-peer"].verdict is Verdict.PROVEN
