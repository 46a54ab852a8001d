"""The exit code of a diagnosis."""

from collections.abc import Iterable
from enum import IntEnum

from calicovet.model.diagnosis import SummaryVerdict


class ExitCode(IntEnum):
    HEALTHY = 0
    EXPLAINED = 1
    BAD_USAGE = 2
    UNEXPLAINED = 3
    COULD_NOT_LOOK = 4


_BY_VERDICT = {
    SummaryVerdict.HEALTHY: ExitCode.HEALTHY,
    SummaryVerdict.EXPLAINED: ExitCode.EXPLAINED,
    SummaryVerdict.UNEXPLAINED: ExitCode.UNEXPLAINED,
    SummaryVerdict.COULD_NOT_LOOK: ExitCode.COULD_NOT_LOOK,
}


def exit_code(verdicts: Iterable[SummaryVerdict], *, zero: bool) -> ExitCode:
    """The gravest of all incidents; `zero` lets a sick cluster pass, but not a failure to look."""
    code = max(_BY_VERDICT[verdict] for verdict in verdicts)
    if zero and code in (ExitCode.EXPLAINED, ExitCode.UNEXPLAINED):
        return ExitCode.HEALTHY
    return code
