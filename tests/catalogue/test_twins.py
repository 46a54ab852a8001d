"""Every case without the lines that decide, and every situation after its repair: no cause is named."""

import pytest

from score.cases import alike, causes_of, twins_of
from score.recorded import gym_paths, healthy_hosts
from score.sample import Kind, Sample
from score.sight import look
from score.strip import strip
from tests.catalogue.judged import all_cases
from tests.support.casefile import CaseFile

NAMING = [case for case in all_cases() if causes_of(case)]


def _named(sample: Sample) -> set[str]:
    """The causes named for any node of the sample."""
    return {found.name for found in look(sample.texts).findings()}


@pytest.mark.parametrize("case", NAMING, ids=lambda case: case.id)
def test_without_its_decisive_lines_and_after_the_repair_a_case_names_no_cause(
    case: CaseFile,
) -> None:
    twins = tuple(twins_of(case))
    assert twins[0].kind is Kind.STRIPPED
    assert {twin.kind: _named(twin) for twin in twins if _named(twin)} == {}


@pytest.mark.parametrize("case", NAMING, ids=lambda case: case.id)
def test_without_its_decisive_lines_alone_a_case_names_at_most_what_it_is_set_apart_from(
    case: CaseFile,
) -> None:
    bare = strip(case.texts, causes_of(case))
    assert {found.name for found in look(bare.texts).findings()} <= alike(case)


@pytest.mark.parametrize("sample", [*healthy_hosts(gym_paths())], ids=lambda sample: sample.name)
def test_a_healthy_host_names_no_cause(sample: Sample) -> None:
    assert _named(sample) == set()
