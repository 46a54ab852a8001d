"""Whether an answer is right, silent or wrong."""

from collections.abc import Collection
from enum import StrEnum

from calicovet.model.record import record
from gym.answer import Answer, NodeAnswer
from gym.fault import Said
from gym.trial import Trial
from gym.view import View


class Mark(StrEnum):
    RIGHT = "right"
    SILENT = "silent"
    """No cause is named; for a twin this is what it should be."""
    WRONG = "wrong"


_HEALTHY = "healthy"
_SURENESS = (Said.SILENT, Said.LIKELY, Said.PROVEN)


@record(kw_only=True)
class Judged:
    """One answer, as seen from one side."""

    view: View
    mark: Mark
    said: Said
    """How surely the first cause is named; silent where none is."""
    named: str = ""
    """That cause, and the node where that is not the one which was broken."""
    expected: Said
    stage: str = ""
    seconds: float = 0
    asks_beside: bool = False
    """Whether the node is called unhealthy without a cause, and the next question is none that decides."""

    def __str__(self) -> str:
        by = f" ({self.named})" if self.mark is Mark.WRONG else ""
        by += " (asks beside)" if self.asks_beside else ""
        return f"{self.view}: {self.mark}{by}"

    @property
    def is_weaker(self) -> bool:
        """Whether less was said than the fault's file expects."""
        return _SURENESS.index(self.said) < _SURENESS.index(self.expected)


def judge(
    trial: Trial,
    view: View,
    answer: Answer,
    *,
    node: str,
    pod: str = "",
    bystanders: Collection[str] = (),
    elsewhere: Collection[str] = (),
) -> Judged:
    """What the answer about this node is worth.

    For bystanders, which have no fault, nothing may be named but causes that are put in `elsewhere`.
    """
    own = answer.of(node, pod)
    if trial.shows_anywhere and not (own and own.named):
        own = next((each for each in answer.nodes if each.named), own)
    named = own.named if own else ()
    mark = _mark(trial, own)
    first = named[0].name if named else ""
    allowed = {*trial.causes, *elsewhere}
    for name in bystanders:
        other = answer.of(name)
        strange = [each.name for each in (other.named if other else ()) if each.name not in allowed]
        if strange and mark is not Mark.WRONG:
            mark, first = Mark.WRONG, f"{strange[0]} on {name}"
    return Judged(
        view=view,
        mark=mark,
        said=Said(named[0].verdict) if named else Said.SILENT,
        named=first,
        expected=trial.expected(view),
        stage=own.stage if own else "",
        seconds=answer.seconds,
        asks_beside=mark is Mark.SILENT and _asks_beside(trial, own),
    )


def _asks_beside(trial: Trial, own: NodeAnswer | None) -> bool:
    if own is None or own.state == _HEALTHY or not trial.decides:
        # About a healthy node there is no question.
        return False
    command = own.next.command if own.next else ""
    return not any(word in command for word in trial.decides)


def _mark(trial: Trial, own: NodeAnswer | None) -> Mark:
    named = [each.name for each in own.named] if own else []
    if not named:
        return Mark.SILENT
    # Of a fault the first cause is the answer; of what is harmless none may be invented.
    decisive = named if trial.is_twin else named[:1]
    return Mark.RIGHT if all(name in trial.causes for name in decisive) else Mark.WRONG


def is_settled(answer: Answer, node: str, pod: str = "") -> bool:
    """Whether more time would not change it: not so while a young pod may yet become ready."""
    own = answer.of(node, pod)
    return own is None or own.state != "unclear" or bool(own.named)
