"""The count of a cluster, read back."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import FleetCounted, NotExamined, PodMissing
from calicovet.parse.fleet_count import read_fleet


def read(text: str) -> list[object]:
    return [*read_fleet(Evidence(id="f", kind=EvidenceKind.FLEET, content=text))]


def test_count_missing_and_alike() -> None:
    counted, first, second, alike = read(
        "calico-node pods: 5000 listed, 4990 ready\nno pod on: a b\nlike c, not looked into: d e\n"
    )
    assert counted == FleetCounted(pods=5000, ready=4990)
    assert isinstance(first, PodMissing) and first.about.node == "a"
    assert isinstance(second, PodMissing) and second.about.node == "b"
    assert isinstance(alike, NotExamined)
    assert (alike.about.node, alike.nodes, alike.cited[0].line) == ("c", ("d", "e"), 3)


def test_other_lines_say_nothing() -> None:
    assert read("calico-node pods: many\n\nwhatever else\n") == []
