"""What time it was when the pieces were taken."""

from collections.abc import Iterable
from datetime import datetime

from calicovet.model.facts import ContainerExit, ContainerState, EventSeen, Fact, PodPhase, Running


def latest_time(facts: Iterable[Fact]) -> datetime | None:
    """The latest moment that the evidence knows of: it was taken then or later.

    Events tell their age, not their time; where one of them also has a time of its own
    (a container's start), the two together say what "now" was.
    """
    facts = tuple(facts)
    moments = [fact.at for fact in facts if fact.at is not None]
    for fact in facts:
        if isinstance(fact, ContainerState | ContainerExit):
            moments += [at for at in (fact.started, fact.finished) if at is not None]
        elif isinstance(fact, PodPhase) and fact.started is not None:
            moments.append(fact.started)
    moments += _from_ages(facts)
    return max(moments, default=None)


def _from_ages(facts: tuple[Fact, ...]) -> Iterable[datetime]:
    started = {
        fact.about.container: fact.started
        for fact in facts
        if isinstance(fact, ContainerState) and fact.started and fact.phase is Running.RUNNING
    }
    for fact in facts:
        if not isinstance(fact, EventSeen) or fact.reason != "Started" or fact.age is None:
            continue
        for container, at in started.items():
            if container and container in fact.message:
                yield at + fact.age
