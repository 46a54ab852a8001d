"""How often an answer was right, wrong or wanting."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from calicovet.model.record import record
from score.sample import Answer, Kind, Sample


class Mark(StrEnum):
    RIGHT = "right"
    SILENT = "silent"
    FALSE = "false"


@record
class Judged:
    """One answer to one sample."""

    family: str
    kind: Kind
    mark: Mark
    shown: bool = False
    """Whether the first quotation holds a decisive line; only where the answer is right."""
    unhealthy: bool = False
    """Whether a node or a pod was called unhealthy."""
    had_alike: bool = False
    """Whether lines of a look-alike had to go as well."""


def judge(sample: Sample, answer: Answer) -> Judged:
    """Only the first cause counts, for everybody alike."""
    mark = _mark(sample, answer)
    shown = mark is Mark.RIGHT and not sample.decisive.isdisjoint(answer.quoted)
    return Judged(
        sample.family,
        sample.kind,
        mark,
        shown,
        unhealthy=answer.unhealthy,
        had_alike=bool(sample.alike),
    )


def _mark(sample: Sample, answer: Answer) -> Mark:
    if not answer.causes:
        return Mark.SILENT
    return Mark.RIGHT if answer.causes[0] in sample.causes else Mark.FALSE


class Tally:
    """The numbers of one answerer, of all samples or of a family."""

    def __init__(self, judged: Iterable[Judged]) -> None:
        judged = tuple(judged)
        self._marks = Counter((each.kind, each.mark) for each in judged)
        self._shown = sum(each.shown for each in judged)

    def count(self, kind: Kind, *marks: Mark) -> int:
        """How many of that kind; with these marks only, where there are any."""
        return sum(self._marks[kind, mark] for mark in marks or Mark)

    @property
    def total(self) -> int:
        return self._marks.total()

    @property
    def right_first(self) -> float | None:
        """cause@1: of the positives, those whose first cause is right."""
        return share(self.count(Kind.POSITIVE, Mark.RIGHT), self.count(Kind.POSITIVE))

    @property
    def silent(self) -> float | None:
        """Of the positives, those of which no cause is named."""
        return share(self.count(Kind.POSITIVE, Mark.SILENT), self.count(Kind.POSITIVE))

    @property
    def false(self) -> float | None:
        """Of all samples, those of which a wrong cause is named first."""
        return share(sum(self.count(kind, Mark.FALSE) for kind in Kind), self.total)

    @property
    def abstains(self) -> float | None:
        """Of the samples in which there is nothing to name, those of which nothing is named."""
        others = [kind for kind in Kind if kind is not Kind.POSITIVE]
        quiet = sum(self.count(kind, Mark.SILENT) for kind in others)
        return share(quiet, sum(self.count(kind) for kind in others))

    @property
    def evidence(self) -> float | None:
        """Of the right answers, those whose first quotation holds a decisive line."""
        return share(self._shown, self.count(Kind.POSITIVE, Mark.RIGHT))


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
