"""Journals of the kubelet, of runtimes and of the kernel -> facts."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo
from functools import cache

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    ApiCallFailed,
    Fact,
    FatalLine,
    HarmlessLine,
    KernelSaid,
    KubeletSaid,
    LookupFailed,
    ProbeFailed,
    RuntimeSaid,
    Unreadable,
)
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.times import read_time

KUBELET_JOURNAL_GIVES: tuple[type[Fact], ...] = (
    KubeletSaid,
    RuntimeSaid,
    ProbeFailed,
    ApiCallFailed,
    LookupFailed,
    HarmlessLine,
    FatalLine,
)
RUNTIME_JOURNAL_GIVES: tuple[type[Fact], ...] = (RuntimeSaid, FatalLine)
SYSTEM_JOURNAL_GIVES: tuple[type[Fact], ...] = (*KUBELET_JOURNAL_GIVES, KernelSaid)
KERNEL_LOG_GIVES: tuple[type[Fact], ...] = (KernelSaid,)

_SPEAKER = {EvidenceKind.KUBELET_JOURNAL: "kubelet"}


@cache
def _dated() -> re.Pattern[str]:
    return re.compile(r"\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))")


def read_journal(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """What the journal tells, about the host that its lines name."""
    year, zone = _clock_of(evidence)
    speaker = _SPEAKER.get(evidence.kind, "")
    for fact in read_messages(_spoken_by(evidence, speaker), year=year, zone=zone):
        about = fact.about
        if speaker and about.container == speaker:
            fact = replace(fact, about=replace(about, container=evidence.about.container))
        yield fact


def _spoken_by(evidence: Evidence, speaker: str) -> Evidence:
    """The piece as if its container were the unit, so that bare lines have a speaker too."""
    if not speaker or evidence.about.container:
        return evidence
    return replace(evidence, about=replace(evidence.about, container=speaker))


def _clock_of(evidence: Evidence) -> tuple[int | None, tzinfo | None]:
    """Year and zone, as a stamp inside some line tells them; the journal's own stamps do not."""
    found = _dated().search(evidence.content)
    at = read_time(found[1]) if found else None
    if at is not None:
        return at.year, at.tzinfo
    if evidence.taken_at is not None:
        return evidence.taken_at.year, None
    return None, None
