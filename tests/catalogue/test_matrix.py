"""Every cause against the cases of all others: who is named there must be expected there."""

import pytest

from calicovet.model.finding import NAMED
from tests.catalogue.judged import all_cases, diagnosed
from tests.support.casefile import CaseFile


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_no_cause_is_named_in_a_case_that_does_not_expect_it(case: CaseFile) -> None:
    named = {
        found.name
        for node in diagnosed(case).nodes
        for found in node.findings
        if found.verdict in NAMED
    }
    assert named - case.finds.keys() == set()
