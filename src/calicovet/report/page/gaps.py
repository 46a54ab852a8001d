"""The evidence that could not be read, and how to close each gap."""

import re
from collections.abc import Iterable, Iterator, Sequence

from calicovet.model.diagnosis import Diagnosis, SummaryVerdict
from calicovet.model.evidence import Gap, GapReason, LeftOut, WhatWasLeft
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.report import cause_sentences
from calicovet.report.page.parts import Line, Row
from calicovet.report.words import Words, words

MOST = 6
"""Lines; JSON has all of them."""
_RULE = re.compile(
    r'RBAC \{apiGroups: \["(?P<group>[^"]*)"\], resources: \[(?P<resources>[^]]*)\], (?P<rest>[^}]*)\}'
    r"(?P<where>.*)"
)


@record
class _Rule:
    group: str
    resources: str
    rest: str
    """Names and verbs, as a role has them."""
    where: str


def gaps(diagnosis: Diagnosis, language: Language, program: str) -> Iterator[Row]:
    """What could not be looked at, and where calicovet itself failed."""
    frame = words(language)
    refused = [(rule, gap) for gap in diagnosis.gaps if (rule := _rule(gap)) is not None]
    others = [gap for gap in diagnosis.gaps if _rule(gap) is None]
    lines: list[str] = []
    if refused and diagnosis.summary.verdict is SummaryVerdict.HEALTHY:
        # The result lacks nothing: a line says where to find more.
        lines.append(frame.say("line.gaps-rights", program=program))
    else:
        lines += _by_group(refused, language)
    lines += _by_reason(others, language)
    if len(lines) > MOST:
        more = frame.say("line.gaps-more", count=str(len(lines) - MOST + 1))
        lines = [*lines[: MOST - 1], more]
    if diagnosis.crashed_causes:
        causes = frame.listed(diagnosis.crashed_causes)
        lines.append(frame.say("line.crashed", causes=causes))
    if lines:
        yield Row(frame.say("label.gaps"), tuple(map(Line, lines)))


def _rule(gap: Gap) -> _Rule | None:
    found = _RULE.fullmatch(gap.how_to_close) if gap.reason is GapReason.FORBIDDEN else None
    # The owner stands before the rule where there is one.
    return _Rule(**found.groupdict()) if found and not gap.request.about.node else None


def _by_group(refused: Iterable[tuple[_Rule, Gap]], language: Language) -> Iterator[str]:
    """One line for each group of the API, with the rules that would open it."""
    groups: dict[str, list[tuple[_Rule, Gap]]] = {}
    for rule, gap in refused:
        groups.setdefault(rule.group, []).append((rule, gap))
    frame = words(language)
    for same in groups.values():
        wanted = frame.listed(list(dict.fromkeys(gap.detail for _, gap in same)), len(same))
        close = "; ".join(_merged([rule for rule, _ in same], frame))
        reason = frame.say(f"gap.{GapReason.FORBIDDEN}")
        yield frame.say("line.gap-close", wanted=wanted, reason=reason, close=close)


def _merged(rules: Sequence[_Rule], frame: Words) -> Iterator[str]:
    """Rules that differ in their resources alone are one."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for rule in rules:
        alike.setdefault((rule.group, rule.rest, rule.where), []).append(rule.resources)
    for (group, rest, where), resources in alike.items():
        listed = ", ".join(dict.fromkeys(resources))
        yield closing(
            f'RBAC {{apiGroups: ["{group}"], resources: [{listed}], {rest}}}{where}', frame
        )


def _by_reason(others: Iterable[Gap], language: Language) -> Iterator[str]:
    """What failed in the same way in one line, with every way to close it."""
    frame = words(language)
    alike: dict[tuple[str, str], list[Gap]] = {}
    for gap in others:
        key = (gap.request.about.node, cause_sentences.in_vain(gap, language))
        alike.setdefault(key, []).append(gap)
    for (node, reason), same in alike.items():
        wanted = frame.listed(
            list(dict.fromkeys(cause_sentences.wanted(gap, language) for gap in same))
        )
        close = "; ".join(_ways(node, [gap.how_to_close for gap in same], frame))
        key_of_line = "line.gap-close" if close else "line.gap"
        yield frame.say(key_of_line, wanted=wanted, reason=reason, close=close)


def _ways(node: str, ways: Iterable[str], frame: Words) -> Iterator[str]:
    """Each way once; what is typed on the node follows one `on NODE:`."""
    there = f"on {node}: "
    typed: list[str] = []
    other: list[str] = []
    for way in ways:
        before, found, line = way.partition(there) if node else (way, "", "")
        remedy = before.removesuffix("; or ")
        other += [closing(remedy, frame)] if remedy else []
        typed += [line] if found else []
    yield from dict.fromkeys(other)
    if typed:
        lines = "; ".join(dict.fromkeys(typed))
        yield frame.say("line.typed-on", node=node, lines=lines)


_PHRASES = (
    (re.compile(r"(?P<rule>RBAC \{.*\}) in namespace (?P<namespace>\S+)"), "close.in-namespace"),
    (re.compile(r"in the kubelet's configuration (?P<settings>.+)"), "close.kubelet-configuration"),
    (re.compile(r"bind ClusterRole (?P<role>\S+) to the API server's own user"), "close.bind"),
    (
        re.compile(
            r"on (?P<node>\S+), as root: (?P<line>.+) \((?P<script>.+) prints it\), then (?P<flag>.+)"
        ),
        "close.host-script",
    ),
    (
        re.compile(r"(?P<flag>--debug-pod=IMAGE), an image with a shell that the node has"),
        "close.image",
    ),
)


def closing(way: str, frame: Words) -> str:
    """The way in the frame's words where they are known."""
    for phrase, key in _PHRASES:
        if found := phrase.fullmatch(way):
            return frame.say(key, **found.groupdict())
    return way


def left_out(diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    """Which passages were not read as evidence, because calicovet wrote them or a guide holds them."""
    frame = words(language)
    lines = []
    for what in WhatWasLeft:
        passages = [passage for passage in diagnosis.left_out if passage.what is what]
        if passages:
            places = frame.listed([_place(passage, frame) for passage in passages])
            lines.append(Line(frame.say(f"left-out.{what}", places=places)))
    if lines:
        yield Row(frame.say("label.left-out"), tuple(lines))


def _place(passage: LeftOut, frame: Words) -> str:
    lines = {"first": str(passage.first), "last": str(passage.last)}
    if passage.source == "paste":
        return frame.say("line.lines", **lines)
    return frame.say("line.lines-of", source=passage.source, **lines)
