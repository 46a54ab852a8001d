"""Young pods and rollouts that had no time to succeed yet: starting, not unhealthy."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.diagnosis import Passage
from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import (
    Claimed,
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    FatalLine,
    KilledByProbe,
    PodListed,
    PodPhase,
    Running,
    Topic,
)
from calicovet.model.facts.said import STRANGER, Said
from calicovet.model.record import record
from calicovet.parse.all_parsers import parser_of

PATIENCE = timedelta(minutes=2)
"""A start takes less, and so does the end of a pod."""
_OF_A_FAILURE = frozenset({Topic.SICK, Topic.TRAFFIC_DEAD})


@cache
def _of_a_start() -> re.Pattern[str]:
    return re.compile(r"(?:Pending|ContainerCreating|PodInitializing|Running|Init:\d+/\d+)$")


def may_be_under_way(status: str, restarts: int, age: timedelta | None) -> bool:
    """Whether a row shows no more than a young pod, or one that goes."""
    if status == "Terminating":
        return True
    young = age is not None and age < PATIENCE
    return young and not restarts and _of_a_start().match(status) is not None


def passage_of(facts: Iterable[Fact], now: datetime | None) -> Passage | None:
    """What the leading pod of an unready node is doing, where that is all; `facts` are newest first."""
    facts = tuple(facts)
    rows = [
        fact for fact in facts if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod)
    ]
    if not rows:
        return None
    pod = rows[0].about.pod
    if any(_shows_failure(fact) for fact in facts if not _is_of_another(fact, pod)):
        return None
    mine = [row for row in rows if row.about.pod == pod]
    if any(row.status == "Terminating" for row in mine):
        return Passage.REPLACED if _goes_in_time(facts, pod, now) else None
    # Only a list has the age.
    age = next((row.age for row in mine if row.age is not None), None)
    starting = all(may_be_under_way(row.status, row.restarts, age) for row in mine)
    return Passage.STARTING if starting else None


@record
class RolloutInLists:
    """Lists of pods that show some calico-node ready and others young; no person complains beside them."""

    has_young: bool
    """Whether a pod was made just now: then one that goes is being replaced."""

    def passage_of(self, facts: Iterable[Fact]) -> Passage | None:
        """What the leading pod of an unready node is doing by its row; `facts` are newest first."""
        facts = tuple(facts)
        row = next((fact for fact in facts if _is_row(fact)), None)
        if row is None or any(_is_examined(fact) for fact in facts):
            return None
        if isinstance(row, PodListed) and row.status == "Terminating":
            return Passage.REPLACED if self.has_young else None
        return passage_of(facts, None)


def rollout_in_lists(facts: Iterable[Fact]) -> RolloutInLists | None:
    """The rollout that lists may show; None where none does, or a person reports a failure."""
    facts = tuple(facts)
    if any(isinstance(fact, Claimed) and fact.topic in _OF_A_FAILURE for fact in facts):
        return None
    rows = [fact for fact in facts if isinstance(fact, PodListed) and _is_row(fact)]
    if not any(row.status == "Running" and 0 < row.ready == row.total for row in rows):
        return None
    return RolloutInLists(any(row.age is not None and row.age < PATIENCE for row in rows))


def _is_examined(fact: Fact) -> bool:
    """Whether more than lists was pasted of the pod or its node: then a person looks for a failure there."""
    return bool(fact.about.pod or fact.about.node) and not isinstance(fact, _of_lists())


@cache
def _of_lists() -> tuple[type[Fact], ...]:
    tables = (EvidenceKind.POD_TABLE, EvidenceKind.NODE_TABLE, EvidenceKind.WORKLOAD_TABLE)
    return tuple(given for kind in tables for given in parser_of(kind).gives)


def _is_row(fact: Fact) -> bool:
    return isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod)


class LastWords:
    """When each pod, and what belongs to no pod, was last heard of: the evidence ends with the newest."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._newest: dict[str, datetime] = {}
        for fact in facts:
            if fact.at is not None:
                before = self._newest.get(fact.about.pod, fact.at)
                self._newest[fact.about.pod] = max(before, fact.at)

    def follow_shortly(self, born: datetime, pod: str) -> bool:
        """Whether others were heard of after this moment, and nothing much later.

        The pod's own words end where it hangs; those of others show how long the evidence goes on.
        """
        others = [at for name, at in self._newest.items() if name != pod]
        newest = max(self._newest.values(), default=born)
        return max(others, default=born) > born and newest - born < PATIENCE


def starts_where_evidence_ends(facts: Iterable[Fact], last_words: LastWords) -> bool:
    """Whether objects without an age show a pod that began just before the evidence ends; newest first."""
    facts = tuple(facts)
    rows = [
        fact for fact in facts if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod)
    ]
    pod = rows[0].about.pod if rows else ""
    born = next(
        (
            fact.started
            for fact in facts
            if isinstance(fact, PodPhase) and fact.about.pod == pod and fact.started
        ),
        None,
    )
    mine = [row for row in rows if row.about.pod == pod]
    if not mine or born is None or any(row.age is not None for row in mine):
        return False
    return (
        all(may_be_under_way(row.status, row.restarts, timedelta()) for row in mine)
        and not any(_shows_failure(fact) for fact in facts if not _is_of_another(fact, pod))
        and last_words.follow_shortly(born, pod)
    )


def _goes_in_time(facts: Sequence[Fact], pod: str, now: datetime | None) -> bool:
    return any(
        isinstance(fact, PodPhase)
        and fact.about.pod == pod
        and fact.going is not None
        and now is not None
        and now - fact.going < PATIENCE
        for fact in facts
    )


def _is_of_another(fact: Fact, pod: str) -> bool:
    """Whether it is the predecessor's."""
    return fact.about.pod != pod and is_calico_node_pod(fact.about.pod)


def _shows_failure(fact: Fact) -> bool:
    """Whether it would not be seen of a start that goes well; probes fail and calls are refused in every one."""
    if isinstance(fact, Said):
        return fact.fatal
    if isinstance(fact, FatalLine):
        return fact.process not in ("", STRANGER) or is_calico_node_pod(fact.about.pod)
    if isinstance(fact, ContainerExit):
        return bool(fact.exit_code)
    if isinstance(fact, ContainerState):
        return fact.phase is Running.TERMINATED and bool(fact.exit_code)
    if isinstance(fact, EventSeen):
        return fact.reason in ("BackOff", "Failed", "FailedCreatePodSandBox") and (
            is_calico_node_pod(fact.about.pod)
        )
    return isinstance(fact, KilledByProbe)
