"""The place to look when no cause is found."""

from calicovet.diagnosis.context.unexplained_lines import look_at
from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.model.case import NodeView
from calicovet.model.cause import hints
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Citation, EventSeen, Fact, FelixSaid, KubeletSaid
from calicovet.model.finding import Finding, Verdict
from calicovet.model.stage import Localisation, Shape, StageId, StageState

LINES = ("the first", "the second", "the third", "the fourth")
SHELF = EvidenceIndex((Evidence(id="e", kind=EvidenceKind.TEXT, content="\n".join(LINES)),))
NOT_MADE = Localisation(shape=Shape.CONTAINER_NOT_CREATED)
RUNS = Localisation(shape=Shape.RUNNING_NOT_READY)


def cited(line: int) -> tuple[Citation, ...]:
    return (Citation("e", line),)


def event(reason: str, message: str, line: int = 1, kind: str = "Warning") -> EventSeen:
    return EventSeen(cited=cited(line), type=kind, reason=reason, message=message)


def places(stages: Localisation, *facts: Fact, findings: tuple[Finding, ...] = ()) -> list[str]:
    return [one.excerpt for one in look_at(NodeView("b", facts), stages, findings, SHELF)]


NO_SOURCE = event("Failed", "Error: bind source path does not exist: /opt/cni/bin")


def test_why_a_container_could_not_be_made_is_shown() -> None:
    assert places(NOT_MADE, NO_SOURCE) == ["the first"]
    assert places(Localisation(), NO_SOURCE) == ["the first"]


def test_an_echo_says_nothing_new() -> None:
    assert places(NOT_MADE, event("Failed", "Error: ErrImagePull")) == []
    assert places(NOT_MADE, event("Pulled", "Successfully pulled the image", kind="Normal")) == []


def test_what_was_overcome_is_not_shown() -> None:
    assert places(RUNS, NO_SOURCE) == []
    ran = Localisation(states={StageId.IMAGES_PRESENT: StageState.PASSED})
    assert places(ran, NO_SOURCE) == []
    mount = event("FailedMount", "failed to sync secret cache: timed out")
    assert places(Localisation(), mount) == ["the first"]
    made = Localisation(states={StageId.SANDBOX_READY: StageState.PASSED})
    assert places(made, mount) == []


def retry(line: int = 2, count: int = 2, fatal: bool = False) -> FelixSaid:
    return FelixSaid(cited=cited(line), key="felix-tunnel-retry", count=count, fatal=fatal)


def test_what_is_repeated_is_shown_after_what_is_fatal() -> None:
    assert places(RUNS, retry()) == ["the second"]
    assert places(RUNS, retry(), retry(3, fatal=True)) == ["the third", "the second"]


def test_what_is_said_once_or_by_others_is_not() -> None:
    assert places(RUNS, retry(count=1)) == []
    assert places(RUNS, KubeletSaid(cited=cited(1), key="x", count=9)) == []


def finding(verdict: Verdict) -> Finding:
    return Finding(
        name="x",
        code="x",
        verdict=verdict,
        stage=StageId.DATAPLANE_READY,
        signs=(hints(retry()),),
    )


def test_what_healthy_nodes_say_as_well_is_not_shown() -> None:
    assert places(RUNS, retry(), findings=(finding(Verdict.EXONERATED),)) == []
    assert places(RUNS, retry(), findings=(finding(Verdict.POSSIBLE),)) == ["the second"]


def test_with_a_cause_at_hand_there_is_no_place_to_look() -> None:
    assert places(RUNS, retry(), findings=(finding(Verdict.LIKELY),)) == []
