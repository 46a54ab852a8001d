"""What an answer is worth."""

from score.sample import Answer, Kind, Place, Sample
from score.tally import Judged, Mark, Tally, judge

_SAMPLE = Sample(
    name="one",
    family="addresses",
    kind=Kind.POSITIVE,
    texts={},
    causes=frozenset({"ip-wrong-bridge"}),
    decisive=frozenset({Place("log", 3)}),
)


def _mark(*causes: str) -> Judged:
    return judge(_SAMPLE, Answer(causes, (Place("log", 3),)))


def test_only_the_first_cause_counts() -> None:
    assert _mark("ip-wrong-bridge", "crd-missing").mark is Mark.RIGHT
    assert _mark("crd-missing", "ip-wrong-bridge").mark is Mark.FALSE
    assert _mark().mark is Mark.SILENT


def test_evidence_counts_only_where_the_cause_is_right() -> None:
    assert _mark("ip-wrong-bridge").shown
    assert not _mark("crd-missing").shown


def test_shares_are_of_those_they_speak_of() -> None:
    tally = Tally(
        (
            Judged("a", Kind.POSITIVE, Mark.RIGHT, shown=True),
            Judged("a", Kind.POSITIVE, Mark.SILENT),
            Judged("a", Kind.STRIPPED, Mark.SILENT),
            Judged("a", Kind.HEALTHY, Mark.FALSE),
        )
    )
    assert (tally.right_first, tally.silent, tally.evidence) == (0.5, 0.5, 1.0)
    assert (tally.false, tally.abstains) == (0.25, 0.5)


def test_of_nothing_there_is_no_share() -> None:
    assert Tally(()).right_first is None
