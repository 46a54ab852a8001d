"""Troubles of the operator's own pod that it has left behind."""

from collections.abc import Sequence

from calicovet.model.facts import EventSeen, Fact, KubeletSaid, PodListed, RuntimeSaid
from calicovet.signals.message_owner import names_operator


def without_past_of_operator(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without what kept the operator's pod from running before it ran."""
    behind = _left_behind(facts)
    return [fact for fact in facts if not (behind and _is_of_operator(fact, behind))]


def _left_behind(facts: Sequence[Fact]) -> tuple[str, ...]:
    """How the names of troubles begin that the operator's pod has no more, by a list or an event."""
    of_operator = [fact for fact in facts if names_operator(fact.about.pod)]
    if any(isinstance(fact, PodListed) and 0 < fact.ready == fact.total for fact in of_operator):
        return ("img-", "sched-")
    if any(isinstance(fact, EventSeen) and fact.reason == "Pulled" for fact in of_operator):
        return ("img-pull-", "img-short-name", "sched-")
    return ()


def _is_of_operator(fact: Fact, begins: tuple[str, ...]) -> bool:
    return (
        isinstance(fact, KubeletSaid | RuntimeSaid)
        and fact.key.startswith(begins)
        and names_operator(fact.detail("pod") or fact.about.pod)
    )
