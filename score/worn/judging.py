"""Asks calicovet about worn samples."""

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from calicovet.model.record import record
from score.sight import look
from score.tally import Mark, share
from score.worn.kind import Worn
from score.worn.samples import Source, reworded_samples, sources, wording, worn_samples


@record
class WornJob:
    """A text and the ways to wear it, or a cause in other words."""

    source: Source | str
    kinds: frozenset[Worn]
    seed: int


@record
class WornAnswer:
    kind: Worn
    family: str
    name: str
    mark: Mark | None
    """None: no such sample could be made."""
    named: str = ""
    """What was named instead."""


def worn_jobs(
    kinds: frozenset[Worn] = frozenset(Worn), limit: int = 0, seed: int = 0
) -> list[WornJob]:
    """All of them, or as many texts and as many causes as the limit says, drawn by the seed."""
    chance = Random(seed)
    texts = sources() if kinds - {Worn.REWORDED} else ()
    causes = tuple(wording()) if Worn.REWORDED in kinds else ()
    if limit:
        texts = tuple(chance.sample(texts, min(limit, len(texts))))
        causes = tuple(chance.sample(causes, min(limit, len(causes))))
    return [
        *(WornJob(each, kinds, seed) for each in texts),
        *(WornJob(each, kinds, seed) for each in causes),
    ]


def worn_answers(job: WornJob) -> list[WornAnswer]:
    """What calicovet answers to each sample of a job."""
    if isinstance(job.source, str):
        made, name, family = reworded_samples(job.source), job.source, ""
    else:
        made = worn_samples(job.source, job.kinds, job.seed)
        name, family = job.source.name, job.source.family
    answers = []
    for each in made:
        if each.sample is None:
            answers.append(WornAnswer(each.kind, family, name, None))
            continue
        first = next(iter(look(each.sample.texts).named()), "")
        mark = _mark(first, each.sample.causes)
        answers.append(WornAnswer(each.kind, each.sample.family, each.sample.name, mark, first))
    return answers


def _mark(first: str, causes: frozenset[str]) -> Mark:
    if not first:
        return Mark.SILENT
    return Mark.RIGHT if first in causes else Mark.FALSE


class WornTally:
    """The numbers of one kind."""

    def __init__(self, kind: Worn, answers: Iterable[WornAnswer]) -> None:
        self._marks = Counter(each.mark for each in answers if each.kind is kind)

    @property
    def made(self) -> int:
        return self._marks.total() - self.not_made

    @property
    def not_made(self) -> int:
        return self._marks[None]

    def share(self, mark: Mark) -> float | None:
        return share(self._marks[mark], self.made)

    def count(self, mark: Mark) -> int:
        return self._marks[mark]


def tallies(answers: Iterable[WornAnswer]) -> Mapping[Worn, WornTally]:
    """By kind, in the order of the page."""
    answers = tuple(answers)
    return {kind: WornTally(kind, answers) for kind in Worn}
