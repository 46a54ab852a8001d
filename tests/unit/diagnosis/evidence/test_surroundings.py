"""The lines around a citation come from the same piece, with the numbers of its source."""

from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.diagnosis.evidence.surroundings import surroundings
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.finding import Exhibit


def piece(content: str, numbers: tuple[int, ...] = (), source: str = "paste") -> Evidence:
    return Evidence(
        id=f"{source}{numbers}",
        kind=EvidenceKind.CALICO_LOG,
        content=content,
        source=source,
        numbers=numbers,
    )


def test_three_lines_on_either_side_and_the_cited_one_marked() -> None:
    log = piece("\n".join(f"line {number}" for number in range(1, 21)))
    [lines] = surroundings([Exhibit("paste:10", "line 10")], EvidenceIndex([log])).values()
    assert [line.number for line in lines] == [7, 8, 9, 10, 11, 12, 13]
    assert [line.text for line in lines if line.cited] == ["line 10"]


def test_numbers_are_those_of_the_source_and_stay_within_the_piece() -> None:
    first, second = piece("a\nb", (4, 5)), piece("c\nd\n\n", (9, 10, 11, 12))
    [lines] = surroundings([Exhibit("paste:10", "d")], EvidenceIndex([first, second])).values()
    assert [(line.number, line.text, line.cited) for line in lines] == [
        (9, "c", False),
        (10, "d", True),
    ]


def test_a_line_that_stands_alone_or_is_not_there_has_none() -> None:
    pieces = [piece("alone", (3,)), piece("x\ny", (), "nodes/a.log")]
    exhibits = [Exhibit(source, "") for source in ("paste:3", "paste:7", "nodes/a.log:9", "odd")]
    assert surroundings(exhibits, EvidenceIndex(pieces)) == {}


def test_a_line_without_end_is_shortened() -> None:
    [lines] = surroundings(
        [Exhibit("paste:2", "b")], EvidenceIndex([piece("x" * 5000 + "\nb")])
    ).values()
    assert len(lines[0].text) < 400
