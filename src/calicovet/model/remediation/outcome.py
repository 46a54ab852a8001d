"""The outcome of a plan, verified by diagnosing again."""

from enum import StrEnum

from calicovet.model.record import record


class Result(StrEnum):
    KEPT = "kept"
    NOT_KEPT = "not-kept"
    WORSE = "worse"
    UNDECIDED = "undecided"
    """A pod is still starting, or a node was not seen: look again."""


@record(kw_only=True)
class Reason:
    """Why; `key` finds the words."""

    key: str
    """`stage-passed`, `stage-not-passed`, `cause-still-named`, `fell-sick`, `still-starting`, `not-seen`."""
    node: str | None
    detail: str = ""
    """The stage, or the cause."""


@record
class Outcome:
    result: Result
    reasons: tuple[Reason, ...] = ()
