"""Facts from event records; no other module makes them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from calicovet.model.facts import (
    BgpNotEstablished,
    Citation,
    EventSeen,
    Fact,
    KilledByProbe,
    Probe,
    ProbeFailed,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.provenance import Speaker
from calicovet.model.subject import Subject
from calicovet.parse.calico_names import is_calico_node
from calicovet.parse.events.event_record import EventRecord
from calicovet.parse.parser import cited_lines

GIVES: tuple[type[Fact], ...] = (EventSeen, ProbeFailed, KilledByProbe, BgpNotEstablished)

_TIMED_OUT = ("timed out", "deadlineexceeded", "deadline exceeded", "client.timeout", "i/o timeout")


@cache
def _probe_failed() -> re.Pattern[str]:
    return re.compile(
        r"(liveness|readiness|startup) probe (?:failed|errored)(?: and resulted in [a-z ]{1,40})?"
        r"(?::\s*(.*)|$)",
        re.IGNORECASE | re.DOTALL,
    )


@cache
def _killed() -> re.Pattern[str]:
    return re.compile(
        r"container (?:\"?([a-z0-9-]{1,63})\"? )?failed (liveness|startup) probe"
        r"|container \"([a-z0-9-]{1,63})\" is unhealthy, it will be killed",
        re.IGNORECASE,
    )


@cache
def _assigned() -> re.Pattern[str]:
    return re.compile(r"Successfully assigned (?:([a-z0-9-]{1,63})/)?(\S{1,253}) to (\S{1,253})")


@cache
def _in_pod() -> re.Pattern[str]:
    return re.compile(r"\bin pod \"?([a-z0-9][a-z0-9.-]{0,252})_([a-z0-9-]{1,63})\(")


def event_facts(records: Iterable[EventRecord], evidence: str, about: Subject) -> Iterator[Fact]:
    """What the events of one piece say, each about its own pod or node."""
    records = tuple(records)
    subjects = _whose(records, about)
    homes = {
        name: home
        for record in records
        for name, home in [_home_of(record)]
        if home and (name or about.pod)
    }
    for record, whose in zip(records, subjects, strict=True):
        subject = _subject(record, whose, homes)
        cited = _cited(record, evidence)
        yield EventSeen(
            about=subject,
            cited=cited,
            at=record.at,
            type=record.type,
            reason=record.reason,
            message=record.message,
            count=record.count,
            age=record.age,
            over=record.over,
            source=record.source,
            object=f"{record.kind}/{record.name}" if record.name else "",
        )
        yield from message_facts(record, evidence, subject)


def _cited(record: EventRecord, evidence: str) -> tuple[Citation, ...]:
    first = Citation(evidence, record.line, record.last)
    others = cited_lines(evidence, record.leaves)
    return (first, *(other for other in others if other != first))


def _whose(records: tuple[EventRecord, ...], about: Subject) -> tuple[Subject, ...]:
    """The pod of each row: what was cut off above the rows, their messages often still tell."""
    told = [_told(record) if not record.name else None for record in records]
    if about.pod or len({subject.pod for subject in told if subject}) == 1:
        return (_of_one(told, about),) * len(records)
    # Rows of several pods: each list begins with the row that shows where its pod was scheduled.
    now, subjects = about, list[Subject]()
    for subject in told:
        if subject is not None and (subject.node or subject.pod != now.pod):
            now = subject
        subjects.append(now)
    return tuple(subjects)


def whose_events(records: Iterable[EventRecord], about: Subject) -> Subject:
    """The pod that events are about: they know its name better than the command that was typed."""
    return _of_one([_told(record) if not record.name else None for record in records], about)


def _of_one(told: Iterable[Subject | None], about: Subject) -> Subject:
    said = [subject for subject in told if subject]
    if len({subject.pod for subject in said}) != 1 or said[0].pod == about.pod:
        return about
    # Where another pod was asked for, the node is that one's.
    home = next((subject.node for subject in said if subject.node), "" if about.pod else about.node)
    return replace(
        about, node=home, namespace=said[0].namespace or about.namespace, pod=said[0].pod
    )


def _told(record: EventRecord) -> Subject | None:
    assigned = _assigned().match(record.message)
    if assigned is not None:
        return Subject(node=assigned[3], namespace=assigned[1] or "", pod=assigned[2])
    within = _in_pod().search(record.message[:2000])
    return Subject(namespace=within[2], pod=within[1]) if within is not None else None


def _home_of(record: EventRecord) -> tuple[str, str]:
    """A pod and its node, where the event betrays both; the name is empty for the piece's own pod."""
    assigned = _assigned().match(record.message)
    if assigned is not None:
        return record.name, assigned[3]
    return (record.name, record.host) if record.kind in ("", "pod") else ("", "")


def _subject(record: EventRecord, about: Subject, homes: dict[str, str]) -> Subject:
    if record.kind == "node":
        return Subject(node=record.name)
    namespace = record.namespace or about.namespace
    container = record.container or about.container
    if record.kind == "pod" and record.name != about.pod:
        node = homes.get(record.name, "")
        return Subject(node=node, namespace=namespace, pod=record.name, container=record.container)
    if record.kind not in ("", "pod"):
        return Subject(node=record.host, namespace=namespace)
    node = record.host or about.node or homes.get(record.name, "")
    return replace(about, node=node, namespace=namespace, container=container)


def message_facts(record: EventRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """What the message says; the probes of other pods than calico-node are ignored."""
    from calicovet.parse.messages.scan import facts_in_text

    cited = _cited(record, evidence)
    if not about.pod or is_calico_node(about.pod):
        yield from _of_probes(record, cited, about)
    for fact in facts_in_text(record.message, about, cited, record.at):
        yield _of_the_kubelet(fact) if _is_of_the_node(record, about) else fact


_OF_NODES = frozenset(
    {
        *("ContainerGCFailed", "ImageGCFailed", "FreeDiskSpaceFailed", "EvictionThresholdMet"),
        *("InvalidDiskCapacity", "SystemOOM", "Rebooted", "NodeNotReady", "NodeReady"),
    }
)
"""Reasons of events that the kubelet reports of its node, and of no pod."""


def _is_of_the_node(record: EventRecord, about: Subject) -> bool:
    of_node = record.kind.lower() in ("node", "nodes", "no") or record.reason in _OF_NODES
    return of_node and not about.pod and record.source in ("", "kubelet")


def _of_the_kubelet(fact: Fact) -> Fact:
    """A failure in whose text no program is named is the word of the kubelet that reports it."""
    if isinstance(fact, Failure) and fact.by is Speaker.UNKNOWN and not fact.speaker:
        return replace(fact, by=Speaker.KUBELET, speaker=Speaker.KUBELET)
    return fact


def _of_probes(record: EventRecord, cited: tuple[Citation, ...], about: Subject) -> Iterator[Fact]:
    failed = _probe_failed().search(record.message)
    if failed is not None:
        text = (failed[2] or "").strip()
        yield ProbeFailed(
            about=about,
            cited=cited,
            at=record.at,
            probe=Probe(failed[1].lower()),
            text=text,
            count=record.count,
            timed_out=not text or any(words in text.lower() for words in _TIMED_OUT),
        )
    killed = _killed().search(record.message)
    if killed is not None:
        name = killed[1] or killed[3] or about.container
        if name not in ("", "calico-node"):
            return
        probe = Probe((killed[2] or "liveness").lower())
        yield KilledByProbe(
            about=replace(about, container=name), cited=cited, at=record.at, probe=probe
        )
