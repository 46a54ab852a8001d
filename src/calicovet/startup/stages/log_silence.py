"""What it means where a log ends."""

from collections.abc import Iterable
from datetime import timedelta

from calicovet.model.facts import (
    Fact,
    FelixHealth,
    FelixLink,
    FelixSaid,
    LogShown,
    MilestoneReached,
    PodListed,
    ProbeFailed,
    RunningFor,
)
from calicovet.startup.event_reasons import is_felix_own_word
from calicovet.startup.pod_readiness import is_main


def felix_spoke(facts: Iterable[Fact]) -> bool:
    """Whether any line of Felix was seen."""
    return any(
        isinstance(fact, FelixHealth | FelixLink)
        or (isinstance(fact, FelixSaid) and is_felix_own_word(fact))
        or (isinstance(fact, MilestoneReached) and fact.process == "felix")
        for fact in facts
    )


def marks_its_way(facts: Iterable[Fact], process: str) -> bool:
    """Whether any milestone of a process was seen: its log level lets them through."""
    return any(isinstance(fact, MilestoneReached) and fact.process == process for fact in facts)


def shown_to_its_end(facts: Iterable[Fact]) -> bool:
    """Whether a whole log of container calico-node was shown."""
    return any(isinstance(fact, LogShown) and fact.whole and is_main(fact) for fact in facts)


def ends_by_itself(facts: Iterable[Fact]) -> bool:
    """Whether a whole log was shown that surely has no more lines: what it lacks is evidence."""
    return any(
        isinstance(fact, LogShown) and fact.whole and not fact.breaks_off and is_main(fact)
        for fact in facts
    )


def log_tells(facts: Iterable[Fact]) -> bool:
    """Whether anything of container calico-node's own log was seen."""
    return any(
        (isinstance(fact, LogShown) and is_main(fact) and fact.lines > 0)
        or (isinstance(fact, MilestoneReached) and is_main(fact))
        for fact in facts
    )


def nothing_listens(facts: Iterable[Fact]) -> bool:
    """Whether a probe got connection refused on Felix' health port."""
    return any(
        isinstance(fact, ProbeFailed) and "refused" in fact.text and ":9099" in fact.text
        for fact in facts
    )


def lived(facts: Iterable[Fact]) -> timedelta:
    """How long the current run of container calico-node has lasted, at least."""
    spans = [timedelta(0)]
    for fact in facts:
        if isinstance(fact, RunningFor) and not fact.init and fact.about.container == "calico-node":
            spans.append(fact.duration)
        elif isinstance(fact, PodListed) and fact.restarts == 0 and fact.age is not None:
            spans.append(fact.age)
        elif isinstance(fact, LogShown) and is_main(fact) and fact.first and fact.last:
            spans.append(fact.last - fact.first)
    return max(spans)
