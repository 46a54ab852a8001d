"""Recognises a file that is one log or one list of objects."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.text.line_kinds import JOURNAL_LINE, line_looks
from calicovet.parse.text.recognition import log_component

_SAMPLE = 120
"""So many lines of the head, and as many of the rest, show what a file is."""
_LEAST_OF_A_LOG = 0.5
_LEAST_OF_CALICO = 0.2


class Other(Enum):
    """What a file is that holds no evidence of one kind."""

    STRANGERS_LOG = "strangers-log"
    """The log of a program that is neither Calico's nor a service of the node."""


def whole_form(texts: Sequence[str], path: str) -> Kind | Other | None:
    """The kind of all of it; None where it may hold several things, as what people paste together does."""
    sample = _sample(texts)
    if not sample:
        return None
    if _is_typed(sample):
        return None
    if _is_an_object(sample):
        return Kind.OBJECTS
    if sum(map(_is_log_line, sample)) < _LEAST_OF_A_LOG * len(sample):
        return None
    return _which_log(sample, path)


def _sample(texts: Sequence[str]) -> list[str]:
    """Lines of the head and, evenly spread, of the rest; blank ones count for nothing."""
    head = texts[:_SAMPLE]
    rest = texts[_SAMPLE:]
    spread = rest[:: max(1, len(rest) // _SAMPLE)]
    return [text[:400] for text in (*head, *spread) if text.strip()]


@cache
def _typing() -> re.Pattern[str]:
    """Prompts, fences and headings, which stand around output and not in it."""
    return re.compile(r"\s{0,4}(?:[^\s$#]{0,60}[@:~\]][^$#]{0,60}[$#] \S|\$ \S|```|~~~|#{1,4} \S)")


def _is_typed(sample: Sequence[str]) -> bool:
    return any(_typing().match(text) for text in sample[:_SAMPLE])


def _is_an_object(sample: Sequence[str]) -> bool:
    first = sample[0].rstrip()
    if first in ("{", "[") or first.startswith(('{"apiVersion"', '{"kind"', '{"items"')):
        return any('"kind"' in text or '"apiVersion"' in text for text in sample)
    start = next((text for text in sample if text.strip() != "---"), "")
    return re.match(r"(?:apiVersion|kind|items): ?", start) is not None and any(
        text.startswith(("apiVersion: ", "kind: ")) for text in sample
    )


@cache
def _log_line() -> re.Pattern[str]:
    """A line that begins with its time or its level, as programs write them."""
    return re.compile(
        r"[\s\[\"'(]{0,4}(?:\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d|[IWEF]\d{4} \d\d:\d\d:\d\d"
        r"|[A-Z][a-z]{2} {1,2}\d{1,2} (?:\d{4} )?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d"
        r"|\d\d/[A-Z][a-z]{2}/\d{4}|\d\d:\d\d:\d\d[.,]\d|\d{1,10}\.\d{6}\]"
        r"|(?:time|ts|level|t|lvl)=|(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|PANIC)[\]: ])"
        r"|\s{0,4}\{\"(?:level|ts|time|timestamp|msg|log|severity|@timestamp|caller)\": ?"
        r"|\d{1,3}(?:\.\d{1,3}){3} - \S{1,40} \["
    )


def _is_log_line(text: str) -> bool:
    if _log_line().match(text):
        return True
    looks = line_looks(text)
    return looks is not None and looks.strong and looks.kind in _LOGS


_LOGS = frozenset(
    {
        Kind.CALICO_LOG,
        Kind.OTHER_LOG,
        Kind.KUBELET_JOURNAL,
        Kind.RUNTIME_JOURNAL,
        Kind.SYSTEM_JOURNAL,
        Kind.KERNEL_LOG,
    }
)
_OF_THE_HOST = (
    (Kind.KUBELET_JOURNAL, r"(?:^|[/_.-])kubelet"),
    (Kind.RUNTIME_JOURNAL, r"(?:^|[/_.-])(?:containerd|dockerd?|cri-?o|cri-dockerd)(?:[/_.-]|$)"),
    (Kind.KERNEL_LOG, r"(?:^|[/_.-])(?:dmesg|kern(?:el)?)(?:[/_.-]|$)"),
    (Kind.SYSTEM_JOURNAL, r"(?:^|[/_.-])(?:messages|syslog|journal(?:ctl|d)?)(?:[/_.-]|$)"),
)


def _which_log(sample: Sequence[str], path: str) -> Kind | Other:
    looks = [line_looks(text) for text in sample]
    kinds = [one.kind if one is not None else None for one in looks]
    if kinds.count(Kind.CALICO_LOG) >= _LEAST_OF_CALICO * len(sample):
        return Kind.OTHER_LOG if log_component(sample) else Kind.CALICO_LOG
    if log_component(sample):
        return Kind.OTHER_LOG
    if kinds.count(Kind.KERNEL_LOG) * 2 >= len(sample):
        return Kind.KERNEL_LOG
    file = "/".join(path.rsplit("/", 2)[-2:])
    named = next((kind for kind, pattern in _OF_THE_HOST if re.search(pattern, file)), None)
    journal = [
        kind
        for text, kind in zip(sample, kinds, strict=True)
        if kind in _JOURNALS and re.match(JOURNAL_LINE, text)
    ]
    if len(journal) * 2 >= len(sample):
        units = set(journal)
        return units.pop() if len(units) == 1 else Kind.SYSTEM_JOURNAL
    if kinds.count(Kind.KUBELET_JOURNAL) >= _LEAST_OF_CALICO * len(sample):
        return Kind.KUBELET_JOURNAL
    return named or Other.STRANGERS_LOG


_JOURNALS = frozenset(
    {Kind.KUBELET_JOURNAL, Kind.RUNTIME_JOURNAL, Kind.SYSTEM_JOURNAL, Kind.KERNEL_LOG}
)
