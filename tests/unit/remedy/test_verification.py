from datetime import timedelta

import pytest

from calicovet.model.diagnosis import (
    Diagnosis,
    NodeDiagnosis,
    NodeState,
    Passage,
    Summary,
    SummaryVerdict,
)
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.change import FixPlan, PlannedStep
from calicovet.model.remediation.outcome import Outcome, Reason, Result
from calicovet.model.remediation.plan import OfferedStep
from calicovet.model.stage import Localisation, StageId, StageState
from calicovet.remedy.verification import verify

_STEP = PlannedStep(cause="x", node=None, offered=OfferedStep(key="set-setting"))
_PLAN = FixPlan(
    id="1",
    steps=(_STEP,),
    reaches=StageId.PROBES_PASSING,
    within=timedelta(minutes=5),
    restarts="restarts.all-pods",
    restarts_count=3,
    owner="",
    chain=(),
)


def _node(
    name: str,
    state: NodeState = NodeState.HEALTHY,
    *,
    verdict: Verdict | None = None,
    stage: StageState = StageState.PASSED,
    passage: Passage | None = None,
    victim_of: str | None = None,
    alike: tuple[str, ...] = (),
) -> NodeDiagnosis:
    finding = (
        Finding(name="x", code="", verdict=verdict, stage=StageId.POD_BOUND) if verdict else None
    )
    return NodeDiagnosis(
        node=name,
        state=state,
        findings=(finding,) if finding else (),
        stages=Localisation(states={StageId.PROBES_PASSING: stage}),
        passage=passage,
        victim_of=victim_of,
        alike=alike,
    )


def _diagnosis(*nodes: NodeDiagnosis) -> Diagnosis:
    return Diagnosis(summary=Summary(SummaryVerdict.EXPLAINED), nodes=nodes)


_BEFORE = _diagnosis(
    _node("a"), _node("b", NodeState.SICK, verdict=Verdict.PROVEN, stage=StageState.FAILED)
)


def _outcome(*after: NodeDiagnosis, before: Diagnosis = _BEFORE) -> Outcome:
    return verify(_PLAN, before, _diagnosis(*after))


def test_kept_when_the_stage_is_passed_and_the_cause_is_gone() -> None:
    assert _outcome(_node("a"), _node("b")) == Outcome(
        Result.KEPT, (Reason(key="stage-passed", node="b", detail="probes-passing"),)
    )


def test_a_cause_that_is_only_possible_now_is_gone() -> None:
    assert _outcome(_node("b", verdict=Verdict.POSSIBLE)).result is Result.KEPT


@pytest.mark.parametrize("verdict", [Verdict.PROVEN, Verdict.LIKELY])
def test_not_kept_while_the_cause_is_named_however_ready_the_pod_is(verdict: Verdict) -> None:
    outcome = _outcome(_node("b", verdict=verdict))
    assert outcome.result is Result.NOT_KEPT
    assert outcome.reasons == (Reason(key="cause-still-named", node="b", detail="x"),)


def test_not_kept_when_the_stage_is_not_passed() -> None:
    outcome = _outcome(_node("b", NodeState.SICK, stage=StageState.FAILED))
    assert outcome.result is Result.NOT_KEPT
    assert outcome.reasons[0].key == "stage-not-passed"


def test_a_stage_without_evidence_is_passed_by_a_healthy_node() -> None:
    assert _outcome(_node("b", stage=StageState.UNKNOWN)).result is Result.KEPT
    sick = _node("b", NodeState.SICK, stage=StageState.UNKNOWN)
    assert _outcome(sick).result is Result.NOT_KEPT


def test_undecided_while_the_pod_is_starting() -> None:
    starting = _node("b", NodeState.UNCLEAR, stage=StageState.UNKNOWN, passage=Passage.STARTING)
    outcome = _outcome(_node("a"), starting)
    assert (outcome.result, outcome.reasons[0].key) == (Result.UNDECIDED, "still-starting")


def test_undecided_when_the_node_was_not_seen() -> None:
    assert _outcome(_node("a")).reasons == (Reason(key="not-seen", node="b"),)


def test_worse_when_a_healthy_node_fell_sick_even_if_the_other_is_well() -> None:
    outcome = _outcome(_node("a", NodeState.SICK, stage=StageState.FAILED), _node("b"))
    assert outcome == Outcome(Result.WORSE, (Reason(key="fell-sick", node="a"),))


def test_a_node_that_was_not_looked_at_was_healthy() -> None:
    assert _outcome(_node("c", NodeState.SICK), _node("b")).result is Result.WORSE


def test_one_of_a_sick_group_was_not_healthy() -> None:
    before = _diagnosis(_node("b", NodeState.SICK, verdict=Verdict.PROVEN, alike=("c",)))
    assert _outcome(_node("c", NodeState.SICK), _node("b"), before=before).result is Result.KEPT


def test_anothers_victim_did_not_fall_sick_itself() -> None:
    victim = _node("a", NodeState.SICK, victim_of="b")
    still = _node("b", NodeState.SICK, verdict=Verdict.PROVEN)
    assert _outcome(victim, still).result is Result.NOT_KEPT


def test_every_node_that_had_the_cause_has_to_be_well() -> None:
    before = _diagnosis(
        _node("a", NodeState.SICK, verdict=Verdict.PROVEN),
        _node("b", NodeState.SICK, verdict=Verdict.LIKELY),
    )
    half = _outcome(_node("a"), _node("b", verdict=Verdict.PROVEN), before=before)
    assert half.result is Result.NOT_KEPT


def test_a_node_that_is_still_starting_does_not_hide_one_whose_cause_remains() -> None:
    before = _diagnosis(
        _node("a", NodeState.SICK, verdict=Verdict.PROVEN),
        _node("b", NodeState.SICK, verdict=Verdict.PROVEN),
    )
    starting = _node("a", NodeState.UNCLEAR, passage=Passage.STARTING)
    outcome = _outcome(starting, _node("b", verdict=Verdict.PROVEN), before=before)
    assert outcome == Outcome(
        Result.NOT_KEPT, (Reason(key="cause-still-named", node="b", detail="x"),)
    )
