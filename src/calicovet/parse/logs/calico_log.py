"""Facts from the logs of Calico's containers."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    AccessForbidden,
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    ApiCallFailed,
    BgpNotEstablished,
    BgpSaid,
    CalicoVersion,
    Citation,
    CniInstallSaid,
    ControllersSaid,
    Crashed,
    CrdNotServed,
    Fact,
    FatalLine,
    FelixHealth,
    FelixHealthRow,
    FelixLink,
    FelixSaid,
    HarmlessLine,
    IpamUpgradeSaid,
    LogShown,
    LookupFailed,
    MilestoneReached,
    NodeNameUsed,
    StartupSaid,
    Unreadable,
    VxlanParent,
)
from calicovet.model.subject import Subject
from calicovet.parse.logs.log_line import read_log_line
from calicovet.parse.logs.release_by_source_line import (
    Span,
    common_span,
    knows,
    release_text,
    spans_at,
)
from calicovet.parse.logs.stopped import has_stopped
from calicovet.parse.messages.log_origin import CONTAINER_OF, speaker
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.parser import Parser

_ANY = (
    ApiCallFailed,
    AccessForbidden,
    CrdNotServed,
    LookupFailed,
    HarmlessLine,
    FatalLine,
    Crashed,
    LogShown,
)
CALICO_LOG_GIVES: tuple[type[Fact], ...] = (
    StartupSaid,
    FelixSaid,
    BgpSaid,
    MilestoneReached,
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    FelixLink,
    VxlanParent,
    NodeNameUsed,
    CalicoVersion,
    FelixHealth,
    FelixHealthRow,
    BgpNotEstablished,
    *_ANY,
)
_GIVES_OF: dict[str, tuple[type[Fact], ...]] = {
    "upgrade-ipam": (IpamUpgradeSaid, LogShown),
    "install-cni": (CniInstallSaid, LogShown),
    "mount-bpffs": (LogShown,),
    "ebpf-bootstrap": (LogShown,),
    "flexvol-driver": (LogShown,),
}
_FIRST_LINES = 400
"""So many lines are asked which container speaks."""


def gives_for(container: str) -> tuple[type[Fact], ...]:
    """What reading that container's whole log counts as having looked for."""
    return _GIVES_OF.get(container, CALICO_LOG_GIVES)


def read_calico_log(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts of a log of the calico-node pod, and that it was shown."""
    lines = _lines(evidence.content)
    about = evidence.about
    if not about.container:
        about = replace(about, container=_container_of(lines))
    yield _log_shown(evidence, about, lines)
    yield from _version(evidence, about)
    written = evidence.content.split("\n")
    yield from (fact for fact in read_messages(evidence) if not has_stopped(fact, written))


def read_other_log(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """What a log of Typha, kube-controllers, the operator or kube-proxy contains."""
    yield _log_shown(evidence, evidence.about, _lines(evidence.content))
    yield from read_messages(evidence)


def _lines(content: str) -> list[str]:
    return [line for line in content.split("\n") if line.strip()]


def _container_of(lines: list[str]) -> str:
    """The container that the lines betray; empty where they do not agree."""
    found = set()
    for line in lines[:_FIRST_LINES]:
        log = read_log_line(line)
        if log is not None:
            process = speaker(log.message, Subject(), log.component, log.file, "")
            found.add(CONTAINER_OF.get(process, ""))
    found.discard("")
    return found.pop() if len(found) == 1 else ""


def _time_of(line: str) -> datetime | None:
    # Most lines begin with their time; taking them apart would cost ten times as much.
    if line[4:5] == "-" and line[10:11] == " " and line[19:20] == ".":
        try:
            return datetime.fromisoformat(line[:23]).replace(tzinfo=UTC)
        except ValueError:
            return None
    if line[:1] in "{[tclk123456789+" or line[:3].istitle():
        log = read_log_line(line)
        return log.at if log else None
    return None


def _log_shown(evidence: Evidence, about: Subject, lines: list[str]) -> LogShown:
    first = last = None
    gap: timedelta | None = None
    for line in lines:
        at = _time_of(line)
        if at is None:
            continue
        if last is not None and at > last:
            gap = max(gap or timedelta(0), at - last)
        first, last = first or at, at
    return LogShown(
        about=about,
        cited=(Citation(evidence.id),),
        at=last,
        lines=len(lines),
        whole=evidence.whole,
        # The log of a run that is over was all there when it was asked for.
        breaks_off=evidence.breaks_off and not about.previous,
        first=first,
        last=last,
        longest_gap=gap,
    )


def _version(evidence: Evidence, about: Subject) -> Iterator[CalicoVersion]:
    """The release by the positions of known messages, where all of them agree on one span."""
    seen: dict[tuple[Span, ...], int] = {}
    heads: set[str] = set()
    for number, line in enumerate(evidence.content.split("\n"), 1):
        head = line[:120]
        if "startup.go" not in head and "health.go" not in head and "int_dataplane.go" not in head:
            continue
        # The same source line says the same again and again.
        place = head[head.index(".go") : head.index(".go") + 40]
        if place in heads or len(heads) > _FIRST_LINES:
            continue
        heads.add(place)
        log = read_log_line(line[:400])
        if log is None or log.line is None or not knows(log.file):
            continue
        # A probe's own lines, and those of the init containers, stand in other files of that name.
        if log.component not in ("", "startup", "felix"):
            continue
        spans = spans_at(log.file, log.line, log.message)
        if spans:
            seen.setdefault(spans, number)
    span = common_span(seen)
    if span is None:
        return
    low, high = span
    yield CalicoVersion(
        about=about,
        cited=tuple(Citation(evidence.id, number) for number in seen.values()),
        low=release_text(low),
        high="" if low == high else release_text(high),
        by="positions",
    )


def _gives_in(piece: Evidence) -> tuple[type[Fact], ...]:
    return gives_for(piece.about.container)


_OF_OTHERS: tuple[type[Fact], ...] = (ControllersSaid, *_ANY)
PARSER = Parser(
    read_calico_log,
    gives=(*CALICO_LOG_GIVES, IpamUpgradeSaid, CniInstallSaid),
    gives_in=_gives_in,
    messages=False,
)
OTHER_LOG_PARSER = Parser(read_other_log, gives=_OF_OTHERS, in_passing=_OF_OTHERS, messages=False)
