"""Searches the lines of any text for all known messages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts.base import Citation, Fact
from calicovet.model.facts.component_health import FelixHealthRow
from calicovet.model.facts.datastore import (
    AccessForbidden,
    ApiCallFailed,
    CrdNotServed,
    LookupFailed,
)
from calicovet.model.facts.milestones import (
    Crashed,
    FatalLine,
    HarmlessLine,
    Milestone,
    MilestoneReached,
)
from calicovet.model.facts.said import STRANGER, Said
from calicovet.model.provenance import Speaker
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.calico_names import is_a_strangers, is_a_strangers_log
from calicovet.parse.failures.in_lines import FailuresInLines, states_failures, writer_of
from calicovet.parse.failures.reading import can_state_failure, failure_words
from calicovet.parse.failures.recoveries import RECOVERY_WORDS
from calicovet.parse.logs.line_prefix import Prefixed, peel
from calicovet.parse.logs.log_line import LogLine, read_log_line, read_peeled, unescape
from calicovet.parse.messages.counted_facts import FactCounter, Key
from calicovet.parse.messages.go_traces import CRASH_WORDS, Trace, trace_at
from calicovet.parse.messages.index import GRAVE_WORDS, WINDOW, body_of, triggers, words_of
from calicovet.parse.messages.log_origin import CONTAINER_OF, speaker
from calicovet.parse.messages.matches import MessageMatch, begins_a_line, matches_in
from calicovet.parse.messages.message import Spoken

_BACK = 12
"""How many lines before its end the start-up program's last complaint is looked for."""
_REMEMBERED = 4_096
"""So many different lines are remembered: floods repeat themselves but for the time."""
_CALLS = (ApiCallFailed, AccessForbidden, CrdNotServed, LookupFailed)
_TROUBLE = (Said, *_CALLS)
_LOGS = frozenset({EvidenceKind.CALICO_LOG, EvidenceKind.OTHER_LOG, EvidenceKind.TEXT})
_ENDS = (Milestone.STARTUP_ENDED, Milestone.NODE_FAILED_TO_START)
_GRAVE = ("FATAL", "PANIC")


@record(kw_only=True)
class _Piece:
    """Lines, their subject, how to cite them, and their year."""

    lines: Sequence[str]
    about: Subject
    cite: Callable[[int, int], tuple[Citation, ...]]
    at: datetime | None = None
    year: int | None = None
    zone: tzinfo | None = None
    loose: bool = True
    failing: bool = True
    """Whether its lines can state failures: they are a program's own words."""
    writer: Speaker = Speaker.UNKNOWN
    """Who wrote the lines in which no program is named."""
    is_a_log: bool = False
    """Whether the pod that it is about wrote it."""

    def place(self, number: int) -> tuple[tuple[Citation, ...], datetime | None]:
        """Citation and time of a line."""
        spoken, _ = _spoken(self, number)
        return spoken.cited, spoken.at


def read_messages(
    evidence: Evidence, *, year: int | None = None, zone: tzinfo | None = None
) -> Iterator[Fact]:
    """All known messages in the piece: each once, citing its last place, the newest last."""

    def cite(line: int, last: int) -> tuple[Citation, ...]:
        return (Citation(evidence.id, line, last),)

    lines = evidence.content.split("\n")
    yield from _scan(
        _Piece(
            lines=lines,
            about=evidence.about,
            cite=cite,
            year=year,
            zone=zone,
            is_a_log=evidence.kind in _LOGS,
            failing=states_failures(evidence),
            writer=writer_of(evidence),
        )
    )


def facts_in_text(
    text: str, about: Subject, cited: tuple[Citation, ...], at: datetime | None
) -> Iterator[Fact]:
    """All known messages in one string: an event's message, a probe's output."""
    yield from _scan(
        _Piece(
            lines=text.split("\n"),
            about=about,
            cite=lambda _line, _last: cited,
            at=at,
            loose=False,
        )
    )


def _scan(piece: _Piece) -> Iterator[Fact]:
    gathering = FactCounter()
    failures, failed = FailuresInLines(piece.lines, gathering, piece.writer), False
    explained: set[int] = set()
    remembered: dict[str, tuple[tuple[Key, ...], bool]] = {}
    of_messages = triggers()
    of_failures = failure_words() if piece.failing else frozenset()
    for number, line in enumerate(piece.lines):
        words = words_of(line if len(line) <= WINDOW else line[:WINDOW])
        can_fail = not of_failures.isdisjoint(words) and can_state_failure(words)
        if not can_fail and of_messages.isdisjoint(words):
            if failed and not RECOVERY_WORDS.isdisjoint(words):
                failures.recovered((), number)
            continue
        body = body_of(line)
        known = remembered.get(body) if body else None
        if known is not None:
            keys, is_explained = known
            for key in keys:
                gathering.again(key, number)
            failures.seen_again(keys, number)
            if is_explained:
                explained.add(number)
            continue
        facts: list[Fact] = []
        if not of_messages.isdisjoint(words):
            facts = _facts_of_messages(piece, number, words)
            if any(isinstance(fact, Said) for fact in facts):
                explained.add(number)
        new = tuple(gathering.add(fact) for fact in facts)
        if can_fail:
            stated = failures.read(number, body, facts, partial(_spoken, piece, number))
            if stated is not None:
                new, failed = (*new, stated), True
        if failed and (facts or not RECOVERY_WORDS.isdisjoint(words)):
            failures.recovered(facts, number)
        if any(isinstance(fact, MilestoneReached) and fact.milestone in _ENDS for fact in facts):
            _add_last_complaint(piece, number, explained, gathering)
        elif body and begins_a_line(_after(piece.lines, number)):
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            remembered[body] = (new, number in explained)
    for fact in gathering.facts(piece.place):
        yield failures.ended(fact)


def _facts_of_messages(piece: _Piece, number: int, words: Sequence[str]) -> list[Fact]:
    """What known messages in the line say, and the crash or the end that it reports."""
    line = piece.lines[number]
    facts = _facts_of(matches_in(piece.lines, number, frozenset(words), piece.loose), piece, number)
    if (
        not any(isinstance(fact, Said | HarmlessLine) for fact in facts)
        and not GRAVE_WORDS.isdisjoint(words)
        and _is_grave(line)
    ):
        facts.append(_fatal_line(piece, number))
    if not CRASH_WORDS.isdisjoint(words) and (trace := trace_at(piece.lines, number)):
        facts.extend(_crashes(piece, number, trace))
    return facts


def _after(lines: Sequence[str], number: int) -> str:
    return lines[number + 1] if number + 1 < len(lines) else ""


def _about(piece: _Piece, prefix: Prefixed, process: str) -> Subject:
    about = piece.about
    return replace(
        about,
        node=about.node or prefix.host,
        pod=about.pod or prefix.pod,
        container=about.container or prefix.container or CONTAINER_OF.get(process, ""),
    )


def _spoken(piece: _Piece, number: int) -> tuple[Spoken, LogLine | None]:
    """The line with its speaker, and taken apart where it is a log line."""
    line = piece.lines[number][:WINDOW]
    prefix = peel(line)
    log = read_peeled(prefix)
    component, file = (log.component, log.file) if log else ("", "")
    process = (
        STRANGER
        if _is_a_strangers_word(piece, prefix)
        else speaker(prefix.rest, piece.about, component, file, prefix.unit)
    )
    # In its log a pod speaks for itself; what its events say is the kubelet's word.
    if not process and piece.loose and is_a_strangers(piece.about.pod or prefix.pod):
        process = STRANGER
    at = (log.at if log else None) or prefix.time(piece.year, piece.zone) or piece.at
    if at is None and line.startswith("|"):
        at = _time_before(piece.lines, number)
    spoken = Spoken(
        text=unescape(line),
        about=_about(piece, prefix, process),
        cited=piece.cite(number + 1, 0),
        at=at,
        process=process,
        component=component,
        before=piece.lines[number - 1] if number else "",
    )
    return spoken, log


def _is_a_strangers_word(piece: _Piece, prefix: Prefixed) -> bool:
    """Whether the line stands in another program's log: then its own form does not matter."""
    if prefix.pod:
        return is_a_strangers_log(prefix.pod, prefix.container)
    return piece.is_a_log and is_a_strangers_log(piece.about.pod, piece.about.container)


def _time_before(lines: Sequence[str], number: int) -> datetime | None:
    """The time of the log line that a table's row belongs to."""
    for earlier in range(number - 1, max(number - _BACK, 0) - 1, -1):
        log = read_log_line(lines[earlier])
        if log is not None and log.at is not None:
            return log.at
    return None


def _facts_of(hits: Sequence[MessageMatch], piece: _Piece, number: int) -> list[Fact]:
    if not hits:
        return []
    facts: list[Fact] = []
    spoken, _ = _spoken(piece, number)
    strange = _is_a_strangers_word(piece, peel(piece.lines[number][:WINDOW]))
    for hit in hits:
        own = spoken
        if hit.last:
            own = replace(spoken, text=hit.text, cited=piece.cite(number + 1, hit.last))
        fact = hit.message.make(hit.match, own)
        # What another program reports of a node or of a runtime it may have from anywhere.
        if fact is None or (strange and not isinstance(fact, _CALLS)):
            continue
        about = fact.about
        if not about.container:
            about = replace(about, container=_container_by(fact))
        facts.append(replace(fact, about=about, speaker=own.process))
    # A line that never means anything gives no trouble, whatever words it holds.
    if any(isinstance(fact, HarmlessLine) and fact.never for fact in facts):
        return [fact for fact in facts if not isinstance(fact, _TROUBLE)]
    return facts


def _container_by(fact: Fact) -> str:
    """The container that such a fact can only come from; empty where several may say it."""
    if isinstance(fact, MilestoneReached):
        return CONTAINER_OF.get(fact.process, "")
    return "calico-node" if isinstance(fact, FelixHealthRow) else ""


def _is_grave(line: str) -> bool:
    log = read_log_line(line)
    if log is not None:
        return log.level in _GRAVE
    return line.lstrip().startswith(("panic: ", "fatal error: "))


def _add_last_complaint(
    piece: _Piece, number: int, explained: set[int], gathering: FactCounter
) -> None:
    """The warning or error before the end is the place to look, where no message explains it."""
    for earlier in range(number - 1, max(number - _BACK, 0) - 1, -1):
        if earlier in explained:
            return
        log = read_log_line(piece.lines[earlier])
        if log is None or log.level not in ("WARNING", "ERROR", *_GRAVE):
            continue
        if log.message.strip() != "Terminating":
            explained.add(earlier)
            gathering.add(_fatal_line(piece, earlier))
        return


def _crashes(piece: _Piece, number: int, trace: Trace) -> Iterator[Crashed]:
    """The crash, unless it is a stranger's."""
    spoken, _ = _spoken(piece, number)
    if spoken.process == STRANGER:
        return
    frame = piece.cite(trace.line + 1, 0) if trace.line else ()
    yield Crashed(
        about=spoken.about,
        cited=tuple(dict.fromkeys((*spoken.cited, *frame))),
        at=spoken.at,
        words=trace.words[:300],
        speaker=spoken.process,
        frame=trace.frame,
        place=trace.place,
        process=spoken.process,
    )


def _fatal_line(piece: _Piece, number: int) -> FatalLine:
    spoken, log = _spoken(piece, number)
    text = log.message if log else spoken.text.strip()
    return FatalLine(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        speaker=spoken.process,
        text=text[:1000],
        process=spoken.process,
    )
