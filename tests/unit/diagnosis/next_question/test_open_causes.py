"""Which suspicions are still open, as far as the start has come."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.diagnosis.next_question.open_causes import is_open, open_suspects, shapes_left
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import CalicoAddress, Fact, IpamUpgradeSaid, PodListed, StartupSaid
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Localisation, Shape, StageId, StageState

RUNS = Shape.RUNNING_NOT_READY
EXITS = Shape.EXITS_AT_STARTUP


def silent(case: Case) -> Iterator[Sign]:
    yield from ()


def cause(
    name: str, *shapes: Shape, stage: StageId = StageId.ADDRESS_UNIQUE, reads: type[Fact]
) -> Cause:
    return Cause(
        name=name,
        code="TST001",
        stage=stage,
        shows_as=frozenset(shapes),
        reads=(reads,),
        examine=silent,
        plan=lambda case: Plan(steps=(AskHuman("x"),)),
    )


CONFLICT = cause("conflict", EXITS, RUNS, reads=StartupSaid)
WRONG = cause("wrong", EXITS, RUNS, stage=StageId.ADDRESS_CHOSEN, reads=CalicoAddress)
LOOP = cause("loop", Shape.INIT_STUCK, stage=StageId.IPAM_UPGRADED, reads=IpamUpgradeSaid)
NO_SUBJECT = cause("no-subject", Shape.NOT_CREATED, stage=StageId.POD_CREATED, reads=CalicoAddress)
CAUSES = {one.name: one for one in (CONFLICT, WRONG, LOOP, NO_SUBJECT)}


def finding(name: str, verdict: Verdict = Verdict.UNTESTED) -> Finding:
    return Finding(
        name=name,
        code=name,
        verdict=verdict,
        stage=CAUSES[name].stage,
        wants=(Request(EvidenceKind.CALICO_LOG),),
    )


def passed(*stages: StageId, shape: Shape | None = None) -> Localisation:
    return Localisation(
        states=dict.fromkeys(stages, StageState.PASSED),
        shape=shape,
        entered_stages=frozenset(stages),
    )


def left(stages: Localisation, *findings: Finding, node: NodeView | None = None) -> list[str]:
    found = findings or tuple(map(finding, CAUSES))
    return [one.name for one in open_suspects(node or NodeView("b", ()), stages, found, CAUSES)]


def test_where_nothing_is_known_everything_may_be() -> None:
    assert left(Localisation()) == ["conflict", "wrong", "loop", "no-subject"]


def test_what_would_have_stopped_the_start_at_a_stage_that_was_passed_is_out() -> None:
    past = passed(StageId.ADDRESS_CHOSEN, StageId.ADDRESS_UNIQUE, shape=RUNS)
    assert left(past) == ["wrong"]
    assert "conflict" in left(passed(StageId.ADDRESS_CHOSEN, shape=RUNS))


def test_a_fault_that_hurts_later_than_it_enters_stays() -> None:
    assert is_open(finding("wrong"), passed(StageId.ADDRESS_CHOSEN, shape=RUNS), CAUSES)


def test_what_something_speaks_for_stays_whatever_was_passed() -> None:
    past = passed(StageId.ADDRESS_UNIQUE, shape=RUNS)
    assert left(past, finding("conflict", Verdict.POSSIBLE)) == ["conflict"]


def test_who_has_come_further_does_not_look_like_before() -> None:
    assert Shape.INIT_STUCK not in shapes_left(passed(StageId.CONTAINER_STARTED))
    assert EXITS in shapes_left(passed(StageId.CONTAINER_STARTED))
    assert EXITS not in shapes_left(passed(StageId.SERVICES_RUNNING))
    assert shapes_left(passed(StageId.SERVICES_RUNNING, shape=EXITS)) == {EXITS}


def listed(restarts: int, age: timedelta = timedelta(minutes=33)) -> NodeView:
    row = PodListed(ready=0, total=1, status="Running", restarts=restarts, age=age)
    return NodeView("b", (row,))


def test_who_has_never_ended_was_not_ended_by_the_start_up_program() -> None:
    runs = Localisation(shape=RUNS)
    assert left(runs, node=listed(0)) == ["wrong"]
    assert left(runs, node=listed(3)) == ["conflict", "wrong"]
    assert left(runs, node=listed(0, timedelta(seconds=40))) == ["conflict", "wrong"]


def test_the_likely_cause_decides_what_the_sickness_looks_like() -> None:
    likely = finding("no-subject", Verdict.LIKELY)
    assert left(Localisation(), likely, finding("conflict"), finding("loop")) == ["no-subject"]
    # What is seen is not overruled by it.
    seen = Localisation(shape=RUNS)
    assert left(seen, likely, finding("conflict")) == ["conflict"]


def test_before_a_container_only_what_enters_before_one_is_suspected() -> None:
    begun = Localisation(
        states={StageId.POD_BOUND: StageState.PASSED, StageId.IMAGES_PRESENT: StageState.UNKNOWN}
    )
    assert left(begun, finding("loop"), finding("conflict")) == []
