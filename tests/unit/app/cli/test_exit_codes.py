"""Exit codes."""

import pytest

from calicovet.app.cli.exit_codes import exit_code
from calicovet.model.diagnosis import SummaryVerdict as V


@pytest.mark.parametrize(
    ("verdicts", "zero", "code"),
    [
        ([V.HEALTHY], False, 0),
        ([V.EXPLAINED], False, 1),
        ([V.UNEXPLAINED], False, 3),
        ([V.COULD_NOT_LOOK], False, 4),
        ([V.EXPLAINED], True, 0),
        ([V.UNEXPLAINED], True, 0),
        ([V.COULD_NOT_LOOK], True, 4),
        ([V.HEALTHY, V.UNEXPLAINED, V.EXPLAINED], False, 3),
    ],
)
def test_the_gravest_decides(verdicts: list[V], zero: bool, code: int) -> None:
    assert exit_code(verdicts, zero=zero) == code
