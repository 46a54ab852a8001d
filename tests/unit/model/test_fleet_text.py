"""What a live look writes about the whole cluster is read back, now and from bundles of before."""

from calicovet.model.facts import Fact, FleetCounted, NotExamined, PodMissing, PodUncertain
from calicovet.model.facts.fleet_text import read_fleet, write_fleet
from calicovet.model.subject import Subject

_FACTS: tuple[Fact, ...] = (
    FleetCounted(pods=5000, ready=4971),
    PodMissing(about=Subject(node="n7")),
    PodMissing(about=Subject(node="n8")),
    PodUncertain(about=Subject(node="n9")),
    NotExamined(about=Subject(node="n1"), nodes=("n2", "n3")),
)
_LINES = """calico-node pods: 5000 listed, 4971 ready
no pod on: n7 n8
no pod on, and whether one is wanted is not known: n9
like n1, not looked into: n2 n3
"""
"""As bundles on disk hold them."""


def test_the_written_lines_stay_as_bundles_hold_them() -> None:
    assert write_fleet(_FACTS) == _LINES


def test_what_is_written_is_read_back_with_its_lines() -> None:
    found = list(read_fleet(_LINES))
    assert tuple(fact for _, fact in found) == _FACTS
    assert [fact.about for _, fact in found] == [fact.about for fact in _FACTS]
    assert [number for number, _ in found] == [1, 2, 2, 3, 4]


def test_other_lines_are_skipped() -> None:
    assert list(read_fleet("calico-node pods: many listed, 3 ready\nunlike n1\n\n")) == []
