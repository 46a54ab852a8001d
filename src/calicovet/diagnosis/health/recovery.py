"""When an incident ended within the evidence: all pods ready afterwards, or a person says so."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.assembly.timeline import Chronology, Moment
from calicovet.diagnosis.health.node_health import shows_sickness
from calicovet.diagnosis.health.node_states import with_states
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.case import NodeState
from calicovet.model.facts import (
    Claimed,
    ContainerState,
    Fact,
    PodListed,
    Running,
    Topic,
)
from calicovet.model.record import record
from calicovet.parse.claims.statements import ANNOUNCED

_OF_THE_END = frozenset({Topic.HEALTHY, Topic.OTHERS_HEALTHY, Topic.SOLVED})
_OF_A_FAILURE = frozenset({Topic.SICK, Topic.TRAFFIC_DEAD})
_MOST_SHOWN = 3


@record(kw_only=True)
class Ending:
    """The end of an incident, and the evidence on both sides of it."""

    before: Fleet
    after: Fleet
    ended_by: tuple[Claimed, ...] = ()
    """What was typed before it got well, or said of it; empty: nothing shows what was done."""
    only_told: bool = False
    """Nothing but a person's word shows that it is over."""


@record(kw_only=True)
class Relapse:
    """calico-node was well for a time: the evidence without that time."""

    fleet: Fleet


def ending_of(fleet: Fleet) -> Ending | Relapse | None:
    """How the incident ended; None where it did not, or nothing shows that there was one."""
    return _Search(fleet).ending()


class _Search:
    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet
        order = Chronology(fleet.facts, fleet.evidence_index.pieces)
        self._at = order.within_paste
        self._lists = _by_piece(
            fact
            for fact in fleet.facts
            if isinstance(fact, PodListed)
            and is_calico_node_pod(fact.about.pod)
            and fact.status != "Terminating"
        )
        ready = {_piece(fact) for fact in fleet.facts if _is_ready(fact)}
        self._unwell = [
            fact
            for fact in fleet.facts
            if fact.cited and _piece(fact) not in ready and _shows_unhealthy(fact)
        ]

    def ending(self) -> Ending | Relapse | None:
        last = max((self._at(fact) for fact in self._unwell), default=(0.0, -1.0, 0))
        solved = sorted(moment for moment in self._said(Topic.SOLVED) if moment > last)
        lists = [
            rows
            for rows in self._lists.values()
            if all(is_well(row) for row in rows) and min(map(self._at, rows)) > last
        ]
        if (announced := self._announced()) is not None:
            return announced
        if not (lists and self._unwell) and not solved:
            return None
        rows = [row for listed in lists for row in listed] if self._unwell else []
        at = min((*map(self._at, rows), *solved[:1]))
        relapses = self._relapses(at)
        before = self._part(lambda fact: self._at(fact) < at or _holds_always(fact), after=False)
        changes = self._changes(last, at)
        if not solved and not (
            self._is_shown(rows, changes=bool(changes)) and self._covers(lists, before)
        ):
            return None
        if relapses:
            well = {id(row) for row in rows}
            facts = [fact for fact in self._fleet.facts if id(fact) not in well]
            return Relapse(fleet=self._fleet.of(facts, self._fleet.pieces)) if well else None
        told = () if changes else tuple(self._claims(Topic.SOLVED, solved[:1]))
        return Ending(
            before=before,
            after=self._part(lambda fact: self._is_of_after(fact, at), after=True),
            ended_by=(*changes, *told),
            only_told=not rows,
        )

    def _announced(self) -> Ending | None:
        """The end of an incident that is told behind its solution: `Solved: the certificate had expired.`"""
        first = min((self._at(fact) for fact in self._unwell), default=None)
        claims = [
            fact
            for fact in self._fleet.facts
            if isinstance(fact, Claimed)
            and (fact.topic, fact.value) == (Topic.SOLVED, ANNOUNCED)
            and (first is None or self._at(fact) <= first)
        ]
        if not claims or self._comes_back():
            return None
        return Ending(
            before=self._part(_holds_always_or_is_seen, after=False),
            after=self._part(lambda fact: not fact.cited, after=True),
            ended_by=(claims[0],),
            only_told=True,
        )

    def _comes_back(self) -> bool:
        """Whether a person says of a failure that it is there again."""
        words = self._fleet.evidence_index.words
        return any(
            isinstance(fact, Claimed)
            and fact.topic in _OF_A_FAILURE
            and _again().search(words(fact.cited[0])) is not None
            for fact in self._fleet.facts
        )

    def _is_of_after(self, fact: Fact, at: Moment) -> bool:
        # What is said of a failure after the end explains it.
        explains = isinstance(fact, Claimed) and fact.topic in _OF_A_FAILURE
        return not fact.cited or (self._at(fact) >= at and not explains)

    def _part(self, keep: Callable[[Fact], bool], *, after: bool) -> Fleet:
        facts = [fact for fact in self._fleet.facts if keep(fact)]
        there = {_piece(fact) for fact in facts if fact.cited}
        gone = {_piece(fact) for fact in self._fleet.facts if fact.cited} - there
        pieces = [piece for piece in self._fleet.pieces if piece.id not in gone]
        return self._fleet.of(facts, [] if after and not facts else pieces)

    def _said(self, topic: Topic) -> Iterator[Moment]:
        for fact in self._fleet.facts:
            if isinstance(fact, Claimed) and fact.topic is topic:
                yield self._at(fact)

    def _claims(self, topic: Topic, moments: Sequence[Moment]) -> Iterator[Claimed]:
        for fact in self._fleet.facts:
            if isinstance(fact, Claimed) and fact.topic is topic and self._at(fact) in moments:
                yield fact

    def _relapses(self, at: Moment) -> bool:
        """Whether a person says of a later time that it is unhealthy; an explanation looks back."""
        return any(
            isinstance(fact, Claimed)
            and fact.topic in _OF_A_FAILURE
            and self._at(fact) > at
            and not _looks_back().search(self._fleet.evidence_index.words(fact.cited[0]))
            for fact in self._fleet.facts
        )

    def _changes(self, last: Moment, at: Moment) -> tuple[Claimed, ...]:
        """What was typed after it was seen unhealthy last; else the last that was typed before it was well."""
        moments = sorted(
            ((self._at(change), change) for change in self._fleet.changes),
            key=lambda pair: pair[0],
        )
        first = min((self._at(fact) for fact in self._unwell), default=last)
        since = [change for moment, change in moments if last < moment < at]
        earlier = [change for moment, change in moments if first < moment < at]
        return tuple((since or earlier[-1:])[-_MOST_SHOWN:])

    def _is_shown(self, rows: Sequence[PodListed], *, changes: bool) -> bool:
        """Whether the state of pods changed; a log of a failure may be of a start that succeeded since."""
        if changes:
            return True
        restarts = {
            fact.about.pod: fact.restarts for fact in self._unwell if isinstance(fact, PodListed)
        }
        # A container that was restarted meanwhile is up until it fails again.
        steady = all(row.restarts <= restarts.get(row.about.pod, row.restarts) for row in rows)
        by_pods = any(isinstance(fact, PodListed | ContainerState) for fact in self._unwell)
        return by_pods and steady

    def _covers(self, lists: Sequence[Sequence[PodListed]], before: Fleet) -> bool:
        """Whether the lists show the pod of every node that was unhealthy."""
        rows = [row for listed in lists for row in listed]
        nodes = {row.about.node for row in rows} - {""}
        pods = {row.about.pod for row in rows}
        earlier = [
            len(listed)
            for listed in self._lists.values()
            if min(map(self._at, listed)) < min(map(self._at, rows))
        ]
        complete = max(map(len, lists)) >= max(earlier, default=2)
        return all(
            (view.name in nodes) if view.name and nodes else complete or view.pod in pods
            for view in with_states(before.nodes, before.facts, live=False, now=None)
            if view.state is NodeState.SICK
        )


def is_well(row: PodListed) -> bool:
    """Whether a list shows the pod running with all of its containers ready."""
    return row.status == "Running" and 0 < row.ready == row.total


def _by_piece(rows: Iterable[PodListed]) -> dict[str, list[PodListed]]:
    found: dict[str, list[PodListed]] = {}
    for row in rows:
        if row.cited:
            found.setdefault(_piece(row), []).append(row)
    return found


def _piece(fact: Fact) -> str:
    return fact.cited[0].evidence if fact.cited else ""


def _is_ready(fact: Fact) -> bool:
    """Whether it is a description of a pod that is ready: its events tell how it came to be."""
    return (
        isinstance(fact, ContainerState)
        and fact.about.container == "calico-node"
        and bool(fact.ready)
    )


def _shows_unhealthy(fact: Fact) -> bool:
    if isinstance(fact, Claimed):
        return False
    if isinstance(fact, PodListed):
        ours = is_calico_node_pod(fact.about.pod)
        return ours and fact.status != "Terminating" and not is_well(fact)
    if isinstance(fact, ContainerState):
        ours = is_calico_node_pod(fact.about.pod)
        return ours and not fact.init and (fact.ready is False or fact.phase is Running.WAITING)
    return shows_sickness(fact)


def _holds_always(fact: Fact) -> bool:
    """Whether it says something of the whole time, wherever in the text it stands."""
    return isinstance(fact, Claimed) and fact.topic not in _OF_THE_END


def _holds_always_or_is_seen(fact: Fact) -> bool:
    return not isinstance(fact, Claimed) or _holds_always(fact)


@cache
def _again() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:is|are|it's|came|come|comes) back\b|\b(?:once )?again (?:today|now|since|this)\b|\bstill\b|\bunfortunately\b|\breopen\w*|又(?:出现|开始|挂|坏|不)|再次(?:出现|发生)|仍然|还是",
        re.IGNORECASE,
    )


@cache
def _looks_back() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:because|caused?|reason|due to|explains?|that is why)\b|原因|因为|由于|导致|所以|因此",
        re.IGNORECASE,
    )
