"""Texts with other line ends, marks or stamps; nothing here looks at what a line means."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from textwrap import wrap

_AROUND = (
    "calico-node on one of our nodes does not become ready, the log says {} and I do not know what to do.",
    "Hi, since this morning calico-node keeps restarting here: {}. Any idea?",
    "We see {} in calico-node on that node, what is the reason?",
    "calico-node 一直起不来，日志里是 {}，请问怎么解决？",
    "节点上 calico-node 报 {}，求助。",
)
_MARKS = (("“", "”"), ('"', '"'), ("「", "」"), ("`", "`"))
_STAMP = re.compile(
    r"\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?[ \t]?"
    # A journal names its host behind the time; both go, the unit stays.
    r"|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d{1,9})? (?:[\w.-]{1,253} (?=[\w.@/-]{1,99}\[\d+\]:))?"
    # The kernel: [12345.678901].
    r"|\[ {0,9}\d{1,9}\.\d{6}\] "
)
_KLOG = re.compile(r"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} {1,9}\d{1,9} (?=\S{1,99}:\d+\])")
_FIELD = re.compile(r'\btime="[^"]{1,40}" ')
_PROMPT = re.compile(r"(?:\[[^\]]{1,60}\])?[$#] ")


def inline(lines: Sequence[str], chance: Random) -> str:
    """The lines inside a sentence."""
    return f"{chance.choice(_AROUND).format(' … '.join(line.strip() for line in lines))}\n"


def marked(lines: Sequence[str], chance: Random) -> str:
    """Each line in quotation marks."""
    before, behind = chance.choice(_MARKS)
    return "".join(f"{before}{line.strip()}{behind}\n" for line in lines)


def with_prefix(text: str, prefix: str) -> str:
    return "\n".join(f"{prefix}{line}" if line else prefix.rstrip() for line in text.split("\n"))


def wrapped(text: str, width: int, chance: Random) -> str:
    """Lines that are too long, broken between words or wherever the width ends."""
    between_words = chance.random() < 0.5
    return "\n".join(
        part for line in text.split("\n") for part in _broken(line, width, between_words)
    )


def _broken(line: str, width: int, between_words: bool) -> Iterator[str]:
    if len(line) <= width:
        yield line
    elif between_words:
        yield from wrap(
            line, width, break_on_hyphens=False, drop_whitespace=True, replace_whitespace=False
        )
    else:
        yield from (line[start : start + width] for start in range(0, len(line), width))


def without_stamps(text: str) -> str:
    """The text with its lines as they are behind their time stamps."""
    return "\n".join(map(_unstamped, text.split("\n")))


def with_one_stamp(text: str) -> str:
    """The text with all stamps of log lines alike: what is left is not decided by time."""
    stamp: str | None = None
    lines = []
    for line in text.split("\n"):
        found = None if _PROMPT.match(line) else _STAMP.match(line)
        if found:
            stamp = stamp or found.group()
            line = f"{stamp}{line[found.end() :]}"
        lines.append(line)
    return "\n".join(lines)


def _unstamped(line: str) -> str:
    if _PROMPT.match(line):
        return line
    indent = line[: len(line) - len(line.lstrip(" "))]
    rest = line[len(indent) :]
    while found := _STAMP.match(rest) or _KLOG.match(rest):
        rest = rest[found.end() :]
    return f"{indent}{_FIELD.sub('', rest)}"
