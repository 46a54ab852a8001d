"""Facts from the journals of kubelet, runtimes and kernel."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import cache
from typing import TypeVar

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
    SandboxRefused,
    Unreadable,
)
from calicovet.model.facts.failure import Failure
from calicovet.parse.calico_names import is_calico_node
from calicovet.parse.logs.refused_sandboxes import refused_sandboxes
from calicovet.parse.logs.stopped import has_stopped
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.parser import Parser
from calicovet.parse.times import read_time

F = TypeVar("F", bound=Fact)

_WIDEST = 20_000
_LONGEST_BLOCK = 200
"""A trace that a program left when it ended."""
_INDENTED = ("\t", " " * 4)
"""With a tab, or with the blanks that a terminal makes of it."""
_OF_A_POD = (KubeletSaid, RuntimeSaid, LookupFailed)
_SPEAKER = {EvidenceKind.KUBELET_JOURNAL: "kubelet"}


@cache
def _pod() -> re.Pattern[str]:
    """`pod="kube-system/calico-node-x"`, `in pod calico-node-x_kube-system(uid)`, `pod "calico-node-x" (UID:`, …"""
    return re.compile(
        r"\bpod=\"(?P<home>[a-z0-9-]{1,63})/(?P<name>[a-z0-9.-]{1,253})\""
        r"|\bin pod (?P<within>[a-z0-9.-]{1,253})_(?P<at>[a-z0-9-]{1,63})\("
        r"|\bPodSandboxMetadata\{Name:(?P<made>[a-z0-9.-]{1,253}),"
        r"|\bpod \"(?P<mounting>[a-z0-9.-]{1,253})\" \(UID:"
    )


@cache
def _dated() -> re.Pattern[str]:
    return re.compile(
        r"\b(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d| [+-]\d{4}\b))"
    )


def read_journal(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The journal's facts, about the host that its lines name."""
    year, zone = _clock_of(evidence)
    speaker = _SPEAKER.get(evidence.kind, "")
    lines = evidence.content.split("\n")
    for fact in read_messages(_spoken_by(evidence, speaker), year=year, zone=zone):
        if has_stopped(fact, lines):
            if isinstance(fact, Failure):
                yield replace(fact, over=True)
            continue
        about = fact.about
        if speaker and about.container == speaker:
            fact = replace(fact, about=replace(about, container=evidence.about.container))
        if isinstance(fact, _OF_A_POD) and fact.cited:
            fact = _of_its_pod(fact, _whole(lines, fact.cited[0].line - 1))
        yield fact
    yield from refused_sandboxes(evidence)


def _whole(lines: Sequence[str], number: int) -> str:
    """The line, and where it is one of several that the kubelet wrote at once (`err=<`), all of them."""
    line = lines[number]
    if not line.startswith(_INDENTED):
        return line
    begin, end = number, number + 1
    while begin > max(0, number - _LONGEST_BLOCK) and _is_within(lines[begin]):
        begin -= 1
    while end < min(len(lines), number + _LONGEST_BLOCK) and _is_within(lines[end]):
        end += 1
    # What closes it (` > pod="…"`) names the pod.
    return "\n".join(lines[begin : end + 1])


def _is_within(line: str) -> bool:
    """Whether such a block goes on: a line of it that is empty may have lost its indent."""
    return line.startswith(_INDENTED) or not line.strip()


def _of_its_pod(said: F, line: str) -> F:
    """The message, about the calico-node pod that the line names: it may be one that is gone."""
    found = _pod().search(line[:_WIDEST])
    name = (found["name"] or found["within"] or found["made"] or found["mounting"]) if found else ""
    if found is None or said.about.pod or not is_calico_node(name):
        return said
    home = found["home"] or found["at"] or said.about.namespace
    return replace(said, about=replace(said.about, pod=name, namespace=home))


def _spoken_by(evidence: Evidence, speaker: str) -> Evidence:
    """The piece as if its container were the unit, so that bare lines have a speaker too."""
    if not speaker or evidence.about.container:
        return evidence
    return replace(evidence, about=replace(evidence.about, container=speaker))


def _clock_of(evidence: Evidence) -> tuple[int | None, tzinfo | None]:
    """Year and zone, as a stamp inside some line has them; the journal's own stamps do not."""
    found = _dated().search(evidence.content)
    at = read_time(found[1]) if found else None
    if at is not None:
        return at.year, at.tzinfo
    if evidence.taken_at is not None:
        return evidence.taken_at.year, None
    return None, None


_OF_THE_KUBELET: tuple[type[Fact], ...] = (
    KubeletSaid,
    RuntimeSaid,
    ProbeFailed,
    ApiCallFailed,
    LookupFailed,
    HarmlessLine,
    FatalLine,
    SandboxRefused,
)
KUBELET_JOURNAL_PARSER = Parser(read_journal, _OF_THE_KUBELET, messages=False)
RUNTIME_JOURNAL_PARSER = Parser(
    read_journal, (RuntimeSaid, FatalLine, SandboxRefused), messages=False
)
# Of a log that many write to, all is seldom shown.
SYSTEM_JOURNAL_PARSER = Parser(
    read_journal,
    gives=(*_OF_THE_KUBELET, KernelSaid),
    in_passing=(*_OF_THE_KUBELET, KernelSaid),
    messages=False,
)
KERNEL_LOG_PARSER = Parser(
    read_journal, gives=(KernelSaid,), in_passing=(KernelSaid,), messages=False
)
