"""Who answers: calicovet, and the baselines on the same texts."""

from collections.abc import Callable, Mapping

from score.baselines.grep import grep
from score.baselines.restated import answer_of, k8sgpt, popeye, troubleshoot
from score.sample import Answer, Sample
from score.sight import Sight

Answers = Callable[[Sample, Sight], Answer]

OURS = "calicovet"


def _calicovet(sample: Sample, sight: Sight) -> Answer:
    causes = sight.named(sample.node)
    quoted = sight.quoted(causes[0], sample.node) if causes else ()
    return Answer(causes, quoted, unhealthy=sight.diagnosis.summary.sick > 0)


def _grep(sample: Sample, sight: Sight) -> Answer:
    return grep(sample)


ANSWERERS: Mapping[str, Answers] = {
    OURS: _calicovet,
    "grep": _grep,
    "k8sgpt, restated": lambda sample, sight: answer_of(k8sgpt, sample, sight),
    "troubleshoot, restated": lambda sample, sight: answer_of(troubleshoot, sample, sight),
    "popeye, restated": lambda sample, sight: answer_of(popeye, sample, sight),
}
"""In the order of the page."""
