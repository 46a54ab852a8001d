"""What was read, as a table."""

from datetime import UTC, datetime, timedelta

from calicovet.model.facts import (
    Citation,
    ContainerExit,
    Fact,
    HostLink,
    LoadAverage,
    Milestone,
    MilestoneReached,
    PodListed,
)
from calicovet.model.finding import Exhibit
from calicovet.model.language import Language
from calicovet.model.subject import Subject
from calicovet.report.page.fact_list import describe, render_facts
from tests.unit.report.sample import EXPLAINED


def test_a_fact_is_told_by_its_name_and_what_it_says() -> None:
    listed = PodListed(ready=0, total=1, status="Init:0/3", age=timedelta(minutes=36))
    assert describe(listed) == "PodListed ready=0 total=1 status=Init:0/3 restarts=0 age=2160s"


def test_times_enums_and_blanks_are_plain() -> None:
    ended = ContainerExit(reason="", finished=datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC))
    assert describe(ended) == "ContainerExit finished='2024-01-02 03:04:05+00:00'".replace("'", "")
    said = MilestoneReached(milestone=Milestone.NODE_NAMED)
    assert describe(said) == "MilestoneReached milestone=node-named"


def test_facts_stand_under_the_piece_they_were_read_in() -> None:
    told = render_facts(EXPLAINED.facts, Language.EN, 100)
    piece, fact = told.splitlines()
    assert piece == "paste.md  kubectl get nodes"
    assert fact.split() == ["41", "CalicoAddress", "node-b", "address=10.9.0.1/24"]


def test_a_new_piece_begins_a_new_heading() -> None:
    def load(evidence: str, taken_by: str) -> tuple[Fact, Exhibit]:
        fact = LoadAverage(
            about=Subject(node="n", previous=True), cited=(Citation(evidence, 1),), one=1.0
        )
        return fact, Exhibit("paste:1", "", taken_by)

    told = render_facts([load("a", "uptime"), load("a", "uptime"), load("b", "w")], Language.EN, 80)
    assert [line for line in told.splitlines() if not line.startswith(" ")] == [
        "paste  uptime",
        "paste  w",
    ]
    assert "n (previous)" in told


def test_no_row_is_wider_than_the_screen() -> None:
    fact = HostLink(name="x" * 300, index=1)
    told = render_facts([(fact, Exhibit("paste:1", ""))], Language.EN, 60)
    assert max(len(line) for line in told.splitlines()) <= 60


def test_no_fact_is_told_too() -> None:
    assert render_facts([], Language.EN, 80) == "no fact was read\n"
