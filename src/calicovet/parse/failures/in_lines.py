"""All failures of a piece, line by line; recoveries end them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts.base import Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.facts.milestones import HarmlessLine
from calicovet.model.facts.said import Said
from calicovet.model.provenance import EvidenceRole, Speaker
from calicovet.parse.failures.killed_processes import another_was_killed
from calicovet.parse.failures.reading import read_wrapped
from calicovet.parse.failures.recoveries import recoveries_in
from calicovet.parse.logs.log_line import LogLine
from calicovet.parse.messages.counted_facts import FactCounter, Key
from calicovet.parse.messages.matches import begins_a_line
from calicovet.parse.messages.message import Spoken

Words = tuple[Spoken, LogLine | None]
"""A line as a program's word, and taken apart where it is a log line."""

_WRAPPED_FROM = 60
"""A terminal, a mail or `kubectl describe` breaks no line that is shorter."""
_READ_IN_FULL = 20
"""So many lines that differ only in addresses and identities are read; the others are as these."""
_SHAPES = 4_096
_QUIET = ("DEBUG", "INFO", "TRACE")
_GRAVE = ("FATAL", "PANIC")
_LINES_OF_PROGRAMS = frozenset(
    {
        *(EvidenceKind.PASTE, EvidenceKind.TEXT, EvidenceKind.CALICO_LOG, EvidenceKind.OTHER_LOG),
        *(EvidenceKind.SYSTEM_JOURNAL, EvidenceKind.KERNEL_LOG, EvidenceKind.KUBELET_JOURNAL),
        *(EvidenceKind.RUNTIME_JOURNAL, EvidenceKind.BGP_STATUS, EvidenceKind.API_CURL),
    }
)
"""Pieces whose lines a program wrote as messages; objects and tables hold settings and words of others."""


_WRITERS = {
    EvidenceKind.KERNEL_LOG: Speaker.KERNEL,
    EvidenceKind.KUBELET_JOURNAL: Speaker.KUBELET,
    EvidenceKind.RUNTIME_JOURNAL: Speaker.RUNTIME,
}


def writer_of(piece: Evidence) -> Speaker:
    """Who wrote a piece of that kind, as far as its lines do not say otherwise."""
    return _WRITERS.get(piece.kind, Speaker.UNKNOWN)


def states_failures(piece: Evidence) -> bool:
    """Whether a line of the piece that reads like a failure is one."""
    return piece.role is EvidenceRole.EVIDENCE and piece.kind in _LINES_OF_PROGRAMS


@dataclass(slots=True)
class _Shape:
    """What the lines of one shape stated so far."""

    key: Key | None
    times: int = 1
    alike: bool = True


@cache
def _identities() -> re.Pattern[str]:
    """What differs between lines that state the same: addresses, process IDs, hashes, long numbers.

    Ports, exit codes, and the addresses of the host itself and of metadata services are kept.
    """
    return re.compile(
        r"(?<![\w.])(?!127\.|169\.254\.)\d[\w.]{6,}|cali[0-9a-f]{11}|\[\d+\]", re.ASCII
    )


@cache
def _passing() -> re.Pattern[str]:
    """What the kubelet says until its watches have begun, and what a program says that it can do without."""
    return re.compile(
        r"failed to sync (?:configmap|secret) cache|no relationship found between node|object .{1,120}? not registered"
        r"|\b(?:assuming|ignoring|continuing anyway|nothing to clean up|ignore\w{1,30} set to true)\b"
        # A container that is ended while a probe or a hook starts in it.
        r"|\bfailed to exec in container\b.{1,300}?\bread init-p: connection reset by peer"
        r"|\bkeeping (?:the )?existing\b|\bvalue with (?:the )?default\b",
        re.IGNORECASE | re.ASCII,
    )


class FailuresInLines:
    """Reads the failures of a piece, and knows at its end which of them are over."""

    def __init__(
        self, lines: Sequence[str], gathering: FactCounter, writer: Speaker = Speaker.UNKNOWN
    ) -> None:
        """`writer` is who wrote the lines in which no program is named."""
        self._lines = lines
        self._writer = writer
        self._gathering = gathering
        self._last: dict[Key, int] = {}
        self._joined = -1
        self._over: set[Key] = set()
        self._shapes: dict[str, _Shape] = {}

    def read(
        self, number: int, body: str, facts: Sequence[Fact], spoken: Callable[[], Words]
    ) -> Key | None:
        """Gather the failure that the line states, beside the facts of known messages in it.

        `body` is the line without its time, empty where it has a prefix of another program. Of a flood
        of lines of one shape only the first are read.
        """
        if number == self._joined or any(
            isinstance(fact, HarmlessLine) and fact.never for fact in facts
        ):
            return None
        after = self._continuation(number)
        name = _identities().sub("#", body) if body and not after else ""
        shape = self._shapes.get(name) if name else None
        if shape is not None and shape.alike and shape.times >= _READ_IN_FULL:
            key = shape.key
            if key is not None:
                self._gathering.again(key, number)
        else:
            failure = self._stated(number, after, facts, spoken)
            key = self._gathering.add(failure) if failure is not None else None
            if shape is not None:
                shape.times += 1
                shape.alike = shape.alike and key == shape.key
            elif name and len(self._shapes) < _SHAPES:
                self._shapes[name] = _Shape(key)
        if key is not None:
            self._seen(key, number)
        return key

    def _stated(
        self, number: int, after: str, facts: Sequence[Fact], spoken: Callable[[], Words]
    ) -> Failure | None:
        said, log = spoken()
        level = log.level if log else ""
        harmless = any(isinstance(fact, HarmlessLine) for fact in facts)
        if harmless and level in _QUIET:
            return None
        text = log.message if log else said.text
        allowed = said.component.endswith("best-effort")
        passing = allowed or _passing().search(text) is not None
        if passing and level in _QUIET:
            return None
        found = read_wrapped(text, after, _speaker(said.process) or self._writer, level)
        if found is None or another_was_killed(text):
            return None
        failure, joined = found
        if joined:
            self._joined = number + 1
        return replace(
            failure,
            about=said.about,
            cited=said.cited,
            at=said.at,
            first=said.at,
            speaker=said.process,
            transient=harmless or passing,
            fatal=level in _GRAVE or any(isinstance(fact, Said) and fact.fatal for fact in facts),
        )

    def _seen(self, key: Key, number: int) -> None:
        self._last[key] = number
        self._over.discard(key)

    def seen_again(self, keys: Iterable[Key], number: int) -> None:
        """The same words as before stand in that line."""
        for key in keys:
            if key in self._last:
                self._seen(key, number)

    def recovered(self, facts: Iterable[Fact], number: int) -> None:
        """What the line shows to work ends the failures before it."""
        for recovery in recoveries_in(facts, self._lines[number]):
            self._over.update(
                key for key in self._last if isinstance(key[1], Failure) and recovery.ends(key[1])
            )

    def ended(self, fact: Fact) -> Fact:
        """The fact; a failure is marked if it is over."""
        if isinstance(fact, Failure) and (fact.about, fact) in self._over:
            return replace(fact, over=True)
        return fact

    def _continuation(self, number: int) -> str:
        """The next line, where a break may have split this one."""
        if number + 1 >= len(self._lines) or len(self._lines[number].rstrip()) < _WRAPPED_FROM:
            return ""
        after = self._lines[number + 1]
        return "" if begins_a_line(after) else after.strip()


def _speaker(process: str) -> Speaker:
    try:
        return Speaker(process)
    except ValueError:
        return Speaker.UNKNOWN
