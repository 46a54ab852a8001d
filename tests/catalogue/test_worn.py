"""Some cases as people paste them, and some failures in other words: no wrong cause is named."""

import pytest

from score.tally import Mark
from score.worn.judging import WornJob, worn_answers, worn_jobs
from score.worn.kind import Worn

_TEXTS = 7
"""Of each all ways to wear it, and as many causes in other words: about 60 samples."""
_JOBS = worn_jobs(limit=_TEXTS)


def test_every_kind_is_among_them() -> None:
    made = {each.kind for job in _JOBS for each in worn_answers(job) if each.mark is not None}
    assert made == set(Worn)


@pytest.mark.parametrize("job", _JOBS, ids=lambda job: getattr(job.source, "name", job.source))
def test_no_wrong_cause_is_named_in_a_worn_text(job: WornJob) -> None:
    wrong = [each for each in worn_answers(job) if each.mark is Mark.FALSE]
    assert wrong == []
