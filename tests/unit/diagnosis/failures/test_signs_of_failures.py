"""A failure speaks for the causes that declare it; how loudly depends on how many do."""

from collections.abc import Iterator

from calicovet.diagnosis.failures.signs import with_failures
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Strength, denies, hints
from calicovet.model.facts import FelixSaid
from calicovet.model.facts.base import Citation, Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import FailurePattern, fails
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Shape, StageId
from calicovet.model.subject import Subject

LOCK = Failure(
    by=Speaker.FELIX,
    how=How.TIMED_OUT,
    thing=Thing(ThingClass.XTABLES_LOCK),
    cited=(Citation("a", 3),),
)


def _cause(name: str, *failures: FailurePattern, sees: tuple[Sign, ...] = ()) -> Cause:
    def examine(case: Case) -> Iterator[Sign]:
        yield from sees

    return Cause(
        name=name,
        code="TST001",
        stage=StageId.POD_BOUND,
        shows_as=frozenset({Shape.RUNNING_NOT_READY}),
        reads=(),
        examine=examine,
        plan=Plan(steps=(AskHuman("choose"),)),
        failures=failures,
    )


def _strengths(causes: list[Cause], *facts: Fact) -> dict[str, list[Strength]]:
    wrapped = with_failures({cause.name: cause for cause in causes}, facts)
    case = Case(NodeView("worker-1", facts))
    return {
        name: [sign.strength for sign in cause.examine(case)] for name, cause in wrapped.items()
    }


def test_a_failure_of_one_cause_alone_indicates_it() -> None:
    one = _cause("lock", fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK))
    other = _cause("api", fails(How.TIMED_OUT, thing=ThingClass.API_SERVER))
    assert _strengths([one, other], LOCK) == {"lock": [Strength.INDICATES], "api": []}


def test_a_failure_that_two_causes_share_hints_at_both() -> None:
    causes = [_cause(name, fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK)) for name in "ab"]
    assert _strengths(causes, LOCK) == {"a": [Strength.HINTS], "b": [Strength.HINTS]}


def test_the_narrower_pattern_takes_the_failure() -> None:
    wide = _cause("wide", fails(How.TIMED_OUT))
    narrow = _cause("narrow", fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK))
    assert _strengths([wide, narrow], LOCK) == {"wide": [], "narrow": [Strength.INDICATES]}


def test_a_failure_of_nothing_by_an_unknown_speaker_is_no_causes_own() -> None:
    cause = _cause("times-out", fails(How.TIMED_OUT))
    assert _strengths([cause], Failure(how=How.TIMED_OUT)) == {"times-out": [Strength.HINTS]}


def test_what_a_cause_denies_is_not_raised_by_a_failure() -> None:
    cause = _cause(
        "lock", fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK), sees=(denies(LOCK),)
    )
    assert _strengths([cause], LOCK) == {"lock": [Strength.DENIES]}


def test_a_line_that_a_cause_has_judged_is_not_judged_again() -> None:
    cause = _cause("lock", fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK), sees=(hints(LOCK),))
    assert _strengths([cause], LOCK) == {"lock": [Strength.HINTS]}


def test_a_known_sentence_keeps_its_line_for_its_cause() -> None:
    said = FelixSaid(key="other:held", cited=LOCK.cited)
    causes = [
        _cause("lock", fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK)),
        _cause("other"),
    ]
    assert _strengths(causes, LOCK, said)["lock"] == []


def test_a_failure_that_was_overcome_says_nothing() -> None:
    cause = _cause("lock", fails(How.TIMED_OUT, thing=ThingClass.XTABLES_LOCK))
    over = Failure(by=LOCK.by, how=LOCK.how, thing=LOCK.thing, over=True)
    assert _strengths([cause], over) == {"lock": []}


def test_the_failures_of_other_programs_and_pods_say_nothing_about_calico_node() -> None:
    cause = _cause("lock", fails(How.TIMED_OUT, thing=ThingClass.IMAGE))
    image = Thing(ThingClass.IMAGE, "library/nginx")
    of_a_stranger = Failure(by=Speaker.STRANGER, how=How.TIMED_OUT, thing=image)
    of_another_image = Failure(by=Speaker.KUBELET, how=How.TIMED_OUT, thing=image)
    of_another_pod = Failure(
        by=Speaker.KUBELET,
        how=How.TIMED_OUT,
        thing=Thing(ThingClass.IMAGE, "calico/node"),
        about=Subject(pod="web-5d8f6c7b9-abcde"),
    )
    assert _strengths([cause], of_a_stranger, of_another_image, of_another_pod) == {"lock": []}


def test_the_pull_of_calicos_image_concerns_calico_node() -> None:
    cause = _cause("pull", fails(How.TIMED_OUT, thing=ThingClass.IMAGE))
    pull = Failure(
        by=Speaker.KUBELET, how=How.TIMED_OUT, thing=Thing(ThingClass.IMAGE, "calico/node")
    )
    assert _strengths([cause], pull) == {"pull": [Strength.INDICATES]}
