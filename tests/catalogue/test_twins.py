"""Every case without the lines that decide, and every situation put right: nobody is named."""

import pytest

from score.cases import causes_of, twins_of
from score.recorded import gym_paths, healthy_hosts
from score.sample import Kind, Sample
from score.sight import look
from tests.catalogue.judged import all_cases
from tests.support.casefile import CaseFile

NAMING = [case for case in all_cases() if causes_of(case)]


def _named(sample: Sample) -> set[str]:
    """Whoever is named anywhere in it, save what the head of the case sets it apart from."""
    return {found.name for found in look(sample.texts).findings()} - sample.alike


@pytest.mark.parametrize("case", NAMING, ids=lambda case: case.id)
def test_without_its_decisive_lines_and_put_right_a_case_names_nobody(case: CaseFile) -> None:
    twins = tuple(twins_of(case))
    assert twins[0].kind is Kind.STRIPPED
    assert {twin.kind: _named(twin) for twin in twins if _named(twin)} == {}


@pytest.mark.parametrize("sample", [*healthy_hosts(gym_paths())], ids=lambda sample: sample.name)
def test_a_healthy_host_names_nobody(sample: Sample) -> None:
    assert _named(sample) == set()
