"""Rivals, consequences, bystanders, and the order of the report."""

from collections.abc import Iterator
from ipaddress import IPv4Interface

from calicovet.diagnosis.verdicts.conflicts import settle
from calicovet.diagnosis.verdicts.ranking import rank
from calicovet.diagnosis.verdicts.summary import summarise
from calicovet.diagnosis.verdicts.victims import blame
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign
from calicovet.model.diagnosis import NodeDiagnosis, NodeState, SummaryVerdict
from calicovet.model.facts import BgpNotEstablished, CalicoAddress
from calicovet.model.finding import Contrast, Finding, Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Localisation, Shape, StageId
from calicovet.model.subject import Subject


def silent(case: Case) -> Iterator[Sign]:
    yield from ()


def causes(**more: dict[str, object]) -> dict[str, Cause]:
    return {
        name: Cause(
            name=name,
            code="TST001",
            stage=StageId.POD_BOUND,
            shows_as=frozenset(Shape),
            reads=(),
            examine=silent,
            plan=lambda case: Plan(steps=(AskHuman("x"),)),
            **extra,  # type: ignore[arg-type]
        )
        for name, extra in more.items()
    }


def found(
    name: str, verdict: Verdict, stage: StageId = StageId.POD_BOUND, absent: tuple[str, ...] = ()
) -> Finding:
    return Finding(
        name=name, code=name, verdict=verdict, stage=stage, contrast=Contrast(absent_on=absent)
    )


def node(name: str | None, *findings: Finding, state: NodeState = NodeState.SICK) -> NodeDiagnosis:
    return NodeDiagnosis(node=name, state=state, findings=findings)


def test_of_two_proven_rivals_neither_keeps_it() -> None:
    known = causes(a={}, b={})
    settled = settle((found("a", Verdict.PROVEN), found("b", Verdict.PROVEN)), known)
    assert [finding.verdict for finding in settled] == [Verdict.LIKELY, Verdict.LIKELY]


def test_unless_one_explains_the_other_which_is_then_folded_under_it() -> None:
    known = causes(a={"explains": ("b",)}, b={})
    first, second = settle((found("a", Verdict.PROVEN), found("b", Verdict.PROVEN)), known)
    assert (first.verdict, first.explains) == (Verdict.PROVEN, ("b",))
    assert second.verdict is Verdict.PROVEN
    known = causes(a={}, b={"caused_by": ("a",)})
    first, _ = settle((found("a", Verdict.PROVEN), found("b", Verdict.PROVEN)), known)
    assert first.explains == ("b",)


def test_a_bystander_is_no_rival_and_comes_last_among_its_equals() -> None:
    known = causes(a={"bystander": True}, b={})
    settled = settle((found("a", Verdict.PROVEN), found("b", Verdict.PROVEN)), known)
    assert {finding.verdict for finding in settled} == {Verdict.PROVEN}
    assert [finding.name for finding in rank(settled, known, Localisation())] == ["b", "a"]


def test_the_order_is_verdict_then_frontier_then_nearness_then_peers_then_code() -> None:
    known = causes(a={}, b={}, c={}, d={}, e={})
    stages = Localisation(frontier=(StageId.BGP_ESTABLISHED,))
    findings = (
        found("a", Verdict.POSSIBLE, StageId.BGP_ESTABLISHED),
        found("b", Verdict.LIKELY, StageId.POD_BOUND),
        found("c", Verdict.LIKELY, StageId.BIRD_RUNNING),
        found("d", Verdict.LIKELY, StageId.BGP_ESTABLISHED),
        found("e", Verdict.LIKELY, StageId.BIRD_RUNNING, ("x",)),
    )
    assert [finding.name for finding in rank(findings, known, stages)] == ["d", "e", "c", "b", "a"]
    assert rank(findings, known, stages) == rank(findings[::-1], known, stages)


def test_an_effect_stands_behind_the_named_cause_of_it() -> None:
    known = causes(a={"caused_by": ("b",)}, b={})
    findings = (found("a", Verdict.LIKELY), found("b", Verdict.LIKELY))
    assert [finding.name for finding in rank(findings, known, Localisation())] == ["b", "a"]


def test_the_summary_names_only_what_is_proven_or_likely_and_no_bystander() -> None:
    known = causes(a={}, b={"bystander": True}, c={})
    summary = summarise(
        (
            node(
                "n1",
                found("a", Verdict.LIKELY),
                found("b", Verdict.PROVEN),
                found("c", Verdict.POSSIBLE),
            ),
            node("n2", found("a", Verdict.PROVEN)),
            node("n3", state=NodeState.HEALTHY),
        ),
        known,
    )
    assert summary.verdict is SummaryVerdict.EXPLAINED
    (cause,) = summary.causes
    assert (cause.name, cause.verdict, cause.nodes) == ("a", Verdict.PROVEN, ("n1", "n2"))
    assert (summary.sick, summary.healthy) == (2, 1)


def test_the_summary_says_what_could_not_be_said() -> None:
    assert summarise((node("n1"),), {}).verdict is SummaryVerdict.UNEXPLAINED
    assert summarise((node("n1", state=NodeState.HEALTHY),), {}).verdict is SummaryVerdict.HEALTHY
    assert (
        summarise((node("n1", state=NodeState.UNCLEAR),), {}).verdict
        is SummaryVerdict.COULD_NOT_LOOK
    )
    assert summarise((), {}).verdict is SummaryVerdict.COULD_NOT_LOOK


def view(name: str, *facts: BgpNotEstablished | CalicoAddress) -> NodeView:
    return NodeView(name, facts)


def test_a_node_that_waits_only_for_a_wrong_address_is_the_victim_of_its_holder() -> None:
    culprit = node("b", found("ip-wrong", Verdict.PROVEN, StageId.ADDRESS_CHOSEN))
    views = {
        "a": view("a", BgpNotEstablished(about=Subject("a"), peers=("10.4.0.1",))),
        "b": view("b", CalicoAddress(about=Subject("b"), address=IPv4Interface("10.4.0.1/24"))),
        "c": view("c", BgpNotEstablished(about=Subject("c"), peers=("10.4.0.1", "192.0.2.9"))),
        "d": view("d"),
    }
    told = blame((culprit, node("a"), node("c"), node("d")), views)
    assert [each.victim_of for each in told] == [None, "b", None, None]
    known = causes(**{"ip-wrong": {}})
    assert summarise(told, known).sick == 3
