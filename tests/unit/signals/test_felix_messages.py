"""What Felix complains of, and whether it got over it."""

from datetime import UTC, datetime, timedelta

from calicovet.model.cause import Strength
from calicovet.model.facts import FelixHealth, FelixSaid, Milestone, MilestoneReached
from calicovet.model.subject import Subject
from calicovet.signals.felix_messages import felix_said, got_over, proves_unless_over
from tests.unit.startup.facts import view

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(seconds=5)
SAID = FelixSaid(key="one", at=NOON)


def test_the_first_key_that_was_said_leads() -> None:
    other = FelixSaid(key="two", at=LATER)
    assert felix_said(view(SAID, other), "one", "two") is SAID
    assert felix_said(view(other), "one", "two") is other
    assert felix_said(view(other), "three") is None


def test_of_the_same_key_the_newest_is_told() -> None:
    newest = FelixSaid(key="one", at=LATER, count=3)
    assert felix_said(view(SAID, newest), "one") is newest


def test_a_dataplane_that_is_done_later_is_over_it() -> None:
    done = MilestoneReached(milestone=Milestone.DATAPLANE_READY, at=LATER)
    well = FelixHealth(live=True, ready=True, at=LATER)
    assert got_over(view(SAID, done), SAID) is done
    assert got_over(view(SAID, well), SAID) is well


def test_what_came_before_or_at_no_known_time_is_no_cure() -> None:
    before = MilestoneReached(milestone=Milestone.DATAPLANE_READY, at=NOON - timedelta(seconds=1))
    unknown = FelixHealth(live=True, ready=True)
    sick = FelixHealth(live=True, ready=False, at=LATER)
    assert got_over(view(SAID, before, unknown, sick), SAID) is None


def test_the_run_before_says_nothing_of_this_one() -> None:
    about = Subject(pod="calico-node-x", previous=True)
    done = MilestoneReached(milestone=Milestone.DATAPLANE_READY, at=LATER, about=about)
    assert got_over(view(SAID, done), SAID) is None


def test_what_felix_got_over_proves_no_more() -> None:
    done = MilestoneReached(milestone=Milestone.DATAPLANE_READY, at=LATER)
    assert proves_unless_over(view(SAID), SAID).strength is Strength.PROVES
    assert proves_unless_over(view(SAID, done), SAID).strength is Strength.HINTS
