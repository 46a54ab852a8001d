"""What would decide on a cause."""

from collections.abc import Iterator

from calicovet.diagnosis.evidence.for_fact import speaks_of, still_wanted
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign
from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import (
    ContainerState,
    CurlAnswered,
    EventSeen,
    Fact,
    FelixSaid,
    IpamUpgradeSaid,
    KubeletSaid,
    MilestoneReached,
    ModuleLoaded,
    Running,
)
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Localisation, Shape, StageId
from calicovet.model.subject import Subject

RUNS = Localisation(shape=Shape.RUNNING_NOT_READY)


def silent(case: Case) -> Iterator[Sign]:
    yield from ()


def cause(
    *reads: type[Fact], decided_by: tuple[type[Fact], ...] = (), shape: Shape | None = None
) -> Cause:
    return Cause(
        name="x",
        code="TST001",
        stage=StageId.DATAPLANE_READY,
        shows_as=frozenset({shape or Shape.RUNNING_NOT_READY}),
        reads=reads,
        examine=silent,
        plan=lambda case: Plan(steps=(AskHuman("x"),)),
        decided_by=decided_by,
    )


def wanted(
    asked: Cause, *told: Fact, view: NodeView | None = None, stages: Localisation = RUNS
) -> list[tuple[EvidenceKind, str]]:
    missing = frozenset(asked.reads)
    found = still_wanted(asked, told, missing, view or NodeView("b", ()), stages)
    return [(wish.kind, wish.about.container) for wish in found]


LOG = (EvidenceKind.CALICO_LOG, "calico-node")
MODULES = (EvidenceKind.MODULES, "")
IPSET = cause(FelixSaid, ModuleLoaded, MilestoneReached, decided_by=(FelixSaid,))


def test_what_decides_is_wanted_first() -> None:
    assert wanted(IPSET) == [LOG]


def test_a_log_that_speaks_for_it_already_is_not_wanted_again() -> None:
    assert wanted(IPSET, FelixSaid(key="x")) == [MODULES]


def test_with_nothing_else_to_be_had_the_log_is_better_than_nothing() -> None:
    assert wanted(cause(FelixSaid), FelixSaid(key="x")) == [LOG]


def test_the_log_of_another_container_is_still_wanted() -> None:
    other = FelixSaid(key="x", about=Subject(container="mount-bpffs"))
    assert wanted(IPSET, other) == [LOG]


def test_a_cause_that_shows_before_any_log_wants_none() -> None:
    assert wanted(cause(FelixSaid, shape=Shape.NOT_CREATED), stages=Localisation()) == []


def test_an_answer_speaks_of_what_decides_or_of_the_message() -> None:
    assert speaks_of(IPSET) == (FelixSaid,)
    assert speaks_of(cause(IpamUpgradeSaid, MilestoneReached)) == (IpamUpgradeSaid,)
    assert speaks_of(cause(CurlAnswered)) == (CurlAnswered,)


class TestWhatTheKubeletSays:
    NOT_MADE = Localisation(shape=Shape.CONTAINER_NOT_CREATED)
    SAYS = cause(KubeletSaid, shape=Shape.CONTAINER_NOT_CREATED)

    def test_stands_in_the_events_while_no_container_has_run(self) -> None:
        event = EventSeen(type="Normal", reason="Pulling", message="Pulling image")
        view = NodeView("b", (event,))
        assert wanted(self.SAYS, view=view, stages=self.NOT_MADE) == [
            (EvidenceKind.POD_DESCRIBE, "")
        ]

    def test_is_in_its_journal_where_the_pod_was_described_or_runs(self) -> None:
        state = ContainerState(init=True, position=0, phase=Running.WAITING)
        journal = [(EvidenceKind.KUBELET_JOURNAL, "")]
        described = NodeView("b", (state,))
        assert wanted(self.SAYS, view=described, stages=self.NOT_MADE) == journal
        assert wanted(self.SAYS) == journal
